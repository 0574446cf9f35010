import { type PlainText, type Span, spanOf } from './plain-text.ts';

/** Minimum (classic XRP) and maximum (Byron-era Cardano) length of an address other than a name, in characters. */
export const MIN_TOKEN_LENGTH = 25;
export const MAX_TOKEN_LENGTH = 128;
/** Maximum number of joins tried in one text, so that a text made of pieces stays cheap. */
const MAX_JOINS = 1_000;
const MAX_PIECES = 32;
/** Pieces of a chain that are collected before they are joined. */
const MAX_CHAIN = 1_024;
/** Shorter pieces are words and numbers. The first piece may be a bare `0x`, and the last may be a remainder. */
const MIN_PIECE_LENGTH = 3;

/** Whether a character code is an ASCII letter or digit. */
export const isAlphanumeric = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
/** Spaces that do not visually end a word, and line ends. */
const SOFT_GAP = /[\n\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
const isBlank = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)));

/** Tokens in pieces of any kind. */
export const inPieces = (plain: PlainText): Span[] =>
  /\s/.test(plain.text) ? [...joinedPieces(plain), ...groupedPieces(plain)] : [];

/** Texts in pieces of any kind, which other text may touch: enough for a quick test. */
export function* textsInPieces(plain: PlainText): Generator<string> {
  for (const { content } of joinedPieces(plain)) yield content;
  for (const { start, ends } of groupsIn(plain.text))
    yield plain.text.slice(Math.max(0, start - MAX_BESIDE), ends.at(-1)! + MAX_BESIDE).replaceAll(' ', '');
}

/** Tokens in pieces separated by a soft gap: `0xBaD1 c0De …` with no-break spaces, or across two lines. */
function joinedPieces(plain: PlainText): Span[] {
  const { text } = plain;
  const joined: Span[] = [];
  let joins = MAX_JOINS;
  // Start and end of each piece of one chain.
  let starts: number[] = [];
  let ends: number[] = [];
  SOFT_GAP.lastIndex = 0;
  while (joins > 0 && SOFT_GAP.test(text)) {
    const index = SOFT_GAP.lastIndex - 1;
    let end = index;
    while (end > 0 && isBlank(text.charCodeAt(end - 1)) && index - end < MAX_TOKEN_LENGTH) end -= 1;
    if (ends[ends.length - 1] !== end) {
      joins = join(plain, starts, ends, joins, joined);
      starts = [pieceStart(text, end)];
      ends = [end];
    }
    let start = index + 1;
    while (start < text.length && isBlank(text.charCodeAt(start))) start += 1;
    let stop = start;
    while (stop < text.length && isAlphanumeric(text.charCodeAt(stop)) && stop - start <= MAX_TOKEN_LENGTH) stop += 1;
    starts.push(start);
    ends.push(stop);
    if (starts.length === MAX_CHAIN) {
      joins = join(plain, starts, ends, joins, joined, MAX_CHAIN - MAX_PIECES);
      starts = starts.slice(-MAX_PIECES);
      ends = ends.slice(-MAX_PIECES);
    }
    // The character that ended the piece may be the next gap.
    SOFT_GAP.lastIndex = stop;
  }
  join(plain, starts, ends, joins, joined);
  return joined;
}

/** Whether the digits of an EVM address begin here, behind its `0x` and a space. */
const isBehindSign = (text: string, start: number): boolean =>
  text.charCodeAt(start - 3) === 48 && (text.charCodeAt(start - 2) | 32) === 120 && isBlank(text.charCodeAt(start - 1));

function pieceStart(text: string, end: number): number {
  let start = end;
  while (start > 0 && isAlphanumeric(text.charCodeAt(start - 1)) && end - start <= MAX_TOKEN_LENGTH) start -= 1;
  return start;
}

/**
 * Adds every token that begins with one of the first pieces of a chain and ends with a later piece.
 * @returns the number of joins left for this text
 */
function join(
  plain: PlainText,
  starts: number[],
  ends: number[],
  most: number,
  joined: Span[],
  firsts = starts.length - 1,
): number {
  let joins = most;
  for (let first = 0; first < firsts; first += 1) {
    let length = ends[first]! - starts[first]!;
    if (length < 2 || length >= MAX_TOKEN_LENGTH || isBehindSign(plain.text, starts[first]!)) continue;
    const end = Math.min(starts.length, first + MAX_PIECES);
    for (let last = first + 1; last < end; last += 1) {
      const added = ends[last]! - starts[last]!;
      length += added;
      if (length > MAX_TOKEN_LENGTH) break;
      if (length >= MIN_TOKEN_LENGTH) {
        if (joins === 0) return 0;
        joins -= 1;
        let content = '';
        for (let piece = first; piece <= last; piece += 1) content += plain.text.slice(starts[piece]!, ends[piece]!);
        joined.push({ ...spanOf(plain, starts[first]!, ends[last]!), content });
      }
      if (added < MIN_PIECE_LENGTH) break;
    }
  }
  return joins;
}

/** Lengths of the groups in which wallets write an address. */
const MIN_GROUP = 3;
const MAX_GROUP = 10;
/** Characters in groups of one length, from which on a text is read as such: text may touch the first and the last group. */
const MIN_GROUPED = 20;
/** Characters beside groups that may belong to them, where other text touches them. */
const MAX_BESIDE = 12;
const SPACE = 32;

/** Groups of one length: where they start, and the end of each. */
type Groups = { readonly start: number; readonly size: number; readonly ends: readonly number[] };

const CHARACTER = '[0-9A-Za-z]';
/** Behind the first group of this length, others of it with enough characters together; or of a greater length. */
const othersOf = (size: number): string => {
  const rest = MIN_GROUPED % size;
  const others = `(?: ${CHARACTER}{${size}}){${Math.floor(MIN_GROUPED / size) - 1}}`;
  const ofSize = rest > 0 ? `${others} ${CHARACTER}{${rest}}` : others;
  return size === MAX_GROUP ? ofSize : `(?:${ofSize}|${CHARACTER}${othersOf(size + 1)})`;
};
const GROUPED = new RegExp(`(?<!${CHARACTER})${CHARACTER}{${MIN_GROUP}}${othersOf(MIN_GROUP)}`, 'g');

/** Groups of equal length with spaces between them, of which one has a digit. The last one may be shorter. */
function* groupsIn(text: string): Generator<Groups> {
  let end = 0;
  for (;;) {
    GROUPED.lastIndex = end;
    const start = GROUPED.exec(text)?.index;
    if (start === undefined) return;
    end = start;
    while (isAlphanumeric(text.charCodeAt(end))) end += 1;
    const size = end - start;
    const ends = endsOf(text, start, size);
    const last = ends.at(-1)!;
    if (last - start - ends.length + 1 < MIN_GROUPED) continue;
    end = start + Math.floor((last - start + 1) / (size + 1)) * (size + 1) - 1;
    if (/\d/.test(text.slice(start, end)) && !isCounted(text.slice(start, last))) yield { start, size, ends };
  }
}

/** Whether groups are one word with numbers: the texts of a list in a row, `Page 1Page 2Page 3`. */
function isCounted(groups: string): boolean {
  const [first, ...others] = groups.split(' ').map((group) => group.replace(/\d/g, ''));
  return first !== '' && others.slice(0, -1).every((letters) => letters === first);
}

/**
 * Tokens in groups, as wallets show an address: `0x5a Aeb6 053F … ed`. The first group may be a lonely `0x`. Linear time.
 */
function groupedPieces(plain: PlainText): Span[] {
  const { text } = plain;
  const found: Span[] = [];
  let joins = MAX_JOINS;
  for (const { start, size, ends } of groupsIn(text)) {
    if (joins === 0) break;
    const first = firstBefore(text, start - 1, size);
    for (let from = first < start ? -1 : 0; from < ends.length && joins > 0; from += 1) {
      const begin = from < 0 ? first : ends[from]! - size;
      if (!/[0-9A-Z]/.test(text.slice(begin, begin + size)) || isBehindSign(text, begin)) continue;
      for (let last = Math.max(0, from); last < ends.length && joins > 0; last += 1) {
        const content = text.slice(begin, ends[last]).replaceAll(' ', '');
        if (content.length > MAX_TOKEN_LENGTH) break;
        // Numbers in a row are no address.
        if (content.length < MIN_TOKEN_LENGTH || !/[A-Za-z]/.test(content)) continue;
        joins -= 1;
        if (!goesOnInHex(text, content, ends[last]!)) found.push({ ...spanOf(plain, begin, ends[last]!), content });
      }
    }
  }
  return found;
}

/** Start of the group before a space: of the same size, or `0x` with some digits; else the start of the group behind it. */
function firstBefore(text: string, space: number, size: number): number {
  let start = space;
  while (start > 0 && space - start <= size + 2 && isAlphanumeric(text.charCodeAt(start - 1))) start -= 1;
  return space - start === size || /^0x/i.test(text.slice(start, start + 2)) ? start : space + 1;
}

/** Ends of the groups of one size from `start` on, and of a shorter one behind them. */
function endsOf(text: string, start: number, size: number): number[] {
  const ends: number[] = [];
  for (let from = start; ; from = ends.at(-1)! + 1) {
    let end = from;
    while (end - from <= size && isAlphanumeric(text.charCodeAt(end))) end += 1;
    if (end === from || end - from > size) return ends;
    ends.push(end);
    if (end - from < size || text.charCodeAt(end) !== SPACE) return ends;
  }
}

/** Whether hexadecimal digits continue in the next group: those of a transaction. */
const goesOnInHex = (text: string, content: string, end: number): boolean =>
  /^0x/i.test(content) && /^ [0-9A-Fa-f]{3,}(?![0-9A-Za-z])/.test(text.slice(end, end + MAX_GROUP + 2));
