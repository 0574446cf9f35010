import { boxOf, closest, contains, isVisible, matches, parentElementOf, rootOf, slotOf } from '../document/node.ts';
import { type Box, overlap } from './placement.ts';

/** Elements that show something of their own without text. */
const PICTURES = 'audio,button,canvas,embed,iframe,img,input,object,select,svg,textarea,video';
/** Computed colours with less than 0.3 opacity: content under them is readable. */
const FAINT_COLOUR = /[,/] 0(\.[012]\d*)?\)$/;

/** The viewport without the scroll bar. */
export function viewport(): Box {
  const { clientWidth, currentCSSZoom = 1 } = document.documentElement;
  return { left: 0, top: 0, right: clientWidth * currentCSSZoom || innerWidth, bottom: innerHeight };
}

/** The part of the viewport that scrolling and clipping ancestors leave to an element; null where nothing of it is shown. */
export function clipOf(element: Element): Box | null {
  if (!isVisible(element, { opacityProperty: true, visibilityProperty: true }) || isInert(element)) return null;
  let clip: Box | null = viewport();
  let position = '';
  for (
    let at: Element | null = element;
    at !== null && at !== document.documentElement && clip !== null;
    at = parentOf(at)
  ) {
    const style = getComputedStyle(at);
    if (!isPlacedIn(style, position)) continue;
    const isClipping = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    if (isClipping && at !== element && at !== document.body) clip = overlap(clip, boxOf(at));
    position = style.position;
    if (position === 'fixed' && matches(at, TOP_LAYER)) break;
  }
  return clip;
}

/** The innermost modal dialog of the page, outside of which a person can reach nothing; null where there is none. */
export function modalDialog(): Element | null {
  const dialogs = [...document.getElementsByTagName('dialog')];
  return dialogs.findLast((dialog) => matches(dialog, ':modal')) ?? null;
}

function isInert(element: Element): boolean {
  const dialog = modalDialog();
  let at: Element | null = element;
  while (dialog !== null && at !== null && at !== dialog) at = parentOf(at);
  return dialog !== null && at === null;
}

/** Elements that the browser draws above the page, whatever clips what is around them. */
const TOP_LAYER = ':modal,:popover-open';
/** Properties by which an element holds even what is fixed in it. */
const HOLDERS = ['transform', 'translate', 'rotate', 'scale', 'perspective', 'filter', 'backdropFilter'] as const;

/** Whether an element with this style may clip what has this position in it (CSS Positioned Layout 3, section 2.1). */
function isPlacedIn(style: CSSStyleDeclaration, position: string): boolean {
  if (position !== 'absolute' && position !== 'fixed') return true;
  if (position === 'absolute' && style.position !== 'static') return true;
  return HOLDERS.some((name) => style[name] !== 'none') || /paint|layout|strict|content/.test(style.contain);
}

/** The visible width of the paragraph, cell or card around an element, as high as the viewport. */
export function roomOf(element: Element): Box {
  const { top, bottom, ...sides } = viewport();
  const holder = holderOf(element);
  if (holder === null) return { ...sides, top, bottom };
  const { left, right } = boxOf(holder);
  const clip = clipOf(element) ?? { ...sides, top, bottom };
  return { left: Math.max(left, clip.left), right: Math.min(right, clip.right), top, bottom };
}

/** The nearest block-level element around a text: a paragraph, a cell, a card. */
export function holderOf(element: Element): Element | null {
  let holder: Element | null = element;
  while (holder !== null && /^(inline|contents)/.test(getComputedStyle(holder).display)) holder = parentOf(holder);
  return holder;
}

/** True where something opaque of the page covers the element at this point: a header, a dialog, a menu. */
export function isCovered(element: Element, x: number, y: number): boolean {
  const top = scopeOf(element).elementFromPoint(x, y);
  if (top === null || top === element || contains(top, element) || contains(element, top)) return false;
  for (let at: Element | null = top; at !== null && !contains(at, element); at = parentOf(at)) {
    if (isOpaque(at)) return true;
  }
  return false;
}

/** True where the page shows no text, picture or control in a box. Call it while our own badges ignore pointer hits. */
export function isEmpty(box: Box, near: Element): boolean {
  const scope = scopeOf(near);
  for (const y of [box.top + 3, box.bottom - 3]) {
    for (let x = box.left + 3; ; x = Math.min(x + 14, box.right - 3)) {
      const top = scope.elementFromPoint(x, y);
      if (top === null || closest(top, PICTURES) !== null || hasTextAt(scope, x, y)) return false;
      if (x >= box.right - 3) break;
    }
  }
  return true;
}

/** True where a character of the page is within a few pixels of a point, or the browser cannot tell. */
function hasTextAt(scope: DocumentOrShadowRoot, x: number, y: number): boolean {
  if (typeof document.caretPositionFromPoint !== 'function') return true;
  const caret = document.caretPositionFromPoint(x, y, scope instanceof ShadowRoot ? { shadowRoots: [scope] } : {});
  const node = caret?.offsetNode;
  if (caret === null || !(node instanceof Text)) return false;
  const range = document.createRange();
  range.setStart(node, Math.max(0, caret.offset - 1));
  range.setEnd(node, Math.min(node.length, caret.offset + 1));
  if (range.toString().trim() === '') return false;
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => left - 3 <= x && x <= right + 3 && top - 2 <= y && y <= bottom + 2,
  );
}

function scopeOf(element: Element): Document | ShadowRoot {
  const root = rootOf(element);
  return root instanceof ShadowRoot ? root : document;
}

function isOpaque(element: Element): boolean {
  if (matches(element, PICTURES)) return true;
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  return backgroundImage !== 'none' || !FAINT_COLOUR.test(backgroundColor);
}

/** The parent in the painted tree, including slots and shadow hosts. */
export function parentOf(node: Node): Element | null {
  const parent = (node instanceof Element && slotOf(node)) || parentElementOf(node);
  if (parent !== null) return parent;
  const root = rootOf(node);
  return root instanceof ShadowRoot ? root.host : null;
}
