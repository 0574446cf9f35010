import type { FamilyInPages } from './family.ts';

/** What has the shape of an address: in lower case where case carries nothing, where it begins, how many characters it takes (UTF-16 units). */
export type Shaped = { readonly content: string; readonly index: number; readonly length: number };

/**
 * How a text is searched for everything that has a family's shape, in order, with repeats; checksums are not looked at, because
 * `canonicalAddress`, which does that, is too large for scripts in pages. Linear time.
 */
export function shapeFinder({ spellings }: Pick<FamilyInPages, 'spellings'>): (text: string) => Shaped[] {
  const shapes = spellings.map(({ pattern, anyCase }) => ({
    anyCase,
    within: new RegExp(`(?:${pattern})`, anyCase ? 'gi' : 'g'),
  }));
  return (text) =>
    shapes.flatMap(({ anyCase, within }) => {
      const found: Shaped[] = [];
      for (const { 0: spelling, index } of text.matchAll(within)) {
        const end = index + spelling.length;
        // What a letter or a digit touches is part of something else: a transaction hash, byte code.
        if (isAlphanumeric(text.charCodeAt(index - 1)) || isAlphanumeric(text.charCodeAt(end))) continue;
        found.push({ content: anyCase ? spelling.toLowerCase() : spelling, index, length: spelling.length });
      }
      return found;
    });
}

/** ASCII letters and digits. NaN, the code beyond either end of a text, is none. */
function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
