import { prefixOfExpression } from '../../asset/hash.ts';
import { expressionsOf } from '../../asset/url/expression.ts';
import { lookUpShards, type ShardArea } from '../../blocklist/shards/shard.ts';
import { type RequestReading, readRequest } from '../../wallet/index.ts';

/**
 * Reads a request, and looks up whom it names in the shards of the list. `looked` settles with whether one of them is a hit
 * there, and never rejects: false where the shards cannot tell.
 */
export type WalletReader = (
  method: string,
  payload: unknown,
) => { readonly reading: RequestReading; readonly looked: Promise<boolean> };

/**
 * @param site host of the page
 * @param area undefined in Firefox, where only the worker has the list
 */
export const walletReader =
  (site: string, area: ShardArea | undefined): WalletReader =>
  (method, payload) => {
    const reading = readRequest(method, payload, site);
    const prefixes = reading.parties.flatMap((party) => expressionsOf(party).map(prefixOfExpression));
    const found = area === undefined ? Promise.resolve(null) : lookUpShards(area, prefixes);
    const isHit = found.then((answer) => answer !== null && answer.listed.size > 0);
    return { reading, looked: isHit.catch(() => false) };
  };

/** The host of a document; of one without an address of its own, that of its origin. Empty for one that has none. */
export function siteOf({ origin }: { readonly origin: string }): string {
  return URL.canParse(origin) ? new URL(origin).hostname : '';
}
