import type { AssetStatus } from '../../api/asset/asset.ts';
import type { Asset } from '../../asset/index.ts';
import { listingRefusal } from '../../asset/listing/refusal.ts';
import type { Database } from '../database/database.ts';
import { LOCKS, lock } from '../database/lock.ts';
import { claimAssets } from './asset-row.ts';
import { assetDigest, type ListingEntry } from './entry.ts';
import { highReachOf, reachOf, reachText } from './reach.ts';
import { applyTransitions } from './transition.ts';

/** The asset that was decided, and the status it had before. */
export type Decided = { readonly assetId: number; readonly from: AssetStatus };

/** What a decision may block beyond what one person may, each because somebody asked for just that. */
export type Override = {
  /** A host of high reach: two people want it, or one who insists. */
  readonly highReach?: boolean;
  /** A site of the never-list. */
  readonly neverListed?: boolean;
};

/**
 * Gives one asset a status, in one transaction. The same status again only renews the source and the reason.
 * @throws ListingRefused when the asset must not be blocked; ReachRefused when it has a high reach
 */
export async function decide(database: Database, entry: ListingEntry, override: Override = {}): Promise<Decided> {
  if (entry.status === 'BLOCKED') requireListable(entry.asset, override);
  return database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.listing);
    const row = (await claimAssets(transaction, [entry])).get(assetDigest(entry.asset))!;
    const from = row.isNew ? 'UNKNOWN' : row.status;
    if (entry.status === 'BLOCKED' && from !== 'BLOCKED' && !override.highReach)
      await requireLowReach(transaction, entry.asset);
    await applyTransitions(transaction, [{ assetId: row.id, from, isNew: row.isNew, entry }]);
    return { assetId: row.id, from };
  });
}

/** The asset must not be blocked; the message says why, in words for the person who asked. */
export class ListingRefused extends Error {
  override readonly name: string = 'ListingRefused';
}

/** Many people visit what would be blocked, or many pages of it were blocked one by one: it takes a second person or one who insists. */
export class ReachRefused extends ListingRefused {
  override readonly name = 'ReachRefused';
}

async function requireLowReach(database: Database, asset: Asset): Promise<void> {
  const [reach] = await reachOf(database, [asset]);
  if (highReachOf(reach!).length > 0) throw new ReachRefused(reachText(asset, reach!));
}

/** Throws {@link ListingRefused} when blocking this asset would block a whole platform or means nothing on the Internet. */
function requireListable(asset: Asset, { neverListed = false }: Override): void {
  const refusal = listingRefusal(asset);
  if (refusal === null || (neverListed && refusal.reason === 'never-listed')) return;
  throw new ListingRefused(refusal.message);
}
