import { type Candidate, candidatesIn } from '../../asset/address/shape.ts';
import { closest, contains, parentElementOf, textOf } from '../document/node.ts';
import { type ShownPiece, shownPieces } from '../document/shown-text.ts';
import type { Place, Sighting } from './candidate.ts';

/** Characters of an element that is read as it is shown; of a larger one only the parent of the text itself is read. */
const MAX_LENGTH = 400;
const MAX_PARENT_LENGTH = 10_000;
/** Maximum levels from a text up to that element. */
const MAX_LEVELS = 5;
/** Letters and digits of words with a digit, of which an address has more. */
const MIN_CODE_LENGTH = 20;
/** Words at the edges of a text that may be part of an address: `0x`, or letters and digits that are more than hexadecimal. */
const WORD = '(?:0x[0-9a-f]*|(?=[a-z]*\\d)(?=[0-9a-f]*[g-z])[0-9a-z]{4,})';
const AT_END = new RegExp(`(?<![0-9a-z\u2026]|\\.\\.)${WORD}$`, 'i');
const AT_START = new RegExp(`^${WORD}(?![0-9a-z\u2026]|\\.\\.)`, 'i');
const SHORTENED_BEHIND = /^\s*(?:\u2026|\.\.)/;
const SHORTENED_BEFORE = /(?:\u2026|\.\.)\s*$/;
/** A word that says what an address is. */
const LABEL = /(?:^|[^0-9A-Za-z])[A-Za-z]{3,}:?$/;

/** Whether part of an address that is not shortened may begin or end at an edge of a text, or a text may be shown backwards. */
export function isLoose({ data }: Text, before: Text | null, behind: Text | null): boolean {
  if (!/[\d\u202e]/.test(data)) return false;
  const isHead = AT_END.test(data) && !SHORTENED_BEHIND.test(behind?.data ?? '');
  const isTail = AT_START.test(data) && !SHORTENED_BEFORE.test(before?.data ?? '');
  return (/^[0-9a-z]*$/i.test(data) ? isHead && isTail : isHead || isTail) || data.includes('\u202e');
}

const BOX = 'td,th,tr,li,dd,dt,p,div';

/** Whether a word goes on from one text to the next, which is no label and in the same box. */
export function goesOn(text: Text, next: Text): boolean {
  if (!/^[0-9A-Za-z]/.test(next.data) || /^[A-Za-z]{3,}(?![0-9A-Za-z])/.test(next.data)) return false;
  const [one, other] = [parentElementOf(text), parentElementOf(next)];
  return one !== null && other !== null && closest(one, BOX) === closest(other, BOX);
}

/** Finds the elements around texts that are shown as one: a row, a card. The browser joins the text of each element once. */
export class PartedElements {
  readonly #lengths = new Map<Element, number>();

  /** The element around a text; null for one that is too large. */
  around(text: Text): Element | null {
    let around = parentElementOf(text);
    if (around === null || this.#lengthOf(around) > MAX_PARENT_LENGTH) return null;
    for (let level = 0; level < MAX_LEVELS; level += 1) {
      const above = parentElementOf(around);
      if (above === null || this.#lengthOf(above) > MAX_LENGTH) break;
      around = above;
    }
    return around;
  }

  #lengthOf(element: Element): number {
    const known = this.#lengths.get(element) ?? textOf(element).length;
    this.#lengths.set(element, known);
    return known;
  }
}

/** The text of elements in which nothing was found as they are shown. */
const fruitless = new WeakMap<Element, string>();

/** Whether an element may show an address. One that showed none is read again only after its text has changed. */
export function isPromising(element: Element): boolean {
  const text = textOf(element);
  const codes = text.match(/[0-9A-Za-z]*\d[0-9A-Za-z]*/g) ?? [];
  return codes.join('').length >= MIN_CODE_LENGTH && fruitless.get(element) !== text;
}

/** Everything with the shape of an address in what an element shows, as one text. */
export function shownSightings(element: Element, generating: ReadonlySet<Element>, around: () => string): Sighting[] {
  const pieces = shownPieces(element, generating);
  const found = new Map<string, Sighting>();
  for (const parted of [pieces, withoutLabels(pieces)]) {
    const text = parted.map((piece) => piece.text).join('');
    for (const candidate of candidatesIn(text, around)) {
      const place = placeOf(parted, candidate, element);
      const key = place.kind === 'text' ? `${place.startOffset} ${place.endOffset}` : '';
      found.set(`${candidate.content} ${key}`, { candidate, place });
    }
  }
  if (found.size === 0) fruitless.set(element, textOf(element));
  return [...found.values()];
}

/** The pieces with a line end behind each label at the beginning of a word, which an address may touch. */
function withoutLabels(pieces: readonly ShownPiece[]): ShownPiece[] {
  let isInWord = false;
  return pieces.flatMap((piece) => {
    const isLabel = !isInWord && LABEL.test(piece.text);
    isInWord = !isLabel && /[0-9A-Za-z]$/.test(piece.text);
    return isLabel ? [piece, { ...piece, text: '\n', node: null }] : [piece];
  });
}

/** Where a candidate stands: its texts, or the element around it where a style shows part of it or turns it around. */
function placeOf(pieces: readonly ShownPiece[], { index, length }: Candidate, element: Element): Place {
  const parts: (Pick<ShownPiece, 'node' | 'element'> & { readonly from: number; readonly to: number })[] = [];
  let at = 0;
  for (const { text, ...piece } of pieces) {
    const [from, to] = [Math.max(0, index - at), Math.min(text.length, index + length - at)];
    if (from < to) parts.push({ ...piece, from, to });
    at += text.length;
  }
  const texts = parts.flatMap(({ node, from, to }) => (node === null ? [] : { node, from, to }));
  texts.sort((one, other) => (isBehind(one.node, other.node) ? 1 : -1));
  const [first, last] = [texts[0], texts.at(-1)];
  if (first === undefined || last === undefined || texts.length < parts.length) {
    let around = parts[0]?.element ?? element;
    const holdsAll = () => parts.every((part) => contains(around, part.element));
    while (around !== element && !holdsAll()) around = parentElementOf(around) ?? element;
    return { kind: 'element', element: around, source: textOf(around) };
  }
  return withSource({ start: first.node, startOffset: first.from, end: last.node, endOffset: last.to });
}

type TextPlace = Extract<Place, { kind: 'text' }>;

/** A place with the text in it in the order of the document, which does not spell the address there. */
export function withSource(place: Omit<TextPlace, 'kind' | 'source'>): TextPlace {
  const range = document.createRange();
  range.setStart(place.start, place.startOffset);
  range.setEnd(place.end, place.endOffset);
  return { kind: 'text', ...place, source: range.toString() };
}

const isBehind = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
