import type { PageRuntime } from '../content-script.ts';

/** Elements that may have a shadow root without being custom elements (DOM Standard, section 4.9, attachShadow). */
const PLAIN_HOSTS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'article,aside,blockquote,body,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span'.split(','),
);

/** Identifies every layer of this extension; visible only in the isolated world of its scripts. */
export const OURS = Symbol.for('layer');
export const isOurs = (target: EventTarget | null): boolean => target !== null && OURS in target;

type Layer = { readonly [OURS]?: (event: MouseEvent | KeyboardEvent) => void };

/** Events of a press of a mouse or finger. */
const PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'];

/**
 * Gives every press of a mouse or finger inside one of our layers to that layer alone. Call it before any script of the page, whose
 * listeners would otherwise come first. Keys, and clicks of a screen reader, have no place: they take the ordinary way,
 * as events of the layer's host, which only sees the keys first.
 */
export function keepPressesInLayers(view: Window): void {
  for (const type of [...PRESS, 'keydown']) view.addEventListener(type, keepInLayer, { capture: true, passive: false });
  // A page that cancels one ends its click. Scrolling would wait for a listener that may.
  for (const type of ['touchstart', 'touchend'])
    view.addEventListener(type, keepInLayer, { capture: true, passive: true });
}

function keepInLayer(event: Event): void {
  if (!event.isTrusted) return;
  const take = (event.target as Layer | null)?.[OURS];
  if (!take || (event.type === 'click' && (event as MouseEvent).detail === 0)) return;
  if (!(event instanceof KeyboardEvent)) event.stopImmediatePropagation();
  if (!event.type.startsWith('touch')) take(event as MouseEvent | KeyboardEvent);
}

/**
 * The root of an element that may have one (`ShadowRoots`), also a closed one. The browser's API for those is called only for
 * elements that can have any. Our own layers are skipped: the addresses in a card or notice are not part of the page.
 */
export function shadowRootOf(
  element: Element & { readonly openOrClosedShadowRoot?: ShadowRoot | null },
  { dom }: PageRuntime,
): ShadowRoot | null {
  if (isOurs(element)) return null;
  const { localName, shadowRoot } = element;
  if (shadowRoot !== null || !(localName.includes('-') || PLAIN_HOSTS.has(localName))) return shadowRoot;
  return dom ? dom.openOrClosedShadowRoot(element) : (element.openOrClosedShadowRoot ?? null);
}
