import { inPieces, isAlphanumeric, MAX_TOKEN_LENGTH, MIN_TOKEN_LENGTH } from './pieces.ts';
import { type PlainText, plainText, type Span, spanOf } from './plain-text.ts';

/**
 * Takes a candidate for one address, found as
 * - `code`: letters and digits of sufficient length; they may continue the word and colon before them (`bitcoin:`,
 *   `0:`), and `prefixed` is both together;
 * - `ens` or `near`: a name by its ending, which for NEAR may have such a word before it;
 * - `whole`: a name or an account in base64 that has the shape and the case of its family, as found.
 */
export type TakeToken = (token: Token, kind: 'code' | 'ens' | 'near' | 'whole', prefixed: Span | null) => void;

export type Token = Span & {
  /**
   * A name preceded by adjacent text in a script without spaces: that text may belong to the name or to the sentence.
   * The name without it is a token of its own.
   */
  readonly mayRunOn?: true;
};

/** Maximum length of a name (RFC 1035, section 2.3.4), which ENS and NEAR also respect. */
const MAX_NAME_LENGTH = 255;
/** Whether a text is too short for an address and is no name: most labels and links of a page. */
export const isTooShort = (text: string): boolean => text.length < MIN_TOKEN_LENGTH && !text.includes('.');

/** Length of a TON account in base64 (TEP-2), whose alphabet includes two separators. */
export const BASE64_LENGTH = 48;
const NAME_END = /\.(?:[eE][tT][hH]|near)/g;
/** Minimum length of the label before `.eth` (registrar of ENS); in another script one character may stand for several. */
const MIN_ENS_LABEL = 3;
/** Maximum length of a label (RFC 1035, section 2.3.4). */
const MAX_LABEL_LENGTH = 63;
/** Characters that never occur in a name. */
const NAME_STOP = /[\s<>"'`‘“”„«»()[\]{},;:!?/\\@=&#|*~%–—…•、。，：；！？（）【】「」『』《》〈〉〜]/;
/** What a character is to a name: part of it as it stands, part of it in some names or in another case, no part of it. */
const PLAIN = 0;
const OTHER = 1;
const STOP = 2;
const IN_ASCII: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return NAME_STOP.test(character) ? STOP : /[a-z0-9.-]/.test(character) ? PLAIN : OTHER;
});

/** In the scripts from Latin letters with accents to Ethiopic, and in those from kana on, all characters are part of a name. */
function partOf(code: number): number {
  if (code < 128) return IN_ASCII[code]!;
  if ((code > 0xbb && code < 0x1680) || (code > 0x301c && code < 0xfeff)) return PLAIN;
  return NAME_STOP.test(String.fromCharCode(code)) ? STOP : OTHER;
}

/** First script written without spaces: Thai, Lao, Myanmar, Khmer, then Han and kana. */
const FIRST_UNSPACED = 0xe00;
/** First ideograph; all but a few Latin letters come before it. */
const FIRST_IDEOGRAPH = 0x2e80;
/** Latin letters after the last letter of a script without spaces: the end of the sentence and the start of a name. */
const BEHIND_UNSPACED =
  /(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])\p{scx=Latn}[\p{scx=Latn}\p{M}\w$.-]{2,}$/u;
const MIN_LATIN = 3;
/** Maximum number of names in one text that are taken in two spellings. */
const MAX_AMBIGUOUS = 1_000;
/**
 * Passes every token of a text to `take`, as it would be pasted: in ASCII, without invisible characters. First come
 * tokens in one piece, then names, then tokens in pieces. Linear time, and almost free for a text of plain words.
 */
export function eachToken(text: string, take: TakeToken): void {
  const plain = plainText(text);
  for (const [from, end] of longRuns(plain.text)) readRun(plain, from, end, take);
  readNames(plain, take);
  for (const piece of inPieces(plain)) take(piece, 'code', null);
}

/** Maximum length of the word before a colon, with a sign before it. */
const MAX_PREFIX_LENGTH = 33;

/** Span from the word and colon before `start` to `end`; null where there is none. */
function prefixedAt(plain: PlainText, start: number, end: number): Span | null {
  const { text } = plain;
  const colon = start - 1;
  if (text.charCodeAt(colon) !== 58) return null;
  let from = colon;
  while (from > 0 && colon - from <= MAX_PREFIX_LENGTH && isPrefixPart(text.charCodeAt(from - 1))) from -= 1;
  while (text.charCodeAt(from) === 43) from += 1;
  const word = text.charCodeAt(from) === 45 ? from + 1 : from;
  return colon - word < MAX_PREFIX_LENGTH && isAlphanumeric(text.charCodeAt(word)) ? spanOf(plain, from, end) : null;
}

/** Letters, digits, `+` and `-`. */
const isPrefixPart = (code: number): boolean => isAlphanumeric(code) || code === 43 || code === 45;

/** A run of base64 characters that is long enough for an address. */
const LONG_RUN = new RegExp(`(?<![\\w+/-])[\\w+/-]{${MIN_TOKEN_LENGTH},}`, 'g');

/** Start and end of every run of base64 characters that is long enough for an address. */
export function* longRuns(text: string): Generator<readonly [from: number, end: number]> {
  for (const { 0: run, index } of text.matchAll(LONG_RUN)) yield [index, index + run.length];
}

/** Tokens of letters and digits only, and those in base64. */
function readRun(plain: PlainText, from: number, end: number, take: TakeToken): void {
  const { text } = plain;
  let isCut = false;
  for (let start = from; start < end; start += 1) {
    let stop = start;
    while (stop < end && isAlphanumeric(text.charCodeAt(stop))) stop += 1;
    isCut ||= stop < end;
    const length = stop - start;
    if (length >= MIN_TOKEN_LENGTH && length <= MAX_TOKEN_LENGTH)
      take(spanOf(plain, start, stop), 'code', prefixedAt(plain, start, stop));
    start = stop;
  }
  if (!isCut) return;
  for (let start = from; start + BASE64_LENGTH <= end; start += 1)
    if (isBase64Account(text, start)) take(spanOf(plain, start, start + BASE64_LENGTH), 'whole', null);
}

/** Whether the beginning of a TON account in base64 stands at this position. */
export const beginsBase64 = (text: string, start: number): boolean => {
  const second = text.charCodeAt(start + 1);
  if (second !== 81 && second !== 102) return false;
  const first = text.charCodeAt(start);
  return first === 69 || first === 85 || first === 107 || first === 48;
};

/** Whether a TON account stands at this position of a base64 run, with no adjacent letter or digit. */
export const isBase64Account = (text: string, start: number): boolean =>
  beginsBase64(text, start) &&
  !isAlphanumeric(text.charCodeAt(start - 1)) &&
  !isAlphanumeric(text.charCodeAt(start + BASE64_LENGTH));

/** Names, found by their ending. A name cannot continue past the end of another one of its kind, so each part is read once for each. */
function readNames(plain: PlainText, take: TakeToken): void {
  const { text } = plain;
  let behindEns = 0;
  let behindNear = 0;
  let ambiguous = MAX_AMBIGUOUS;
  NAME_END.lastIndex = 0;
  while (NAME_END.test(text)) {
    const end = NAME_END.lastIndex;
    if (goesOn(text, end)) continue;
    const isEns = text.charCodeAt(end - 4) === 46;
    const at = end - (isEns ? 4 : 5);
    const from = isEns ? behindEns : behindNear;
    let start = end;
    let label = -1;
    let highest = 0;
    let isWhole = isEns;
    for (; start > from && at - start < MAX_NAME_LENGTH; start -= 1) {
      const code = text.charCodeAt(start - 1);
      const part = partOf(code);
      if (part === STOP) break;
      if (part === OTHER) isWhole = false;
      if (code === 46 && start <= at && label < 0) label = at - start;
      if (code > highest) highest = code;
    }
    while (start < at && isDotOrHyphen(text.charCodeAt(start))) start += 1;
    if (isEns) behindEns = end;
    else behindNear = end;
    if (start >= at) continue;
    if (isEns && highest < 128 && (label < 0 ? at - start : label) < MIN_ENS_LABEL) continue;
    const isBehind = highest >= FIRST_UNSPACED && text.charCodeAt(at - 1) < FIRST_IDEOGRAPH;
    const latin = isBehind ? latinIn(text, start, at, ambiguous > 0) : start;
    isWhole &&= label < 0 && at - start <= MAX_LABEL_LENGTH;
    const kind = isWhole ? 'whole' : isEns ? 'ens' : 'near';
    if (latin > start) {
      if (ambiguous > 0) take({ ...spanOf(plain, start, end), mayRunOn: true }, kind, null);
      ambiguous -= 1;
      start = latin;
    }
    take(spanOf(plain, start, end), kind, isEns ? null : prefixedAt(plain, start, end));
  }
}

/**
 * Start of the Latin letters that end a piece of text and stand behind a script without spaces; `start` where there are
 * none.
 * @param isThorough whether to search for Latin letters other than ASCII too, which are rare
 */
function latinIn(text: string, start: number, end: number, isThorough: boolean): number {
  let ascii = end;
  while (ascii > start && text.charCodeAt(ascii - 1) < 128) ascii -= 1;
  if (ascii > start && isUnspaced(text.charCodeAt(ascii - 1)))
    return end - ascii >= MIN_LATIN && isLetter(text.charCodeAt(ascii)) ? ascii : start;
  return isThorough ? start + Math.max(0, text.slice(start, end).search(BEHIND_UNSPACED)) : start;
}

/** Letters of scripts without spaces, most of them: Thai consonants and vowels, kana, Han. */
const isUnspaced = (code: number): boolean =>
  (code >= 0x4e00 && code < 0xa000) || (code >= 0x3041 && code < 0x3097) || (code >= 0xe01 && code < 0xe3b);
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

const isDotOrHyphen = (code: number): boolean => code === 45 || code === 46;

/** Whether a name continues after what looks like its end. */
function goesOn(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  return (
    isAlphanumeric(code) || code === 45 || code === 95 || (code === 46 && isAlphanumeric(text.charCodeAt(end + 1)))
  );
}
