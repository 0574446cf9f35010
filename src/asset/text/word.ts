import { isTopLevelDomain } from '../url/host/top-level-domain.ts';

/** A piece of a text that may name one asset, its position, and the punctuation right after it, for example `:`. */
export type Word = { readonly text: string; readonly index: number; readonly after: string };

const TOKEN = /[^\s<>"`“”„«»‘’|、。，；：！？،؛؟（）【】「」『』《》〈〉]+/g;
const SCHEME = /\b(?:https?|ipfs|ipns|tg|whatsapp):\/\//gi;
/** Characters that split other words. They do not occur in hosts, but may in paths. */
const PART = /[^,;()[\]{}→–—…•¡¿]+/g;
/** Almost every word of a text. */
const PLAIN = /^[A-Za-z0-9]+$/;
const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Splits a text into words: a URL with a scheme stays whole, without the punctuation around it; everything else is
 * split at commas, brackets and similar. Linear time.
 * @param leastPlain minimum length of words that consist of ASCII letters and digits only, which are most words of a
 * text
 */
export function wordsOf(text: string, leastPlain = 1): Word[] {
  const words: Word[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token.length < leastPlain && PLAIN.test(token)) continue;
    const starts = token.includes('://') ? addressStarts(token) : [];
    splitWord(token.slice(0, starts[0]), index, words);
    for (const [at, start] of starts.entries()) splitAddress(token.slice(start, starts[at + 1]), index + start, words);
  }
  return words;
}

/** The host of a URL, and its rest. */
const URL_PARTS = /^[a-z]+:[\\/]*(?:[^/\\?#]*@)?([^/\\?#]*)(.*)$/is;
/** Ends a clause in other scripts, and so a URL in them. */
const CLAUSE_END = /[、。，；：！？،؛؟（）【】「」『』《》〈〉]/;

/** Whether a URL contains no characters that only the surrounding text would have. */
export function isOneUrl(address: string): boolean {
  const [, host = '', rest = ''] = URL_PARTS.exec(address) ?? [];
  return authorityEnd(host) === host.length && !CLAUSE_END.test(rest);
}

/**
 * Start of each URL with a scheme in a token. A URL inside another one belongs to it:
 * `https://archive.example/https://…`.
 */
function addressStarts(token: string): number[] {
  const starts: number[] = [];
  for (const { index } of token.matchAll(SCHEME))
    if (starts.length === 0 || !'/=?&:#@'.includes(token[index - 1]!)) starts.push(index);
  return starts;
}

function splitAddress(piece: string, index: number, words: Word[]): void {
  const start = piece.indexOf('://') + 3;
  const path = start + (/[/\\?#]/.exec(piece.slice(start))?.index ?? piece.length);
  const host = piece.lastIndexOf('@', path - 1) < start ? start : piece.lastIndexOf('@', path - 1) + 1;
  const end = host + authorityEnd(piece.slice(host, path));
  words.push({ text: withoutTail(end < path ? piece.slice(0, end) : piece), index, after: '' });
  if (end < path) splitWord(piece.slice(end), index + end, words);
}

/** End of the host with its port, if adjacent text follows it. An IPv6 address is in brackets. */
function authorityEnd(authority: string): number {
  const [literal = ''] = /^\[[0-9a-f:.]*\]/i.exec(authority) ?? [];
  const stop = authority.slice(literal.length).search(/[\s<>"`“”„«»‘’|、，；！？（）【】「」,;()[\]{}→–—…•'!*&=+^]/);
  return hostEnd(stop < 0 ? authority : authority.slice(0, literal.length + stop));
}

/** A top-level domain with its port, and text in another script, a picture or a second noun (`-Seite`) right behind it. */
const TOUCHED_ENDING = /^([A-Za-z]{2,63})(?::\d{1,5})?(?=[^\0-\x7f]|-[A-Z][a-z])/;
const MAX_LABEL_LENGTH = 63;

/** End of a host if adjacent text follows its top-level domain, none of which is such a mix. The text has no slash. */
function hostEnd(host: string): number {
  const start = host.lastIndexOf('.') + 1;
  const label = host.slice(start);
  const [written, ending] = TOUCHED_ENDING.exec(label) ?? [];
  if (start === 0 || written === undefined || !isTopLevelDomain(ending!)) return host.length;
  // Browsers read letters of another style as ASCII.
  const plain = label.slice(0, MAX_LABEL_LENGTH).normalize('NFKC');
  return isTopLevelDomain(plain) ? host.length : start + written.length;
}

function splitWord(piece: string, index: number, words: Word[]): void {
  if (PLAIN.test(piece)) words.push({ text: piece, index, after: '' });
  else for (const { 0: part, index: at } of piece.matchAll(PART)) splitPart(part, index + at, words);
}

/** The characters of pictures, for a character class. In a name of ENS they are letters, so such a word stays whole. */
const PICTURE = '\\p{Extended_Pictographic}\\p{So}\\p{Emoji_Modifier}\\u200d\\ufe0e\\ufe0f\\u20e3\\u2460-\\u249b';
const BETWEEN_PICTURES = new RegExp(`[^${PICTURE}]+`, 'gu');
/**
 * A sentence that a host, an e-mail address or a telephone number touches: in a script without spaces, whose letters
 * are seldom in one label with Latin ones, or from right to left, where they never are (RFC 5893). After a dot such a
 * letter belongs to the host: `uniswap.orgんswap.example`.
 */
const SENTENCE =
  /^[^.@]{0,255}(?:[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]|[\p{scx=Arab}\p{scx=Hebr}]-?)(?=[a-z\d][\w+-]{0,63}[.@]|\+\d)/iu;
/** What may touch a host: any other script, pictures, a hyphen and a noun. */
const TOUCHES = /[^\0-\x7f]|\.[A-Za-z]+-[A-Z]/;

function splitPart(part: string, index: number, words: Word[]): void {
  if (!/[.@+]/.test(part) || !TOUCHES.test(part) || /\.eth/i.test(part)) {
    splitAtLabel(part, index, words);
    return;
  }
  for (const { 0: run, index: at } of part.matchAll(BETWEEN_PICTURES)) {
    const start = SENTENCE.exec(run)?.[0].length ?? 0;
    if (start > 0) splitAtLabel(run.slice(0, start), index + at, words);
    splitAtHostEnd(run.slice(start), index + at + start, words);
  }
}

function splitAtHostEnd(piece: string, index: number, words: Word[]): void {
  const path = piece.search(/[/?#]/);
  const authority = path < 0 ? piece : piece.slice(0, path);
  const end = hostEnd(authority);
  if (end === authority.length) {
    splitAtLabel(piece, index, words);
    return;
  }
  splitAtLabel(piece.slice(0, end), index, words);
  splitAtLabel(piece.slice(end), index + end, words);
}

/**
 * What the rest of a word is, for example `Website:`. The rest is a host, an `@name`, an e-mail address or a telephone
 * number; a scheme that is followed by one of them keeps it.
 */
const LABEL =
  /^(?!(?:https?|mailto):|tel:[+\d][\d.-]{6})[\p{L}\p{M}]{2,24}:(?=[@+]|[\p{L}\d][\p{L}\p{M}\d+_-]{2,63}[.@])/iu;

function splitAtLabel(part: string, index: number, words: Word[]): void {
  const isEmphasis = part.startsWith('_') && part.endsWith('_');
  let start = 0;
  // A leading hyphen belongs to the name: without it the name may have another owner.
  while (start < part.length && (isEmphasis ? ".:!?~'/*_" : ".:!?~'/*").includes(part[start]!)) start++;
  let end = part.length;
  while (end > start && ".:!?~'*_-".includes(part[end - 1]!)) end--;
  const text = part.slice(start, end);
  const label = text.includes(':') ? (LABEL.exec(text)?.[0].length ?? 0) : 0;
  const length = text.includes("'") && text.includes('.') ? text.replace(/'\p{L}{1,4}$/u, '').length : text.length;
  if (length > label)
    words.push({ text: text.slice(label, length), index: index + start + label, after: part.slice(start + length) });
}

/** A URL without trailing punctuation. Keeps a closing bracket that the URL opened. */
function withoutTail(address: string): string {
  const surplus = new Map<string, number>();
  for (const character of address) {
    const opener = OPENERS[character];
    if (opener !== undefined) surplus.set(opener, (surplus.get(opener) ?? 0) + 1);
    else if ('([{'.includes(character)) surplus.set(character, (surplus.get(character) ?? 0) - 1);
  }
  let end = address.length;
  while (end > 0) {
    const last = LOW_HALF.test(address[end - 1]!) ? address.slice(end - 2, end) : address[end - 1]!;
    const opener = OPENERS[last];
    if (opener === undefined ? !TAIL.test(last) : (surplus.get(opener) ?? 0) <= 0) break;
    if (opener !== undefined) surplus.set(opener, (surplus.get(opener) ?? 0) - 1);
    end -= last.length;
  }
  return address.slice(0, end);
}

const LOW_HALF = /[\udc00-\udfff]/;
/** Punctuation and pictures. */
const TAIL = new RegExp(`^[.,;:!?*_~'${PICTURE}]$`, 'u');

/**
 * Characters that show nothing: zero-width spaces and joiners, marks of direction, soft hyphen, byte order mark. The
 * joiner between two pictures makes another picture, and so another name of ENS.
 */
const INVISIBLE =
  /[\u00ad\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/gu;

/**
 * Dots that browsers read as `.` (UTS #46, section 2.3), only between letters of scripts that do not use them as full
 * stops.
 */
const FOREIGN_DOT =
  /(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d-])[。．｡](?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d])/gu;

/**
 * Restores defanged URLs and addresses: `hxxps://evil[.]example`, `evil (dot) example`, `name[at]evil.example`,
 * `https[:]//…`. Also removes invisible characters.
 */
export function refanged(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(FOREIGN_DOT, '.')
    .replace(/ ?[[({](?:\.|dot)[\])}] ?/gi, '.')
    .replace(/ ?[[({](?:@|at)[\])}] ?/gi, '@')
    .replace(/[[({](:\/\/|:|\/)[\])}]/g, '$1')
    .replace(/\bh(?:xx|\*\*|tt)p(s?):\/\//gi, 'http$1://')
    .replace(/\bh(?:xx|\*\*)p(s?):/gi, 'http$1:');
}
