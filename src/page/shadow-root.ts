import type { PageRuntime } from './content-script.ts';

/** The elements that may have a shadow root without being custom (DOM Standard, section 4.9, attachShadow). */
const PLAIN_HOSTS: ReadonlySet<string> = new Set(
  'article,aside,blockquote,body,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span'.split(','),
);

/** Marks every layer of this extension for the others; only the world of its own scripts sees it. */
export const OURS = Symbol.for('layer');
export const isOurs = (target: EventTarget | null): boolean => target !== null && OURS in target;

/** The root of any element, also a closed one, as each browser opens it to extensions. */
export function shadowRootOf(
  element: Element & { readonly openOrClosedShadowRoot?: ShadowRoot | null },
  { dom }: PageRuntime,
): ShadowRoot | null {
  return dom ? dom.openOrClosedShadowRoot(element) : (element.openOrClosedShadowRoot ?? null);
}

/**
 * The root of an element that may have one: the browser's own question for closed ones takes longer than everything else that is asked
 * about an element, so only custom elements get it, and such others as hold nothing else. Our own layers have none: a card and a notice
 * show addresses that are no part of the page.
 */
export function likelyShadowRootOf(element: Element, runtime: PageRuntime): ShadowRoot | null {
  // A form has none, and its fields may hide what is asked here.
  if (isOurs(element) || element instanceof HTMLFormElement) return null;
  const { localName, shadowRoot, firstChild } = element;
  if (shadowRoot !== null) return shadowRoot;
  const isLikely = localName.includes('-') || (firstChild === null && PLAIN_HOSTS.has(localName));
  return isLikely ? shadowRootOf(element, runtime) : null;
}
