import { and, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import type { ScanFindings, ScanResult } from '../../../api/threat/scan.ts';
import type { Database } from '../../database/database.ts';
import { scanCallbacks, scans } from '../../database/schema/scan.ts';
import type { ReachedOrganization } from '../../http/access/api-key.ts';
import { idArray, type Viewer } from '../asset/record/lookup.ts';

type ScanOrder = {
  readonly content: string;
  readonly assetId: number;
  readonly apiKeyId: number;
  readonly organization: ReachedOrganization | null;
  readonly callbackUrl?: string | undefined;
};

/** Puts a scan into the queue. @returns its id */
export async function orderScan(
  transaction: Database,
  { content, assetId, apiKeyId, organization, callbackUrl }: ScanOrder,
): Promise<string> {
  const [row] = await transaction
    .insert(scans)
    .values({ content, assetId, apiKeyId, organizationId: organization?.id ?? null })
    .returning({ id: scans.id });
  const { id } = row!;
  if (callbackUrl !== undefined) await transaction.insert(scanCallbacks).values({ scanId: id, url: callbackUrl });
  return id;
}

/** The scan of an id, for the key that ordered it and for keys that reach its organization; null for others. */
export async function readScan(database: Database, viewer: Viewer, id: string): Promise<ScanResult | null> {
  const [row] = await database
    .select()
    .from(scans)
    .where(and(eq(scans.id, id), orderedBy(viewer)));
  return row ? resultOf(row) : null;
}

const orderedBy = ({ keyId, organizationIds }: Viewer): SQL | undefined =>
  or(eq(scans.apiKeyId, keyId), sql`${scans.organizationId} = any(${idArray(organizationIds)})`);

const RETENTION_DAYS = 90;

/** Deletes scans that were ordered more than {@link RETENTION_DAYS} days ago, with their callbacks. */
export async function deleteOldScans(database: Database): Promise<void> {
  await database
    .delete(scans)
    .where(lt(scans.createdAt, sql`now() - make_interval(days => ${RETENTION_DAYS}::integer)`));
}

/** A scan as the API and the callback return it. */
export const resultOf = ({
  id,
  status,
  findings,
}: Pick<typeof scans.$inferSelect, 'id' | 'status' | 'findings'>): ScanResult => ({
  id,
  status,
  ...(findings ?? { enrichments: [], checks: [], labels: [] }),
});

/** A scan that this process has claimed. */
export type ClaimedScan = Awaited<ReturnType<typeof claimScans>>[number];

/** How long a claim lasts. A process that takes longer is taken for dead. */
const CLAIM_SECONDS = 120;
/** Attempts after which a scan has failed. */
export const MAX_ATTEMPTS = 3;
const RETRY_SECONDS = 5;

/** Claims scans, oldest first, that no other process has claimed. */
export const claimScans = (database: Database, most: number) =>
  database
    .update(scans)
    .set({
      status: 'IN_PROGRESS',
      attempts: sql`${scans.attempts} + 1`,
      heldUntil: sql`now() + make_interval(secs => ${CLAIM_SECONDS})`,
    })
    .where(
      sql`${scans.id} in (
        select id from scans where status in ('PENDING', 'IN_PROGRESS') and (held_until is null or held_until <= now())
        order by created_at limit ${most} for update skip locked)`,
    )
    .returning({
      id: scans.id,
      assetId: scans.assetId,
      content: scans.content,
      organizationId: scans.organizationId,
      attempts: scans.attempts,
    });

/** Ends a scan and queues its callback. False when another process has claimed the scan meanwhile. */
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

/** Returns a scan to the queue. The pause before the next attempt grows with every attempt. */
export async function putBack(database: Database, { id, attempts }: ClaimedScan): Promise<void> {
  await database
    .update(scans)
    .set({ status: 'PENDING', heldUntil: sql`now() + make_interval(secs => ${RETRY_SECONDS * attempts ** 2})` })
    .where(and(eq(scans.id, id), eq(scans.attempts, attempts), eq(scans.status, 'IN_PROGRESS')));
}
