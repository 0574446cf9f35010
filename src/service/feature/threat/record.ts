import { and, eq } from 'drizzle-orm';
import type { Asset } from '../../../asset/index.ts';
import type { Database } from '../../database/database.ts';
import { reportAssets } from '../../database/schema/report.ts';
import { threats } from '../../database/schema/takedown.ts';
import { announceThreat } from '../../outbound/announcement.ts';
import { fileAutomatically } from '../takedown/work.ts';

/** A blocked asset that a report of an organization has named. `wasBlocked`: it was blocked before the review too. */
export type NewThreat = {
  readonly organizationId: number;
  readonly reportId: number;
  readonly assetId: number;
  readonly asset: Asset;
  readonly wasBlocked: boolean;
};

/**
 * Writes that an asset threatens an organization, tells its webhooks, and files a takedown where its takedowns are automated, inside the transaction that blocks the asset. A threat
 * that is known and has been blocked all the time stays as it is; one that was lifted in between begins again.
 */
export async function recordThreat(transaction: Database, threat: NewThreat): Promise<void> {
  const { organizationId, reportId, assetId, asset, wasBlocked } = threat;
  const [named] = await transaction
    .select({ brandSlug: reportAssets.brandSlug })
    .from(reportAssets)
    .where(and(eq(reportAssets.reportId, reportId), eq(reportAssets.assetId, assetId)));
  const values = { organizationId, assetId, reportId, brandSlug: named?.brandSlug ?? null };
  const insert = transaction.insert(threats).values(values);
  const renewed = { reportId, brandSlug: values.brandSlug, blockedAt: new Date() };
  const target = [threats.organizationId, threats.assetId];
  const written = await (wasBlocked
    ? insert.onConflictDoNothing()
    : insert.onConflictDoUpdate({ target, set: renewed })
  ).returning({
    id: threats.id,
  });
  if (written.length === 0) return;
  await announceThreat(transaction, { organizationId, assetId, asset, source: 'review' });
  await fileAutomatically(transaction, organizationId, asset, values.brandSlug);
}
