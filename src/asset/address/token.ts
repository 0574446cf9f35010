import { type PlainText, plainText, type Span, spanOf } from './plain-text.ts';

/** A candidate for one address. */
export type Token = {
  readonly span: Span;
  /** The same with the word and colon before it (`bitcoin:`, `0:`), if any. */
  readonly prefixed: Span | null;
  /**
   * A name preceded by adjacent text in a script without spaces: that text may belong to the name or to the sentence.
   */
  readonly mayRunOn?: true;
};

/** Minimum (classic XRP) and maximum (Byron-era Cardano) length of an address other than a name, in characters. */
export const MIN_TOKEN_LENGTH = 25;
export const MAX_TOKEN_LENGTH = 128;
/** Maximum length of a name (RFC 1035, section 2.3.4), which ENS and NEAR also respect. */
const MAX_NAME_LENGTH = 255;
/** Maximum number of joins tried in one text, so that a text made of pieces stays cheap. */
const MAX_JOINS = 1_000;
const MAX_PIECES = 32;
/** Shorter pieces are words and numbers. The first piece may be a bare `0x`, and the last may be a remainder. */
const MIN_PIECE_LENGTH = 3;

/** Whether a character code is an ASCII letter or digit. */
export const isAlphanumeric = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
/** Whether it is in a base64 alphabet: letters, digits, `+ - / _`. */
const isWide = (code: number): boolean =>
  isAlphanumeric(code) || code === 43 || code === 45 || code === 47 || code === 95;

/** Length of a TON account in base64 (TEP-2), whose alphabet includes two separators. */
export const BASE64_LENGTH = 48;
const NAME_ENDS = ['.eth', '.near'];
/** Characters that never occur in a name. */
const NAME_STOP = /[\s<>"'`‘“”„«»()[\]{},;:!?/\\@=&#|*~%–—…•、。，：；！？（）【】「」『』《》〈〉〜]/;
/** The characters of almost every name. */
const isNamePart = (code: number): boolean => isAlphanumeric(code) || code === 45 || code === 46;
/** First script written without spaces: Thai, Lao, Myanmar, Khmer, then Han and kana. */
const FIRST_UNSPACED = 0xe00;
/** First ideograph; all but a few Latin letters come before it. */
const FIRST_IDEOGRAPH = 0x2e80;
/** Latin letters after the last letter of a script without spaces: the end of the sentence and the start of a name. */
const BEHIND_UNSPACED =
  /(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])\p{scx=Latn}[\p{scx=Latn}\p{M}\w$.-]{2,}$/u;
/** Spaces that do not visually end a word, and line ends. */
const SOFT_GAP = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\r\n]/g;
const isBlank = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)));

/**
 * Passes every token of a text to `take`, as it would be pasted: in ASCII, without invisible characters. First come
 * tokens in one piece, then names, then tokens in pieces. Linear time, and almost free for a text of plain words.
 */
export function eachToken(text: string, take: (token: Token) => void): void {
  const plain = plainText(text);
  for (const [from, end] of longRuns(plain.text)) readRun(plain, from, end, take);
  for (const ending of NAME_ENDS) readNames(plain, ending, take);
  joinedPieces(plain).forEach(take);
}

const PREFIX = /(?<![0-9A-Za-z-])-?[0-9A-Za-z][0-9A-Za-z+-]{0,31}:$/;

function tokenAt(plain: PlainText, start: number, end: number): Token {
  const prefix =
    plain.text.charCodeAt(start - 1) === 58
      ? PREFIX.exec(plain.text.slice(Math.max(0, start - 34), start))?.[0].length
      : undefined;
  return {
    span: spanOf(plain, start, end),
    prefixed: prefix === undefined ? null : spanOf(plain, start - prefix, end),
  };
}

/** Start and end of every run of base64 characters that is long enough for an address. */
export function* longRuns(text: string): Generator<readonly [from: number, end: number]> {
  let from = 0;
  while (from + MIN_TOKEN_LENGTH <= text.length) {
    // A run of sufficient length covers this position wherever it starts, so most text is skipped.
    let at = from + MIN_TOKEN_LENGTH - 1;
    while (at >= from && isWide(text.charCodeAt(at))) at -= 1;
    if (at >= from) {
      from = at + 1;
      continue;
    }
    let end = from + MIN_TOKEN_LENGTH;
    while (end < text.length && isWide(text.charCodeAt(end))) end += 1;
    yield [from, end];
    from = end + 1;
  }
}

/** Tokens of letters and digits only, and those in base64. */
function readRun(plain: PlainText, from: number, end: number, take: (token: Token) => void): void {
  const { text } = plain;
  let isCut = false;
  for (let start = from; start < end; start += 1) {
    let stop = start;
    while (stop < end && isAlphanumeric(text.charCodeAt(stop))) stop += 1;
    isCut ||= stop < end;
    const length = stop - start;
    if (length >= MIN_TOKEN_LENGTH && length <= MAX_TOKEN_LENGTH) take(tokenAt(plain, start, stop));
    start = stop;
  }
  if (!isCut) return;
  for (let start = from; start + BASE64_LENGTH <= end; start += 1)
    if (isBase64Account(text, start)) take(tokenAt(plain, start, start + BASE64_LENGTH));
}

/** Whether the beginning of a TON account in base64 stands at this position. */
export const beginsBase64 = (text: string, start: number): boolean => {
  const second = text.charCodeAt(start + 1);
  return (second === 81 || second === 102) && 'EUk0'.includes(text[start]!);
};

/** Whether a TON account stands at this position of a base64 run, with no adjacent letter or digit. */
export const isBase64Account = (text: string, start: number): boolean =>
  beginsBase64(text, start) &&
  !isAlphanumeric(text.charCodeAt(start - 1)) &&
  !isAlphanumeric(text.charCodeAt(start + BASE64_LENGTH));

/** Names, found by their ending. */
function readNames(plain: PlainText, ending: string, take: (token: Token) => void): void {
  const { text } = plain;
  // A name cannot continue past the end of another one, so each part is read once.
  let from = 0;
  for (let at = text.indexOf(ending); at >= 0; at = text.indexOf(ending, at + 1)) {
    const end = at + ending.length;
    if (goesOn(text, end)) continue;
    let start = at;
    let isUnspaced = false;
    while (start > from && at - start < MAX_NAME_LENGTH) {
      const code = text.charCodeAt(start - 1);
      if (!isNamePart(code) && NAME_STOP.test(text[start - 1]!)) break;
      isUnspaced ||= code >= FIRST_UNSPACED;
      start -= 1;
    }
    while (start < at && '.-'.includes(text[start]!)) start += 1;
    from = end;
    if (start >= at) continue;
    const isBehind = isUnspaced && text.charCodeAt(at - 1) < FIRST_IDEOGRAPH;
    const latin = isBehind ? text.slice(start, at).search(BEHIND_UNSPACED) : -1;
    if (latin > 0) take({ span: spanOf(plain, start, end), prefixed: null, mayRunOn: true });
    take(tokenAt(plain, latin > 0 ? start + latin : start, end));
  }
}

/** Whether a name continues after what looks like its end. */
function goesOn(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  return (
    isAlphanumeric(code) || code === 45 || code === 95 || (code === 46 && isAlphanumeric(text.charCodeAt(end + 1)))
  );
}

/** Tokens in pieces separated by a soft gap: `0xBaD1 c0De …` with no-break spaces, or across two lines. */
export function joinedPieces(plain: PlainText): Token[] {
  const { text } = plain;
  const tokens: Token[] = [];
  let joins = MAX_JOINS;
  // Start and end of each piece of one chain.
  let starts: number[] = [];
  let ends: number[] = [];
  SOFT_GAP.lastIndex = 0;
  for (let gap = SOFT_GAP.exec(text); gap !== null && joins > 0; gap = SOFT_GAP.exec(text)) {
    const { index } = gap;
    let end = index;
    while (end > 0 && isBlank(text.charCodeAt(end - 1)) && index - end < MAX_TOKEN_LENGTH) end -= 1;
    if (ends[ends.length - 1] !== end) {
      joins = join(plain, starts, ends, joins, tokens);
      starts = [pieceStart(text, end)];
      ends = [end];
    }
    let start = index + 1;
    while (start < text.length && isBlank(text.charCodeAt(start))) start += 1;
    let stop = start;
    while (stop < text.length && isAlphanumeric(text.charCodeAt(stop)) && stop - start <= MAX_TOKEN_LENGTH) stop += 1;
    starts.push(start);
    ends.push(stop);
    SOFT_GAP.lastIndex = stop;
  }
  join(plain, starts, ends, joins, tokens);
  return tokens;
}

function pieceStart(text: string, end: number): number {
  let start = end;
  while (start > 0 && isAlphanumeric(text.charCodeAt(start - 1)) && end - start <= MAX_TOKEN_LENGTH) start -= 1;
  return start;
}

/**
 * Adds every token that begins with one piece of a chain and ends with a later piece.
 * @returns the number of joins left for this text
 */
function join(plain: PlainText, starts: number[], ends: number[], most: number, tokens: Token[]): number {
  let joins = most;
  for (let first = 0; first + 1 < starts.length; first += 1) {
    let text = plain.text.slice(starts[first]!, ends[first]!);
    if (text.length < 2 || text.length >= MAX_TOKEN_LENGTH) continue;
    const end = Math.min(starts.length, first + MAX_PIECES);
    for (let last = first + 1; last < end; last += 1) {
      const length = ends[last]! - starts[last]!;
      text += plain.text.slice(starts[last]!, ends[last]!);
      if (text.length > MAX_TOKEN_LENGTH) break;
      if (text.length >= MIN_TOKEN_LENGTH) {
        if (joins === 0) return 0;
        joins -= 1;
        tokens.push({ span: { ...spanOf(plain, starts[first]!, ends[last]!), text }, prefixed: null });
      }
      if (length < MIN_PIECE_LENGTH) break;
    }
  }
  return joins;
}
