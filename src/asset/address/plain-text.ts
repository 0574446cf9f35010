/** A piece of a text as it would be pasted. `index` and `length` are UTF-16 units of the original text. */
export type Span = { readonly content: string; readonly index: number; readonly length: number };

/**
 * A text as it would be pasted into a wallet. `places` maps each of its characters to its start in `source`; null if
 * they are equal.
 */
export type PlainText = { readonly text: string; readonly source: string; readonly places: Uint32Array | null };

/** The span from `start` (inclusive) to `end` (exclusive) of a plain text. */
export function spanOf({ text, source, places }: PlainText, start: number, end: number): Span {
  if (places === null) return { content: text.slice(start, end), index: start, length: end - start };
  const last = places[end - 1]!;
  const isPair = source.charCodeAt(last) === MATHEMATICAL_HALF && text.charCodeAt(end - 1) < 0x80;
  const index = places[start]!;
  return { content: text.slice(start, end), index, length: last + (isPair ? 2 : 1) - index };
}

/**
 * Soft hyphen, joiners, direction marks, variation selectors, fillers and other characters that show nothing (Unicode
 * property Default_Ignorable_Code_Point in the first plane), in order.
 */
const INVISIBLE =
  '\u00ad\u034f\u061c\u115f-\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0';
/** Fullwidth digits and letters (Unicode block from U+FF00), in order. */
const FULLWIDTH = '\uff10-\uff19\uff21-\uff3a\uff41-\uff5a';
/** Letters that stand alone (Unicode block Letterlike Symbols): some letters of the mathematical alphabets are there. */
const FIRST_LETTERLIKE = 0x2102;
const LAST_LETTERLIKE = 0x2134;
/** First halves of mathematical letters and digits, and of tags and further variation selectors, which show nothing. */
const MATHEMATICAL_HALF = 0xd835;
const INVISIBLE_HALF = 0xdb40;
/** Letters, most of other scripts, that look like those of an EVM address, in the order of {@link LOOKALIKES_IN_ASCII}. */
const LOOKALIKES = '\u0445\u0425\u03c7O\u041e\u039f\u0430\u0435\u0441\u0410\u0412\u0421\u0415\u03b1\u0391\u0392\u0395';
const LOOKALIKES_IN_ASCII = 'xxx000aecABCEaABE';
const [LIKE_X, LIKE_ZERO] = [LOOKALIKES.slice(0, 3), LOOKALIKES.slice(3, 6)];
const LOOKALIKE_START = `0[${LIKE_X}]|[${LIKE_ZERO}][xX${LIKE_X}][0-9A-Fa-f]{6}|0[xX][0-9A-Fa-f]*[${LOOKALIKES.slice(3)}]`;
const WITH_LOOKALIKES = new RegExp(
  `(?<!\\w)[0${LIKE_ZERO}][xX${LIKE_X}][0-9A-Fa-f${LOOKALIKES.slice(3)}]{40}(?![0-9A-Za-z.]\\w)`,
  'g',
);
const DISGUISED = new RegExp(`[${INVISIBLE}${FULLWIDTH}\u2102-\u2134\ud835\udb40]|${LOOKALIKE_START}`);
/** What every disguise has one of: far cheaper to look for. */
const UNUSUAL = /[^\0-\x7f]|O/;
const asAscii = (text: string): string =>
  text.replace(WITH_LOOKALIKES, (address) =>
    Array.from(address, (letter) => LOOKALIKES_IN_ASCII[LOOKALIKES.indexOf(letter)] ?? letter).join(''),
  );

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
/** The longest flag has six tags, with the one that ends it (Unicode emoji sequences). */
const MAX_FLAG_TAGS = 7;
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

const isTag = (code: number): boolean => code >= 0xdc00 && code <= 0xdc7f;

/** Whether a tag belongs to the flag of a region: a black flag and tags after it are one emoji, and one name of ENS. */
function isInFlag(text: string, at: number): boolean {
  let from = at;
  while (text.charCodeAt(from - 2) === INVISIBLE_HALF && at - from < 2 * MAX_FLAG_TAGS) from -= 2;
  return text.startsWith('\u{1f3f4}', from - 2);
}

/** A letter or digit of a mathematical alphabet (Unicode block from U+1D400) in ASCII; 0 for Greek ones. */
function unstyled(low: number): number {
  const at = low - 0xdc00;
  if (at >= 0x3ce) return at <= 0x3ff ? 48 + ((at - 0x3ce) % 10) : 0;
  if (at < 0 || at >= 0x2a4) return 0;
  const letter = at % 52;
  return letter < 26 ? 65 + letter : 71 + letter;
}

/** ASCII for each letterlike symbol that is a letter in another style, 0 for the others; filled on first use. */
let letterlike: Uint8Array | null = null;

function unstyledSymbol(code: number): number {
  letterlike ??= Uint8Array.from({ length: LAST_LETTERLIKE - FIRST_LETTERLIKE + 1 }, (_, at) => {
    const plain = String.fromCharCode(FIRST_LETTERLIKE + at).normalize('NFKC');
    return /^[A-Za-z]$/.test(plain) ? plain.charCodeAt(0) : 0;
  });
  return letterlike[code - FIRST_LETTERLIKE]!;
}

/**
 * Removes invisible characters, and converts letters and digits that are fullwidth or of a mathematical alphabet to
 * ASCII, and lookalikes inside an EVM address. Linear time.
 */
export function plainText(source: string): PlainText {
  if (!UNUSUAL.test(source) || !DISGUISED.test(source)) return { text: source, source, places: null };
  const text = asAscii(source);
  const codes = new Uint16Array(text.length);
  const places = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    let code = text.charCodeAt(at);
    let units = 1;
    if (code > 0x7f) {
      if (code >= FULLWIDTH_RANGES[0]! && isIn(FULLWIDTH_RANGES, code)) code -= FULLWIDTH_OFFSET;
      else if (code === MATHEMATICAL_HALF) {
        const letter = unstyled(text.charCodeAt(at + 1));
        if (letter > 0) [code, units] = [letter, 2];
      } else if (code === INVISIBLE_HALF) {
        const low = text.charCodeAt(at + 1);
        if ((isTag(low) && !isInFlag(text, at)) || (low >= 0xdd00 && low <= 0xddef)) {
          at += 1;
          continue;
        }
      } else if (code >= FIRST_LETTERLIKE && code <= LAST_LETTERLIKE) code = unstyledSymbol(code) || code;
      else if (isIn(INVISIBLE_RANGES, code) && !joinsEmoji(text, at)) continue;
    }
    codes[length] = code;
    places[length] = at;
    length += 1;
    at += units - 1;
  }
  return { text: UTF_16.decode(codes.subarray(0, length)), source, places };
}
