import { generatedText } from './generated.ts';
import { boxOf, childNodesOf, isVisible, localNameOf, matches, nodeTypeOf, parentElementOf, textOf } from './node.ts';
import { UNREAD } from './readable.ts';

/** Part of the text that an element shows. `node` is null where a style shows it or turns it around. */
export type ShownPiece = { readonly text: string; readonly node: Text | null; readonly element: Element };

const ELEMENT = 1;
const TEXT = 3;
/** Maximum nodes read for one element. */
const MAX_NODES = 1_000;
/** Gap within a word, in heights of its line. A space is wider. */
const MAX_GAP = 0.17;
const BOX = /flex|grid/;
const TRANSPARENT = /^rgba\(.*, 0\)$|^transparent$/;
/** Clips that leave nothing of an element. */
const CLIPPED = /^(?:inset\((?:[5-9]\d|100)%|circle\(0(?:px|%)|rect\(0px,? 0px,? 0px,? 0px\))/;
/** Height and width below which nobody reads a text, in pixels. */
const MIN_SIZE = 0.5;

/** Whether an element shows its own text: it has a box, a size and a colour. Its ancestors are not asked. */
function showsText({ fontSize, visibility, color, webkitTextFillColor }: CSSStyleDeclaration): boolean {
  const isOpaque = !TRANSPARENT.test(color) && !TRANSPARENT.test(webkitTextFillColor);
  return visibility === 'visible' && Number.parseFloat(fontSize) > 0 && isOpaque;
}

/** Whether an element shows nothing of its content, whatever that is. */
function isUnshown(element: Element, style: CSSStyleDeclaration): boolean {
  const { display, opacity, overflow, position, clip, clipPath } = style;
  if (display === 'none' || Number(opacity) === 0 || CLIPPED.test(clipPath) || CLIPPED.test(clip)) return true;
  const isMoved = /absolute|fixed/.test(position);
  if ((overflow === 'visible' && !isMoved) || display === 'contents') return false;
  const { width, height, right, bottom } = boxOf(element);
  return (
    (overflow !== 'visible' && (width <= 1 || height <= 1)) || (isMoved && (right < -scrollX || bottom < -scrollY))
  );
}

/** Whether a person sees a text, as far as that is known without its place. */
export function isTextShown(text: Text): boolean {
  const parent = parentElementOf(text);
  if (parent === null) return true;
  return isVisible(parent, { opacityProperty: true, visibilityProperty: true }) && showsText(getComputedStyle(parent));
}

/**
 * What an element shows, piece by piece in the order in which it is shown: without what is hidden, with what styles add and
 * in the order that they give. Boxes that do not touch are kept apart by a line end.
 * @param generating elements for which styles show a text
 */
export function shownPieces(element: Element, generating: ReadonlySet<Element>): ShownPiece[] {
  let count = 0;
  const read = (of: Element): ShownPiece[] => {
    const style = getComputedStyle(of);
    if (matches(of, UNREAD) || isUnshown(of, style)) return [];
    if (localNameOf(of) === 'br') return [{ text: '\n', node: null, element: of }];
    const isShown = showsText(style);
    const isBox = BOX.test(style.display);
    const generated = (side: '::before' | '::after') =>
      generating.has(of) && isShown ? [{ text: generatedText(of, side), node: null, element: of }] : [];
    const children = [...childNodesOf(of)].map((node): ShownPiece[] => {
      count += 1;
      if (count > MAX_NODES) return [];
      if (nodeTypeOf(node) === ELEMENT) return read(node as Element);
      if (nodeTypeOf(node) !== TEXT || !isShown) return [];
      const text = textOf(node);
      // A box lays out its children without the spaces between them.
      return isBox && text.trim() === '' ? [] : turned({ text, node: node as Text, element: of });
    });
    const pieces = [...generated('::before'), ...ordered(of, style, children).flat(), ...generated('::after')];
    if (/override/.test(style.unicodeBidi) && style.direction === 'rtl')
      return pieces.reverse().map((piece) => ({ ...piece, text: backwards(piece.text), node: null }));
    return pieces;
  };
  return apart(read(element));
}

const backwards = (text: string): string => [...text].reverse().join('');

/** A text with an override of its direction (U+202E to U+202C) as it is shown. */
function turned(piece: ShownPiece): ShownPiece[] {
  if (!piece.text.includes('\u202e')) return [piece];
  const text = piece.text.replace(/\u202e([^\u202c]*)\u202c?/g, (_, inside: string) => backwards(inside));
  return [{ ...piece, text, node: null }];
}

/** The children of a flexible or grid box in the order in which they are shown. */
function ordered<T>(of: Element, { display, flexDirection }: CSSStyleDeclaration, pieces: readonly T[]): readonly T[] {
  if (!BOX.test(display)) return pieces;
  const orders = [...childNodesOf(of)].map((node) =>
    nodeTypeOf(node) === ELEMENT ? Number(getComputedStyle(node as Element).order) || 0 : 0,
  );
  const sorted = pieces
    .map((piece, at) => ({ piece, order: orders[at]! }))
    .sort((one, other) => one.order - other.order);
  const inOrder = sorted.map(({ piece }) => piece);
  return /flex/.test(display) && flexDirection.endsWith('-reverse') ? inOrder.reverse() : inOrder;
}

/** Leaves out a text without a box, and adds a line end where a gap or another line is. A space at the end of a line has no box. */
function apart(pieces: readonly ShownPiece[]): ShownPiece[] {
  const shown: ShownPiece[] = [];
  let end: DOMRect | undefined;
  for (const piece of pieces) {
    const boxes = boxesOf(piece);
    const start = boxes[0];
    if (start === undefined) {
      if (piece.text.trim() === '') shown.push(piece);
      continue;
    }
    const isParted = /\s$/.test(shown.at(-1)?.text ?? '') || /^\s/.test(piece.text);
    if (end !== undefined && !isParted && isApart(end, start))
      shown.push({ text: '\n', node: null, element: piece.element });
    shown.push(piece);
    end = boxes.at(-1);
  }
  return shown;
}

function boxesOf({ node, element }: ShownPiece): DOMRect[] {
  if (node === null) return [boxOf(element)];
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].filter(({ width, height }) => width > MIN_SIZE && height > MIN_SIZE);
}

/** Whether an eye sees two boxes as two words. */
function isApart(one: DOMRect, other: DOMRect): boolean {
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const gap = Math.max(other.left - one.right, one.left - other.right);
  return height <= 0 || gap > MAX_GAP * one.height;
}
