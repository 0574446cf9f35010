/** Position of a shortened spelling in a text. */
export type Abbreviation = { readonly index: number; readonly length: number };

/** Head and tail of an address of any family without its middle: `0x1234…abcd`, `bc1qar0s...5mdq`. */
const SHORTENED =
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
