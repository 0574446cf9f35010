/** Position of a shortened spelling in a text. */
export type Abbreviation = { readonly index: number; readonly length: number };

/** Head and tail of an address of any family without its middle: `0x1234…abcd`, `bc1qar0s...5mdq`. */
export const SHORTENED =
  /(?<![0-9A-Za-z])([0-9A-Za-z]{4,40})\s?(?:\u2026|\u22ef|\.{2,6}|\*{2,6}|-{2,6})\s?([0-9A-Za-z]{2,40})(?![0-9A-Za-z])/g;

/**
 * The first spelling such as `0x1234…abcd` in a text whose head and tail match the whole address, or null. A spelling
 * that does not match belongs to another address.
 *
 * @param content the whole address as spelled elsewhere
 */
export function abbreviationOf(content: string, text: string): Abbreviation | null {
  const hasCase = content !== content.toLowerCase();
  for (const match of text.matchAll(SHORTENED)) {
    const [spelling, ...ends] = match;
    const [head = '', tail = ''] = hasCase ? ends : ends.map((end) => end.toLowerCase());
    if (content.startsWith(head) && content.endsWith(tail)) return { index: match.index, length: spelling.length };
  }
  return null;
}

/** Maximum characters beside the address in a label, such as a name. */
const MAX_NAME_LENGTH = 12;
/**
 * Prefixes that only one family has, with its alphabet: a shortened spelling with such a prefix belongs to that family.
 */
const FAMILY_STARTS: readonly (readonly [start: RegExp, alphabet: RegExp])[] = [
  [/^0x/, /^[0-9a-f]*$/],
  [/^[a-z]{2,20}1/, /^[02-9ac-hj-np-z]*$/],
  [/^T/, /^[1-9A-HJ-NP-Za-km-z]*$/],
];

/**
 * A shortened address that a page shows, such as `0x1234…abcd`, and the different address that the element copies or
 * opens.
 */
export type Disagreement = { readonly shown: string; readonly content: string };

/**
 * The disagreement where a label shows one shortened address and no address of the same family behind it has the same
 * head and tail. Null where one matches, where the label says more, and for families without a distinct prefix.
 * @param behind what the element links to or copies
 * @param contents the addresses in it
 */
export function disagreementOf(label: string, behind: string, contents: readonly string[]): Disagreement | null {
  const [match] = label.matchAll(SHORTENED);
  if (match === undefined || label.length - match[0].length > MAX_NAME_LENGTH) return null;
  const { 1: head = '', 2: tail = '' } = match;
  for (const [start, alphabet] of FAMILY_STARTS) {
    const content = contents.find((each) => start.test(each));
    if (content === undefined) continue;
    const isUpper = content !== content.toLowerCase();
    const [first, last] = isUpper ? [head, tail] : [head.toLowerCase(), tail.toLowerCase()];
    const fixed = start.exec(content)![0];
    const isOfFamily = first.startsWith(fixed) && alphabet.test(first.slice(fixed.length) + last);
    // Behind a shortened transaction hash stands the whole hash, and perhaps an address as well.
    if (!isOfFamily || first.length < fixed.length + 2 || last.length < 3 || holds(behind, first, last)) continue;
    return { shown: `${first}…${last}`, content };
  }
  return null;
}

/** Aptos, Sui and Starknet write an address with its leading zeros or without. */
const withoutZeros = (text: string): string => text.toLowerCase().replace(/0x0+/g, '0x');

function holds(text: string, head: string, tail: string): boolean {
  const [all, first] = [withoutZeros(text), withoutZeros(head)];
  const at = all.indexOf(first);
  return at >= 0 && all.includes(tail.toLowerCase(), at + first.length);
}
