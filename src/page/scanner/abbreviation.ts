import type { AddressFamily } from './family.ts';

/** Where a shortened spelling stands in a text. */
export type Abbreviation = { readonly index: number; readonly length: number };

/**
 * The first spelling such as `0x1234…abcd` in a text whose head and tail agree with the whole address, or null. A
 * spelling that disagrees belongs to another address.
 *
 * @param content the whole address in canonical form
 */
export function abbreviationOf(content: string, family: AddressFamily, text: string): Abbreviation | null {
  const whole = content.toLowerCase();
  for (const match of text.matchAll(family.abbreviation)) {
    const [spelling, head = '', tail = ''] = match;
    if (whole.startsWith(head.toLowerCase()) && whole.endsWith(tail.toLowerCase())) {
      return { index: match.index, length: spelling.length };
    }
  }
  return null;
}
