/** A piece of a text that may name one asset, its position, and the punctuation right after it, for example `:`. */
export type Word = { readonly text: string; readonly index: number; readonly after: string };

const TOKEN = /[^\s<>"`“”„«»‘’|、。，；！？（）【】「」]+/g;
const SCHEME = /\b(?:https?|ipfs|ipns|tg|whatsapp):\/\//gi;
/** Characters that split other words. They do not occur in hosts, but may in paths. */
const PART = /[^,;()[\]{}→–—…•]+/g;
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

/** Whether the authority of a URL contains no characters that only the surrounding text would have. */
export function hasOneAuthority(address: string): boolean {
  const authority = /^[a-z]+:[\\/]*([^/\\?#]*)/i.exec(address)?.[1] ?? '';
  return authority.includes('@') || authorityEnd(authority) === authority.length;
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
  const authority = piece.slice(start, path);
  const end = start + (authority.includes('@') ? authority.length : authorityEnd(authority));
  words.push({ text: withoutTail(end < path ? piece.slice(0, end) : piece), index, after: '' });
  if (end < path) splitWord(piece.slice(end), index + end, words);
}

/** End of the authority if adjacent text follows it. An IPv6 address is in brackets. */
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
    // A leading hyphen belongs to the name: without it the name may have another owner.
    while (start < part.length && (isEmphasis ? ".:!?~'/*_" : ".:!?~'/*").includes(part[start]!)) start++;
    let end = part.length;
    while (end > start && ".:!?~'*_-".includes(part[end - 1]!)) end--;
    if (end > start) words.push({ text: part.slice(start, end), index: index + at + start, after: part.slice(end) });
  }
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
  for (; end > 0; end--) {
    const last = address[end - 1]!;
    const opener = OPENERS[last];
    if (opener === undefined ? !".,;:!?*_~'".includes(last) : (surplus.get(opener) ?? 0) <= 0) break;
    if (opener !== undefined) surplus.set(opener, (surplus.get(opener) ?? 0) - 1);
  }
  return address.slice(0, end);
}

/** Invisible characters that only split words: zero-width spaces and joiners, soft hyphen, byte order mark. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

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
