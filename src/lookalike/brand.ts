import known from './brands.json' with { type: 'json' };
import { skeletonOf } from './skeleton.ts';

/** A brand that impostors imitate, as the list of them says it. */
type ListedBrand = {
  readonly name: string;
  /** Registrable names and hosts that are its own, with all that is below them; the first is where a person is sent. */
  readonly hosts: readonly string[];
  /** Words that mean the brand, lower case; without any it is the name itself, letters and digits. */
  readonly terms?: readonly string[] | undefined;
  /** The terms are words of a language too, or the brand has more hosts than a list can hold: alone they say nothing. */
  readonly isCommon?: boolean;
  /** Words that hold a term and do not mean the brand. */
  readonly unrelated?: readonly string[];
  /** It has its own name under the suffixes of many countries. */
  readonly everyCountry?: boolean;
};

/** How one of the words that mean a brand is looked for. */
export type Term = {
  readonly word: string;
  readonly skeleton: string;
  /** Where it counts: `inside` other words too, alone as a `word` of the host, or only `beside` what impostors write next to it. */
  readonly reach: 'inside' | 'word' | 'beside';
};

/** A brand that impostors imitate. */
export type ImitatedBrand = {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly terms: readonly Term[];
  /** Words that hold a term and do not mean the brand. */
  readonly unrelated: readonly string[];
  readonly everyCountry: boolean;
};

/** Shorter names are parts of honest words. */
const MIN_LENGTH_INSIDE = 7;
/** Shorter names are words and abbreviations of many. */
const MIN_LENGTH_ALONE = 5;

/** The brand with its words ready to be looked for. */
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
 * The brands that every build knows: wallets, exchanges, protocols, marketplaces, banks and sign-in pages that are imitated most.
 * Made when they are first asked for.
 */
export function knownBrands(): readonly ImitatedBrand[] {
  bundled ??= (known as readonly ListedBrand[]).map(imitatedBrand);
  return bundled;
}
