import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { KEY_VARIABLE } from '../../../access/api-key.ts';
import type { Database } from '../../../database/database.ts';
import { blockRequests } from '../../../database/schema/report.ts';
import { type Decided, decide, ReachRefused } from '../../../listing/decision.ts';
import { assetDigest, claimAssets, type ListingEntry } from '../../../listing/entry.ts';

/** Days within which a second person must ask too. */
const DAYS = 7;

/**
 * Blocks an asset; a host of high reach once a second person asks for it within a week.
 * @param userId the user who asks; null where the command does not say who gives it: that is neither of the two people
 * @throws ReachRefused when it waits for a second person now; ListingRefused as `decide`
 */
export async function requestBlock(database: Database, entry: ListingEntry, userId: number | null): Promise<Decided> {
  try {
    return await decide(database, entry);
  } catch (error) {
    if (!(error instanceof ReachRefused)) throw error;
    if (userId === null)
      throw new ReachRefused(
        `${error.message}. That takes two people, and this command does not say who gives it: put your own user key into ${KEY_VARIABLE}, or give --force`,
      );
    if (!(await isSecond(database, entry, userId)))
      throw new ReachRefused(
        `${error.message}. It is blocked once another person asks for it within ${DAYS} days, or with --force`,
      );
  }
  return database.transaction(async (transaction) => {
    const decided = await decide(transaction, entry, { highReach: true });
    await transaction.delete(blockRequests).where(eq(blockRequests.assetId, decided.assetId));
    return decided;
  });
}

/** Whether another person asked for this block lately; writes down that this one does. */
async function isSecond(database: Database, entry: ListingEntry, userId: number): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const undecided = { ...entry, status: 'UNKNOWN', decidedBy: 'NOBODY', source: null, reason: null } as const;
    const { id: assetId } = (await claimAssets(transaction, [undecided])).get(assetDigest(entry.asset))!;
    const isRecent = gt(blockRequests.createdAt, sql`now() - make_interval(days => ${DAYS})`);
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
