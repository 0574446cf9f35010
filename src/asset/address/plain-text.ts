import type { Span } from './token.ts';

/** A text as it would be pasted into a wallet, with the way back to where its characters stand. */
export type PlainText = {
  readonly text: string;
  /** The characters from one index to below another. */
  readonly span: (start: number, end: number) => Span;
};

/** Soft hyphens, joiners, marks of direction and other characters of no width (Unicode, general category Cf, and U+034F). */
const INVISIBLE = '\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff';
/** Fullwidth digits and letters (Unicode block FF00). */
const FULLWIDTH = '\\uff10-\\uff19\\uff21-\\uff3a\\uff41-\\uff5a';
const DISGUISED = new RegExp(`[${INVISIBLE}${FULLWIDTH}]`);
const EACH_DISGUISED = new RegExp(`[${INVISIBLE}]|[${FULLWIDTH}]`, 'g');
const FULLWIDTH_OFFSET = 0xfee0;

/** A text without characters that nobody sees and with its fullwidth letters and digits in ASCII. */
export function plainText(text: string): PlainText {
  if (!DISGUISED.test(text))
    return { text, span: (start, end) => ({ text: text.slice(start, end), index: start, length: end - start }) };
  const dropped: number[] = [];
  const plain = text.replace(EACH_DISGUISED, (character, index: number) => {
    const code = character.charCodeAt(0);
    if (code >= 0xff10 && code <= 0xff5a) return String.fromCharCode(code - FULLWIDTH_OFFSET);
    dropped.push(index);
    return '';
  });
  const places = new Uint32Array(plain.length);
  let next = 0;
  for (let index = 0, at = 0; index < plain.length; index += 1, at += 1) {
    while (dropped[next] === at) {
      next += 1;
      at += 1;
    }
    places[index] = at;
  }
  return {
    text: plain,
    span: (start, end) => ({
      text: plain.slice(start, end),
      index: places[start]!,
      length: places[end - 1]! + 1 - places[start]!,
    }),
  };
}
