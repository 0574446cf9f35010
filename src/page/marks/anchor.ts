import { type Candidate, candidatesIn } from '../../asset/address/shape.ts';
import { attributeOf, boxOf, closest, localNameOf, parentElementOf, textOf } from '../document/node.ts';
import {
  ADDRESS_ATTRIBUTES,
  isTextField,
  OWN_ATTRIBUTES,
  otherDataOf,
  readableText,
  readableValue,
} from '../document/readable.ts';
import type { Place } from '../scanner/candidate.ts';
import { abbreviationOf } from '../scanner/shortened.ts';
import { parentOf } from './visibility.ts';

/** An attribute that holds an address, with its value. */
type Source = { readonly element: Element; readonly name: string; readonly value: string };

/**
 * What a mark is attached to: a range of text, or the box of an element that does not spell the address.
 *
 * - `spelling`: the text of the range, or that of an element that shows it in another way: by a style, or as a canvas
 * - `source`: the attribute in which the address was found, unless it was found in a text
 */
export type Anchor = { readonly source?: Source } & (
  | { readonly kind: 'range'; readonly range: Range; readonly spelling: string }
  | { readonly kind: 'box'; readonly element: Element; readonly spelling?: string }
);

/** Longer texts belong to a section of a page, not to one address. */
const MAX_LABEL_LENGTH = 80;
const MAX_SECTION_LENGTH = 400;

/** The characters or the box to mark for an address at a place, or null where the page has changed since. */
export function anchorAt(place: Place, content: string): Anchor | null {
  if (place.kind === 'field') return place.element.isConnected ? { kind: 'box', element: place.element } : null;
  if (place.kind === 'text') {
    const { start, startOffset, end, endOffset } = place;
    const range = document.createRange();
    range.setStart(start, Math.min(startOffset, start.length));
    range.setEnd(end, Math.min(endOffset, end.length));
    const text = range.toString();
    const isThere = place.source === undefined ? spelledIn(text, content) !== undefined : text === place.source;
    if (!start.isConnected || !isThere) return null;
    const holder = parentElementOf(start);
    // What a canvas holds has no box of its own.
    const canvas = holder && closest(holder, 'canvas');
    return canvas ? { kind: 'box', element: canvas, spelling: textOf(canvas) } : anchorOfRange(range);
  }
  if (place.source !== undefined) {
    const anchor = { kind: 'box', element: place.element, spelling: place.source } as const;
    return isCurrent(anchor, content) ? anchor : null;
  }
  const source = place.element.isConnected ? sourceIn(place.element, content) : undefined;
  return source ? { ...anchorOfElement(place.element, content), source } : null;
}

/** True while the page still shows what the anchor was made for. */
export function isCurrent(anchor: Anchor, content: string): boolean {
  const { source } = anchor;
  if (source && !(source.element.isConnected && attributeOf(source.element, source.name) === source.value))
    return false;
  if (anchor.kind === 'range')
    return anchor.range.startContainer.isConnected && anchor.range.toString() === anchor.spelling;
  const { element, spelling } = anchor;
  if (!element.isConnected || (spelling !== undefined && textOf(element) !== spelling)) return false;
  return !isTextField(element) || spelledIn(readableValue(element, 'person'), content) !== undefined;
}

/** The element around the anchor. */
export const elementOf = (anchor: Anchor): Element | null =>
  anchor.kind === 'box' ? anchor.element : parentOf(anchor.range.endContainer);

const holders = new WeakMap<Anchor, Element | null>();

/** The nearest element with a box around an anchor. It reads styles, so call it after the page has been laid out. */
export function boxedElementOf(anchor: Anchor): Element | null {
  const known = holders.get(anchor);
  if (known !== undefined) return known;
  let at = elementOf(anchor);
  while (at !== null && getComputedStyle(at).display === 'contents') at = parentOf(at);
  holders.set(anchor, at);
  return at;
}

/** The boxes of the anchor in the viewport, one for each line. */
export function linesOf(anchor: Anchor): DOMRect[] {
  const rects = anchor.kind === 'box' ? [boxOf(anchor.element)] : [...anchor.range.getClientRects()];
  return rects.filter((rect) => rect.width > 0 && rect.height > 0);
}

/** The boxes of the characters of an anchor that tell its address from no other: `0x`, and the ellipsis of a shortened one. */
export function blanksOf(anchor: Anchor): DOMRect[] {
  if (anchor.kind === 'box' || !(anchor.range.startContainer instanceof Text)) return [];
  const { startContainer: text, startOffset } = anchor.range;
  const blank = document.createRange();
  return [...text.data.slice(startOffset, startOffset + anchor.spelling.length).matchAll(/^0x|…|\.{3}/gi)].flatMap(
    ({ 0: found, index }) => {
      blank.setStart(text, startOffset + index);
      blank.setEnd(text, startOffset + index + found.length);
      return [...blank.getClientRects()];
    },
  );
}

/** An address as its page spells it where an anchor is, as far as that is the whole of it. */
export const spellingAt = ({ spelling = '' }: Anchor, content: string): string =>
  spelling.toLowerCase() === content.toLowerCase() ? spelling : content;

/** True where both mark the same characters or the same box. */
export function isSameAnchor(one: Anchor, other: Anchor): boolean {
  if (one.kind === 'box' || other.kind === 'box') return elementOf(one) === elementOf(other) && one.kind === other.kind;
  return one.range.startContainer === other.range.startContainer && one.range.startOffset === other.range.startOffset;
}

function spelledIn(text: string, content: string): Candidate | undefined {
  // The word that its family needs may stand outside.
  return candidatesIn(text, null).find((candidate) => candidate.content === content);
}

/** The first attribute of an element that holds an address. */
function sourceIn(element: Element, content: string): Source | undefined {
  return [OWN_ATTRIBUTES[localNameOf(element)] ?? [], ADDRESS_ATTRIBUTES, otherDataOf(element)]
    .flat()
    .map((name) => ({ element, name, value: attributeOf(element, name) ?? '' }))
    .find(({ value }) => spelledIn(readableText(value), content));
}

const anchorOfRange = (range: Range): Anchor => ({ kind: 'range', range, spelling: range.toString() });

function anchorOfElement(element: Element, content: string): Anchor {
  const own = textOf(element);
  const label = own.trim();
  const isLabelled = label !== '' && label.length <= MAX_LABEL_LENGTH;
  // A link with a label stands for itself; a copy button or an icon belongs to the address beside it.
  const levels = isLabelled && localNameOf(element) === 'a' ? 1 : 3;
  let near: Element | null = element;
  for (let level = 0; level < levels && near !== null; level += 1, near = parentElementOf(near)) {
    const text = textOf(near);
    if (text.length > MAX_SECTION_LENGTH) break;
    const spelled = spelledIn(text, content) ?? abbreviationOf(content, text);
    const range = spelled ? rangeOf(near, spelled.index, spelled.length) : null;
    if (range !== null) return anchorOfRange(range);
  }
  const range = isLabelled ? rangeOf(element, own.indexOf(label), label.length) : null;
  return range === null ? { kind: 'box', element } : anchorOfRange(range);
}

/** The range of some characters of an element's text content, or null where they do not exist. */
function rangeOf(element: Element, index: number, length: number): Range | null {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let before = 0;
  let begun = false;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const after = before + (node as Text).length;
    if (!begun && index < after) {
      range.setStart(node, index - before);
      begun = true;
    }
    if (begun && index + length <= after) {
      range.setEnd(node, index + length - before);
      return range;
    }
    before = after;
  }
  return null;
}
