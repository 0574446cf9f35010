/** A piece of a text: as it would be pasted, where it begins, and how many characters it takes there (UTF-16 units). */
export type Span = { readonly text: string; readonly index: number; readonly length: number };

/** A text as it would be pasted into a wallet, with the way back to where its characters stand. */
export type PlainText = {
  readonly text: string;
  /** The characters from one index to below another. */
  readonly span: (start: number, end: number) => Span;
};

/** Soft hyphens, joiners, marks of direction and other characters of no width (Unicode, general category Cf, and U+034F). */
const INVISIBLE = '\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff';
/** Fullwidth digits and letters (Unicode block FF00). */
const FULLWIDTH = '\uff10-\uff19\uff21-\uff3a\uff41-\uff5a';
const DISGUISED = new RegExp(`[${INVISIBLE}${FULLWIDTH}]`);
/** Whether a code is of such a class of characters: several times as fast as a regular expression for one character. */
const membership = (characters: string): ((code: number) => boolean) => {
  const ranges = [...characters.matchAll(/(.)(?:-(.))?/g)].map(([, first = '', last = first]) => [
    first.charCodeAt(0),
    last.charCodeAt(0),
  ]);
  return (code) => ranges.some(([first, last]) => code >= first! && code <= last!);
};
const isInvisible = membership(INVISIBLE);
const isFullwidth = membership(FULLWIDTH);
/** Of the machine's own byte order, which all that run browsers share. A lone surrogate becomes another character of the same length. */
const UTF_16 = new TextDecoder('utf-16le', { ignoreBOM: true });
const FULLWIDTH_OFFSET = 0xfee0;
/** U+200D joins what stands on its sides to one picture, which is another name than its parts. */
const JOINER = 0x200d;
/** Makes a picture of the character before it. */
const VARIATION = 0xfe0f;
const FIRST_EMOJI = 0x2194;
const EMOJI_END = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})$/u;

function joinsEmoji(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== JOINER) return false;
  const before = text.charCodeAt(at - 1);
  return before === VARIATION || (before >= FIRST_EMOJI && EMOJI_END.test(text.slice(Math.max(0, at - 2), at)));
}

/** A text without characters that nobody sees and with its fullwidth letters and digits in ASCII. */
export function plainText(text: string): PlainText {
  if (!DISGUISED.test(text))
    return { text, span: (start, end) => ({ text: text.slice(start, end), index: start, length: end - start }) };
  const codes = new Uint16Array(text.length);
  const places = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f && isInvisible(code) && !joinsEmoji(text, at)) continue;
    codes[length] = isFullwidth(code) ? code - FULLWIDTH_OFFSET : code;
    places[length] = at;
    length += 1;
  }
  const plain = UTF_16.decode(codes.subarray(0, length));
  return {
    text: plain,
    span: (start, end) => ({
      text: plain.slice(start, end),
      index: places[start]!,
      length: places[end - 1]! + 1 - places[start]!,
    }),
  };
}
