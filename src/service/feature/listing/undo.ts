import { desc, eq } from 'drizzle-orm';
import { type Database, LOCKS, lock } from '../../database/database.ts';
import { assetChanges, assets, type Decider } from '../../database/schema/asset.ts';
import { decide } from './decision.ts';
import type { ListingEntry } from './entry.ts';
import { listsSay } from './list-following.ts';

/**
 * What applies to an asset again once its last decision, by `decidedBy`, is undone: the one before, else what lists
 * say. Null where somebody else has decided since.
 */
export async function entryBefore(
  database: Database,
  assetId: number,
  decidedBy: Decider,
): Promise<ListingEntry | null> {
  const [asset] = await database.select().from(assets).where(eq(assets.id, assetId));
  if (asset?.decidedBy !== decidedBy) return null;
  const changes = await database
    .select()
    .from(assetChanges)
    .where(eq(assetChanges.assetId, assetId))
    .orderBy(desc(assetChanges.id))
    .limit(2);
  // Where the decision changed the reason alone, the last change is the one before it.
  const before = changes[0]?.decidedBy === decidedBy ? changes[1] : changes[0];
  const named = { type: asset.type, content: asset.content };
  if (before && before.decidedBy !== 'LIST' && before.decidedBy !== 'NOBODY') {
    const { toStatus: status, decidedBy: who, source, reason } = before;
    return { asset: named, status, decidedBy: who, source, reason };
  }
  const listed = await listsSay(database, assetId);
  return listed
    ? { asset: named, decidedBy: 'LIST', ...listed }
    : { asset: named, status: 'UNKNOWN', decidedBy: 'NOBODY', source: null, reason: null };
}

/** Undoes the last decision about an asset, in the caller's transaction. What applied before needs no second person again. */
export async function undoDecision(transaction: Database, assetId: number, decidedBy: Decider): Promise<void> {
  await lock(transaction, LOCKS.listing);
  const entry = await entryBefore(transaction, assetId, decidedBy);
  if (entry) await decide(transaction, entry, { highReach: true, neverListed: true });
}
