/** A piece of a text: as it would be pasted, where it begins, and how many characters it takes there (UTF-16 units). */
export type Span = { readonly text: string; readonly index: number; readonly length: number };

/** A text as it would be pasted into a wallet, and where each of its characters stands in what was written; null where it is the same. */
export type PlainText = { readonly text: string; readonly places: Uint32Array | null };

/** The characters of a plain text from one index to below another. */
export function spanOf({ text, places }: PlainText, start: number, end: number): Span {
  const index = places === null ? start : places[start]!;
  return { text: text.slice(start, end), index, length: (places === null ? end : places[end - 1]! + 1) - index };
}

/** Soft hyphens, joiners, marks of direction and other characters of no width (Unicode, general category Cf, and U+034F), in order. */
const INVISIBLE = '\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff';
/** Fullwidth digits and letters (Unicode block FF00), in order. */
const FULLWIDTH = '\uff10-\uff19\uff21-\uff3a\uff41-\uff5a';
const DISGUISED = new RegExp(`[${INVISIBLE}${FULLWIDTH}]`);

/** The first and the last code of each range of such a class. */
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

/** Of the machine's own byte order, which all that run browsers share. A lone surrogate becomes another character of the same length. */
const UTF_16 = new TextDecoder('utf-16le', { ignoreBOM: true });
const FULLWIDTH_OFFSET = 0xfee0;
/** U+200D joins what stands on its sides to one picture, which is another name than its parts. */
const JOINER = 0x200d;
/** Makes a picture of the character before it. */
const VARIATION = 0xfe0f;
const FIRST_EMOJI = 0x2194;
const EMOJI = /\p{Extended_Pictographic}/u;
/** The first halves of U+1F000 to U+1FBFF, where nearly everything is a picture. */
const isPictureHalf = (code: number): boolean => code >= 0xd83c && code <= 0xd83e;

function joinsEmoji(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== JOINER) return false;
  const before = text.charCodeAt(at - 1);
  if (before === VARIATION || isPictureHalf(text.charCodeAt(at - 2))) return true;
  return before >= FIRST_EMOJI && EMOJI.test(text[at - 1]!);
}

/** A text without characters that nobody sees and with its fullwidth letters and digits in ASCII. Linear time. */
export function plainText(text: string): PlainText {
  if (!DISGUISED.test(text)) return { text, places: null };
  const codes = new Uint16Array(text.length);
  const places = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f && isIn(INVISIBLE_RANGES, code) && !joinsEmoji(text, at)) continue;
    codes[length] = code > 0x7f && isIn(FULLWIDTH_RANGES, code) ? code - FULLWIDTH_OFFSET : code;
    places[length] = at;
    length += 1;
  }
  return { text: UTF_16.decode(codes.subarray(0, length)), places };
}
