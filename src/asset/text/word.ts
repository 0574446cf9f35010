/**
 * A piece of a text that may name one asset: what it says, where in the text it begins, and the punctuation right after it, for example
 * `:`.
 */
export type Word = { readonly text: string; readonly index: number; readonly after: string };

const TOKEN = /[^\s<>"`“”„«»‘’|、。，；！？（）【】「」]+/g;
const SCHEME = /\b(?:https?|ipfs|ipns|tg|whatsapp):\/\//gi;
/** What no other word holds, and no host of an address, though its path may. */
const PART = /[^,;()[\]{}→–—…•]+/g;
/** Nearly every word of a text. */
const PLAIN = /^[A-Za-z0-9]+$/;
const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * The words of a text: addresses with a scheme whole and without the punctuation of the sentence around them, everything else split at
 * commas, brackets and their like. Linear in the length.
 * @param leastPlain words of ASCII letters and digits alone, most of any text, are left out where they are shorter
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

/** Whether an address with a scheme has nothing in the place of its host that only the text around an address has. */
export function hasOneAuthority(address: string): boolean {
  const authority = /^[a-z]+:[\\/]*([^/\\?#]*)/i.exec(address)?.[1] ?? '';
  return authority.includes('@') || authorityEnd(authority) === authority.length;
}

/** Where in a token addresses with a scheme begin; one inside another goes on with it: `https://archive.example/https://…`. */
function addressStarts(token: string): number[] {
  const starts: number[] = [];
  for (const { index } of token.matchAll(SCHEME))
    if (starts.length === 0 || !'/=?&:#@'.includes(token[index - 1]!)) starts.push(index);
  return starts;
}

function splitAddress(piece: string, index: number, words: Word[]): void {
  const start = piece.indexOf('://') + 3;
  const path = start + (/[/\\?#]/.exec(piece.slice(start))?.index ?? piece.length);
  const authority = piece.slice(start, path);
  const end = start + (authority.includes('@') ? authority.length : authorityEnd(authority));
  words.push({ text: withoutTail(end < path ? piece.slice(0, end) : piece), index, after: '' });
  if (end < path) splitWord(piece.slice(end), index + end, words);
}

/** Where the host of an address ends that a text goes on after; an IPv6 address stands in brackets. */
function authorityEnd(authority: string): number {
  const [literal = ''] = /^\[[0-9a-f:.]*\]/i.exec(authority) ?? [];
  const end = authority.slice(literal.length).search(/[\s<>"`“”„«»‘’|、，；！？（）【】「」,;()[\]{}→–—…•'!*]/);
  return end < 0 ? authority.length : literal.length + end;
}

function splitWord(piece: string, index: number, words: Word[]): void {
  if (PLAIN.test(piece)) words.push({ text: piece, index, after: '' });
  else splitAtBreaks(piece, index, words);
}

function splitAtBreaks(piece: string, index: number, words: Word[]): void {
  for (const { 0: part, index: at } of piece.matchAll(PART)) {
    const isEmphasis = part.startsWith('_') && part.endsWith('_');
    let start = 0;
    // A hyphen belongs to the name behind it: without it the name may be somebody else's.
    while (start < part.length && (isEmphasis ? ".:!?~'/*_" : ".:!?~'/*").includes(part[start]!)) start++;
    let end = part.length;
    while (end > start && ".:!?~'*_-".includes(part[end - 1]!)) end--;
    if (end > start) words.push({ text: part.slice(start, end), index: index + at + start, after: part.slice(end) });
  }
}

/** An address without the punctuation after it; a closing bracket stays where the address opened it. */
function withoutTail(address: string): string {
  const surplus = new Map<string, number>();
  for (const character of address) {
    const opener = OPENERS[character];
    if (opener !== undefined) surplus.set(opener, (surplus.get(opener) ?? 0) + 1);
    else if ('([{'.includes(character)) surplus.set(character, (surplus.get(character) ?? 0) - 1);
  }
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1]!;
    const opener = OPENERS[last];
    if (opener === undefined ? !".,;:!?*_~'".includes(last) : (surplus.get(opener) ?? 0) <= 0) break;
    if (opener !== undefined) surplus.set(opener, (surplus.get(opener) ?? 0) - 1);
  }
  return address.slice(0, end);
}

/** Characters that are not seen and only break a text's words: zero-width spaces and joiners, soft hyphen, byte order mark. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/**
 * The dots that browsers read as one (UTS #46, section 2.3), between letters that no sentence of a script with such full stops goes on
 * with.
 */
const FOREIGN_DOT =
  /(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d-])[。．｡](?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d])/gu;

/**
 * A text with its defanged addresses made whole again, as people write them so that nobody opens them by mistake:
 * `hxxps://evil[.]example`, `evil (dot) example`, `name[at]evil.example`, `https[:]//…`. Characters that are not seen are left out.
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
