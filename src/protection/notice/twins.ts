import type { Address } from '../../asset/address/address.ts';
import { areAlike, commonStart, endsOf } from '../../asset/address/similarity.ts';
import type { AddressNotice } from './notice.ts';

/** At least `VANITY_COUNT` addresses of one page that begin with this many equal characters are one owner's, no impostor's. */
const VANITY_PREFIX_LENGTH = 12;
const VANITY_COUNT = 3;
/** Maximum documents of which it is remembered that their twins were found. */
const MAX_DOCUMENTS = 100;

/** Finds two addresses of a document that might be mistaken for each other, once for each document. */
export class PageTwins {
  readonly #found = new Set<string>();

  /**
   * @param document any unique name of the document
   * @param addresses new ones of it, and those known of it that end the same
   * @returns the first two that are alike; null if there are none, or some were found there before
   */
  findTwins(document: string, addresses: readonly Address[]): AddressNotice | null {
    const twins = this.#found.has(document) ? null : twinsAmong(addresses);
    if (this.#found.size >= MAX_DOCUMENTS) this.#found.clear();
    if (twins) this.#found.add(document);
    return twins;
  }
}

/** Unrelated addresses match once in 4,000 million pairs. */
function twinsAmong(addresses: readonly Address[]): AddressNotice | null {
  const byEnds = new Map<string, Set<string>>();
  for (const { family, content } of addresses) {
    const ends = endsOf(content);
    const key = `${family} ${ends}`;
    if (ends !== null) byEnds.set(key, (byEnds.get(key) ?? new Set()).add(content));
  }
  for (const group of byEnds.values()) {
    const contents = [...group];
    if (contents.some((one) => contents.filter((other) => isVanity(one, other)).length >= VANITY_COUNT)) continue;
    for (const [at, second] of contents.entries()) {
      const first = contents.slice(0, at).find((other) => areAlike(other, second));
      if (first !== undefined) return { kind: 'twins', first, second };
    }
  }
  return null;
}

const isVanity = (one: string, other: string): boolean => commonStart(one, other) >= VANITY_PREFIX_LENGTH;
