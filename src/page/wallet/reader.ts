import { endsBucketOf } from '../../asset/address/similarity.ts';
import { prefixOfExpression } from '../../asset/hash.ts';
import type { Asset } from '../../asset/type.ts';
import { expressionsOf } from '../../asset/url/expression.ts';
import { lookUpShards, type ShardArea } from '../../blocklist/shards/shard.ts';
import { type RequestReading, readRequest } from '../../wallet/index.ts';

/** What this device knows of whom a request names. `unknown`: it cannot tell, or one may be taken for another address. */
type Match = 'none' | 'listed' | 'unknown';

export type WalletReader = {
  /** Reads a request, and looks up whom it names. `found` never rejects. */
  read(method: string, payload: unknown): { readonly reading: RequestReading; readonly found: Promise<Match> };
  /** What was copied or paid may have changed. @param paid whom a request of this page paid: they are not compared again */
  renew(paid?: readonly Asset[]): void;
};

/**
 * @param site host of the page
 * @param area undefined in Firefox, where only the worker has the list
 * @param exchange tells the worker whom a request paid, and answers {@link endsBucketOf} each address of this session
 */
export function walletReader(
  site: string,
  area: ShardArea | undefined,
  exchange: (paid: Asset[]) => Promise<readonly number[]>,
): WalletReader {
  const passed = new Set<string>();
  let used = exchange([]);
  // A request that waits for it hears of a failure.
  used.catch(() => undefined);
  const find = async ({ kind, parties }: RequestReading): Promise<Match> => {
    if (parties.length === 0) return 'none';
    const prefixes = parties.flatMap((party) => expressionsOf(party).map(prefixOfExpression));
    const found = area === undefined ? null : await lookUpShards(area, prefixes);
    if (found === null || found.listed.size > 0) return found ? 'listed' : 'unknown';
    const buckets = await used;
    const isUsed = ({ content }: Asset) => !passed.has(content) && buckets.includes(endsBucketOf(content));
    return kind === 'sign-in-elsewhere' || parties.some(isUsed) ? 'unknown' : 'none';
  };
  return {
    read: (method, payload) => {
      const reading = readRequest(method, payload, site);
      return { reading, found: find(reading).catch(() => 'unknown' as const) };
    },
    renew: (paid = []) => {
      const others = paid.filter(({ content }) => !passed.has(content));
      for (const { content } of others) passed.add(content);
      if (paid.length > 0 && others.length === 0) return;
      const next = exchange(others);
      // Until then, and where there is no answer, what was known before counts.
      next.then(() => (used = next)).catch(() => undefined);
    },
  };
}

/** The host of a document; of one without an address of its own, that of its origin. Empty for one that has none. */
export const siteOf = ({ origin }: { readonly origin: string }): string =>
  URL.canParse(origin) ? new URL(origin).hostname : '';
