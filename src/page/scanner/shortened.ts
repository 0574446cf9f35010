/** Where a shortened spelling stands in a text. */
export type Abbreviation = { readonly index: number; readonly length: number };

/** Head and tail of an address of any family, with its middle left out: `0x1234…abcd`, `bc1qar0s...5mdq`. */
export const SHORTENED =
  /(?<![0-9A-Za-z])([0-9A-Za-z]{4,40})\s?(?:\u2026|\u22ef|\.{2,6}|\*{2,6}|-{2,6})\s?([0-9A-Za-z]{2,40})(?![0-9A-Za-z])/g;

/**
 * The first spelling such as `0x1234…abcd` in a text whose head and tail agree with the whole address, or null. A
 * spelling that disagrees belongs to another address.
 *
 * @param content the whole address as it is spelled elsewhere
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

/** Characters that a label may have beside the address, as its name. */
const MAX_NAME_LENGTH = 12;
/** Beginnings that no other family has, and what follows them: a shortened spelling that begins so is one of that family. */
const FAMILY_STARTS: readonly (readonly [start: RegExp, alphabet: RegExp])[] = [
  [/^0x/, /^[0-9a-f]*$/],
  [/^[a-z]{2,20}1/, /^[02-9ac-hj-np-z]*$/],
  [/^T/, /^[1-9A-HJ-NP-Za-km-z]*$/],
];

/** An address that a page shows shortened, as `0x1234…abcd`, and one that it copies or opens there, which does not agree with it. */
export type Disagreement = { readonly shown: string; readonly content: string };

/**
 * The disagreement where a label shows one shortened address, and all addresses of its family in what is behind it begin or end otherwise. Null
 * where one of them agrees, where the label says more, and for families that cannot be told by how an address begins.
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
    // Behind a shortened hash of a transaction the whole hash stands, and perhaps an address.
    if (!isOfFamily || first.length < fixed.length + 2 || last.length < 3 || holds(behind, first, last)) continue;
    return { shown: `${first}…${last}`, content };
  }
  return null;
}

function holds(text: string, head: string, tail: string): boolean {
  const all = text.toLowerCase();
  const at = all.indexOf(head.toLowerCase());
  return at >= 0 && all.includes(tail.toLowerCase(), at + head.length);
}
