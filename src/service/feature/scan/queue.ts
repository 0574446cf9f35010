import { and, eq, sql } from 'drizzle-orm';
import type { ScanFindings } from '../../../api/threat/scan.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { scanCallbacks, scans } from '../../database/schema/scan.ts';

/** A scan that this process holds. */
export type ClaimedScan = {
  readonly id: string;
  readonly assetId: number;
  readonly content: string;
  readonly organizationId: number | null;
  readonly attempts: number;
};

/** How long a process may hold a scan; one that takes longer has died. */
const HOLD_SECONDS = 120;
/** Attempts after which a scan has failed. */
export const MAX_ATTEMPTS = 3;
const RETRY_SECONDS = 5;

/** Takes scans out of the queue, oldest first, that no other process holds. */
export async function claimScans(database: Database, most: number): Promise<ClaimedScan[]> {
  const rows = await rowsOf<{
    id: string;
    asset_id: number | string;
    content: string;
    organization_id: number | null;
    attempts: number;
  }>(
    database,
    sql`update scans set status = 'IN_PROGRESS', attempts = attempts + 1,
        held_until = now() + make_interval(secs => ${HOLD_SECONDS})
      where id in (
        select id from scans where status in ('PENDING', 'IN_PROGRESS') and (held_until is null or held_until <= now())
        order by created_at limit ${most} for update skip locked)
      returning id, asset_id, content, organization_id, attempts`,
  );
  return rows.map(({ id, asset_id, content, organization_id, attempts }) => ({
    id,
    assetId: Number(asset_id),
    content,
    organizationId: organization_id,
    attempts,
  }));
}

/** Ends a scan and lets its callback go. False when another process has taken the scan over meanwhile. */
export async function endScan(
  database: Database,
  { id, attempts }: ClaimedScan,
  findings: ScanFindings | null,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const ended = await transaction
      .update(scans)
      .set({ status: findings ? 'COMPLETED' : 'FAILED', findings, finishedAt: new Date(), heldUntil: null })
      .where(and(eq(scans.id, id), eq(scans.attempts, attempts), eq(scans.status, 'IN_PROGRESS')))
      .returning({ id: scans.id });
    if (ended.length === 0) return false;
    await transaction
      .update(scanCallbacks)
      .set({ status: 'PENDING', nextAttemptAt: new Date() })
      .where(and(eq(scanCallbacks.scanId, id), eq(scanCallbacks.status, 'WAITING')));
    return true;
  });
}

/** Puts a scan back, to be tried again after a while that grows with every attempt. */
export async function putBack(database: Database, { id, attempts }: ClaimedScan): Promise<void> {
  await database
    .update(scans)
    .set({ status: 'PENDING', heldUntil: sql`now() + make_interval(secs => ${RETRY_SECONDS * attempts ** 2})` })
    .where(and(eq(scans.id, id), eq(scans.attempts, attempts), eq(scans.status, 'IN_PROGRESS')));
}
