import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { blockRequests } from '../../database/schema/report.ts';
import { type Decided, decide, ReachRefused } from './decision.ts';
import { knownAsset, type ListingEntry } from './entry.ts';

export const APPROVAL_DAYS = 7;

/**
 * Blocks an asset; a host of high reach once a second known user asks within a week.
 * @returns null for the first request of two @throws ReachRefused when nobody knows who asks; ListingRefused
 */
export async function requestBlock(
  database: Database,
  entry: ListingEntry,
  userId: number | null,
): Promise<Decided | null> {
  try {
    return await decide(database, entry);
  } catch (error) {
    if (!(error instanceof ReachRefused) || userId === null) throw error;
    if (!(await isSecond(database, entry, userId))) return null;
  }
  return database.transaction(async (transaction) => {
    const decided = await decide(transaction, entry, { highReach: true });
    await transaction.delete(blockRequests).where(eq(blockRequests.assetId, decided.assetId));
    return decided;
  });
}

/** Whether another person asked for this block within the last days; records this request. */
async function isSecond(database: Database, entry: ListingEntry, userId: number): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const assetId = await knownAsset(transaction, entry.asset);
    const isRecent = gt(blockRequests.createdAt, sql`now() - make_interval(days => ${APPROVAL_DAYS})`);
    const others = and(eq(blockRequests.assetId, assetId), ne(blockRequests.userId, userId), isRecent);
    if ((await transaction.$count(blockRequests, others)) > 0) return true;
    await transaction
      .insert(blockRequests)
      .values({ assetId, userId })
      .onConflictDoUpdate({
        target: [blockRequests.assetId, blockRequests.userId],
        set: { createdAt: sql`now()` },
      });
    return false;
  });
}
