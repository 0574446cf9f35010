import type { Address } from '../../asset/address/address.ts';
import { areAlike, commonStart, endsOf } from '../../asset/address/similarity.ts';
import type { AddressNotice } from './notice.ts';

/** Maximum documents remembered, and addresses of each: a page can invent any number. */
const MAX_DOCUMENTS = 100;
const MAX_ADDRESSES = 5_000;
/**
 * At least `VANITY_COUNT` addresses on one page with a common prefix of this length are vanity addresses of one owner,
 * not an impostor's.
 */
const VANITY_PREFIX_LENGTH = 12;
const VANITY_COUNT = 3;

type Held = { readonly byEnds: Map<string, string[]>; count: number; isReported: boolean };

/**
 * Finds addresses of one document that might be mistaken for each other. Unrelated ones match once in 4,000 million
 * pairs. Kept in the worker's memory: a new worker knows only what the page shows from then on.
 */
export class PageTwins {
  readonly #documents = new Map<string, Held>();

  /**
   * Records the addresses of a document; returns the first two that are alike, once for each document.
   * @param document any unique name of the document
   */
  findTwins(document: string, addresses: readonly Address[]): AddressNotice | null {
    const held = this.#held(document);
    for (const { family, content } of addresses) {
      const ends = endsOf(content);
      if (ends === null || held.isReported || held.count >= MAX_ADDRESSES) continue;
      const key = `${family} ${ends}`;
      const others = held.byEnds.get(key) ?? [];
      if (others.includes(content)) continue;
      held.byEnds.set(key, [...others, content]);
      held.count += 1;
      const twin = others.find((other) => areAlike(other, content));
      if (twin === undefined || shareVanityPrefix([...others, content])) continue;
      held.isReported = true;
      return { kind: 'twins', first: twin, second: content };
    }
    return null;
  }

  #held(document: string): Held {
    const held = this.#documents.get(document) ?? { byEnds: new Map(), count: 0, isReported: false };
    this.#documents.delete(document);
    this.#documents.set(document, held);
    const [oldest] = this.#documents.keys();
    if (this.#documents.size > MAX_DOCUMENTS && oldest !== undefined) this.#documents.delete(oldest);
    return held;
  }
}

const shareVanityPrefix = (contents: readonly string[]): boolean =>
  contents.some(
    (content) => contents.filter((other) => commonStart(content, other) >= VANITY_PREFIX_LENGTH).length >= VANITY_COUNT,
  );
