import known from './brands.json' with { type: 'json' };
import { skeletonOf } from './skeleton.ts';

/** A brand in the list of brands.json. */
type ListedBrand = {
  readonly name: string;
  /**
   * The brand's own registrable names and hosts, including everything below them. The first is the link for the user.
   */
  readonly hosts: readonly string[];
  /** Words that identify the brand, in lower case. Default: the letters and digits of its name. */
  readonly terms?: readonly string[] | undefined;
  /**
   * The terms are also dictionary words, or the brand has more hosts than the list can hold. A term alone is then no
   * match.
   */
  readonly isCommon?: boolean;
  /** Words that contain a term but do not mean the brand. */
  readonly unrelated?: readonly string[];
  /** The brand owns its name under the suffixes of many countries. */
  readonly everyCountry?: boolean;
};

/** How one term of a brand is matched. */
export type Term = {
  readonly word: string;
  readonly skeleton: string;
  /** Where it matches: `inside` other words too, as a separate `word` of the host, or only `beside` a bait word. */
  readonly reach: 'inside' | 'word' | 'beside';
};

/** A brand that impostors imitate, prepared for matching. */
export type ImitatedBrand = {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly terms: readonly Term[];
  /** Words that contain a term but do not mean the brand. */
  readonly unrelated: readonly string[];
  readonly everyCountry: boolean;
};

/** Shorter names occur in legitimate words. */
const MIN_LENGTH_INSIDE = 7;
/** Shorter names are common words and abbreviations. */
const MIN_LENGTH_ALONE = 5;

/** Prepares a brand for matching. */
export function imitatedBrand({
  name,
  hosts,
  terms,
  unrelated = [],
  isCommon,
  everyCountry,
}: ListedBrand): ImitatedBrand {
  const words = terms ?? [name.toLowerCase().replace(/[^a-z0-9]/g, '')];
  return {
    name,
    hosts,
    terms: words.map((word) => ({ word, skeleton: skeletonOf(word), reach: reachOf(word, isCommon === true) })),
    unrelated,
    everyCountry: everyCountry === true,
  };
}

function reachOf({ length }: string, isCommon: boolean): Term['reach'] {
  if (isCommon || length < MIN_LENGTH_ALONE) return 'beside';
  return length < MIN_LENGTH_INSIDE ? 'word' : 'inside';
}

let bundled: readonly ImitatedBrand[] | null = null;

/**
 * The brands of every build: wallets, exchanges, protocols, marketplaces, banks and sign-in pages that are imitated
 * most. Created on first use.
 */
export function knownBrands(): readonly ImitatedBrand[] {
  bundled ??= (known as readonly ListedBrand[]).map(imitatedBrand);
  return bundled;
}
