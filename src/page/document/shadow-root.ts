import type { PageRuntime } from '../content-script.ts';

/** Elements that may have a shadow root without being custom elements (DOM Standard, section 4.9, attachShadow). */
const PLAIN_HOSTS: ReadonlySet<string> = new Set(
  'article,aside,blockquote,body,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span'.split(','),
);

/** Identifies every layer of this extension; visible only in the isolated world of its scripts. */
export const OURS = Symbol.for('layer');
export const isOurs = (target: EventTarget | null): boolean => target !== null && OURS in target;

/** The root of an element, also a closed one, through the extension API of each browser. */
export function shadowRootOf(
  element: Element & { readonly openOrClosedShadowRoot?: ShadowRoot | null },
  { dom }: PageRuntime,
): ShadowRoot | null {
  return dom ? dom.openOrClosedShadowRoot(element) : (element.openOrClosedShadowRoot ?? null);
}

/**
 * The root of an element that is likely to have one. The browser's API for closed roots takes longer than all other
 * checks of an element, so it is called only for custom elements, and for other possible hosts without children. Our
 * own layers are skipped: the addresses in a card or notice are not part of the page.
 */
export function likelyShadowRootOf(element: Element, runtime: PageRuntime): ShadowRoot | null {
  // A form has no root, and its fields may hide the properties that are read here.
  if (isOurs(element) || element instanceof HTMLFormElement) return null;
  const { localName, shadowRoot, firstChild } = element;
  if (shadowRoot !== null) return shadowRoot;
  const isLikely = localName.includes('-') || (firstChild === null && PLAIN_HOSTS.has(localName));
  return isLikely ? shadowRootOf(element, runtime) : null;
}
