import { knownBrands } from '../../../../lookalike/brand.ts';

/** A brand as impostors imitate it. */
export type BrandName = {
  /** How findings call it. */
  readonly name: string;
  /** Words that mean the brand: lower case, letters and digits. */
  readonly terms: readonly string[];
  /** Words that contain such a word and do not mean the brand. */
  readonly excludedTerms: readonly string[];
  /** Registrable domains and accounts that are the brand's own, lower case. */
  readonly own: readonly string[];
  /** Length of the shortest term that counts as a word within a name, or with one character changed. */
  readonly shortestWord: number;
};

/** Above the length of every name: such a name never counts as a word. */
const NEVER = Number.POSITIVE_INFINITY;
/** Shorter names are parts of honest ones. */
const SHORTEST_WORD = 7;

/** The brands that are imitated most, as the extension knows them too; each under its first word. */
export const KNOWN_BRANDS: readonly BrandName[] = knownBrands().map(({ terms, hosts, unrelated }) => ({
  name: terms[0]?.word ?? '',
  terms: terms.map(({ word }) => word),
  excludedTerms: unrelated,
  own: hosts,
  shortestWord: terms.some(({ reach }) => reach === 'beside') ? NEVER : SHORTEST_WORD,
}));
