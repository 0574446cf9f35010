/** A piece of a text as it would be pasted. `index` and `length` are UTF-16 units of the original text. */
export type Span = { readonly text: string; readonly index: number; readonly length: number };

/**
 * A text as it would be pasted into a wallet. `places` maps each of its characters to the original; null if they are
 * equal.
 */
export type PlainText = { readonly text: string; readonly places: Uint32Array | null };

/** The span from `start` (inclusive) to `end` (exclusive) of a plain text. */
export function spanOf({ text, places }: PlainText, start: number, end: number): Span {
  const index = places === null ? start : places[start]!;
  return { text: text.slice(start, end), index, length: (places === null ? end : places[end - 1]! + 1) - index };
}

/**
 * Soft hyphen, joiners, direction marks, variation selectors, fillers and other characters that show nothing (Unicode
 * property Default_Ignorable_Code_Point, without the planes above the first), in order.
 */
const INVISIBLE =
  '\u00ad\u034f\u061c\u115f-\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0';
/** Fullwidth digits and letters (Unicode block from U+FF00), in order. */
const FULLWIDTH = '\uff10-\uff19\uff21-\uff3a\uff41-\uff5a';
const DISGUISED = new RegExp(`[${INVISIBLE}${FULLWIDTH}]`);

/** First and last code of each range in a character class. */
const rangesOf = (characters: string): Uint16Array =>
  Uint16Array.from(
    [...characters.matchAll(/(.)(?:-(.))?/g)].flatMap(([, first = '', last = first]) => [first, last]),
    (character) => character.charCodeAt(0),
  );
const INVISIBLE_RANGES = rangesOf(INVISIBLE);
const FULLWIDTH_RANGES = rangesOf(FULLWIDTH);

function isIn(ranges: Uint16Array, code: number): boolean {
  for (let at = 1; at < ranges.length; at += 2) if (code <= ranges[at]!) return code >= ranges[at - 1]!;
  return false;
}

/**
 * Assumes little-endian, the byte order of every platform that runs browsers. A lone surrogate becomes another
 * character of the same length.
 */
const UTF_16 = new TextDecoder('utf-16le', { ignoreBOM: true });
const FULLWIDTH_OFFSET = 0xfee0;
/** U+200D joins its neighbours to one emoji, which is a different name than the parts. */
const JOINER = 0x200d;
/** Variation selector that turns the previous character into an emoji. */
const VARIATION = 0xfe0f;
const FIRST_EMOJI = 0x2194;
const EMOJI = /\p{Extended_Pictographic}/u;
/** High surrogates of U+1F000 to U+1FBFF, a range that consists almost entirely of emoji. */
const isPictureHalf = (code: number): boolean => code >= 0xd83c && code <= 0xd83e;

function joinsEmoji(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== JOINER) return false;
  const before = text.charCodeAt(at - 1);
  if (before === VARIATION || isPictureHalf(text.charCodeAt(at - 2))) return true;
  return before >= FIRST_EMOJI && EMOJI.test(text[at - 1]!);
}

/** Removes invisible characters and converts fullwidth letters and digits to ASCII. Linear time. */
export function plainText(text: string): PlainText {
  if (!DISGUISED.test(text)) return { text, places: null };
  const codes = new Uint16Array(text.length);
  const places = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isWide = code >= FULLWIDTH_RANGES[0]! && isIn(FULLWIDTH_RANGES, code);
    if (!isWide && code > 0x7f && isIn(INVISIBLE_RANGES, code) && !joinsEmoji(text, at)) continue;
    codes[length] = isWide ? code - FULLWIDTH_OFFSET : code;
    places[length] = at;
    length += 1;
  }
  return { text: UTF_16.decode(codes.subarray(0, length)), places };
}
