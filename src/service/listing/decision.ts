import type { AssetStatus } from '../../api/asset/asset.ts';
import type { Asset } from '../../asset/index.ts';
import { listingRefusal } from '../../asset/listing/refusal.ts';
import type { Database } from '../database/connection.ts';
import { LOCKS, lock } from '../database/lock.ts';
import { claimAssets } from './asset-row.ts';
import { assetDigest, type ListingEntry } from './entry.ts';
import { type TopSite, topSitesBelow } from './reach.ts';
import { applyTransitions } from './transition.ts';

/** The asset that was decided, and the status it had before. */
export type Decided = { readonly assetId: number; readonly from: AssetStatus };

/**
 * Gives one asset a status, in one transaction. The same status again only renews the source and the reason.
 * @param mayReachMany whether two people, or one who insists, want to block it although many people visit it
 * @throws ListingRefused when the asset must not be blocked; ReachRefused when many people visit it
 */
export async function decide(database: Database, entry: ListingEntry, mayReachMany = false): Promise<Decided> {
  if (entry.status === 'BLOCKED') requireListable(entry.asset);
  return database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.listing);
    const row = (await claimAssets(transaction, [entry])).get(assetDigest(entry.asset))!;
    const from = row.isNew ? 'UNKNOWN' : row.status;
    if (entry.status === 'BLOCKED' && from !== 'BLOCKED' && !mayReachMany)
      await requireLowReach(transaction, entry.asset);
    await applyTransitions(transaction, [{ assetId: row.id, from, isNew: row.isNew, entry }]);
    return { assetId: row.id, from };
  });
}

/** The asset must not be blocked; the message says why, in words for the person who asked. */
export class ListingRefused extends Error {
  override readonly name: string = 'ListingRefused';
}

/** Many people visit what would be blocked, so that it takes a second person or one who insists. */
export class ReachRefused extends ListingRefused {
  override readonly name = 'ReachRefused';
}

async function requireLowReach(database: Database, asset: Asset): Promise<void> {
  const sites = await topSitesBelow(database, asset);
  if (sites.length > 0) throw new ReachRefused(reachOf(asset, sites));
}

/** Says in words whom a block would reach. */
export const reachOf = ({ content }: Asset, sites: readonly TopSite[]): string =>
  sites.length === 1
    ? `many people visit ${sites[0]!.site} (number ${sites[0]!.rank} of the top sites)`
    : `blocking ${content} would block ${sites.length} of the top sites, ${sites[0]!.site} (number ${sites[0]!.rank}) among them`;

/** Throws {@link ListingRefused} when blocking this asset would block a whole platform or means nothing on the Internet. */
function requireListable(asset: Asset): void {
  const refusal = listingRefusal(asset);
  if (refusal !== null) throw new ListingRefused(refusal.message);
}
