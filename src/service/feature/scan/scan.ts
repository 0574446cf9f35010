import { and, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import type { ScanResult } from '../../../api/threat/scan.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { scans } from '../../database/schema/scan.ts';
import type { ReachedOrganization } from '../../http/access/api-key.ts';
import { addJob } from '../../jobs/queue.ts';
import { idArray, showAssets, type Viewer } from '../asset/record/lookup.ts';

type ScanOrder = {
  readonly content: string;
  readonly assetId: number;
  readonly apiKeyId: number;
  readonly organization: ReachedOrganization | null;
  readonly callbackUrl?: string | undefined;
};

/** Orders a scan. Its callback waits until it has ended. @returns its id */
export async function orderScan(transaction: Database, order: ScanOrder): Promise<string> {
  const { content, assetId, apiKeyId, organization, callbackUrl } = order;
  const [row] = await transaction
    .insert(scans)
    .values({ content, assetId, apiKeyId, organizationId: organization?.id ?? null })
    .returning({ id: scans.id });
  const { id } = row!;
  await showAssets(transaction, order, [order]);
  await addJob(transaction, { kind: 'scan', subject: id });
  if (callbackUrl !== undefined)
    await addJob(transaction, { kind: 'callback', subject: id, payload: callbackUrl, dueAt: null });
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

/** Deletes scans that were ordered more than {@link RETENTION_DAYS} days ago, with their jobs. */
export async function deleteOldScans(database: Database): Promise<void> {
  await rowsOf(
    database,
    sql`with old as (delete from ${scans}
        where ${lt(scans.createdAt, sql`now() - make_interval(days => ${RETENTION_DAYS}::integer)`)} returning id)
      delete from jobs using old where kind in ('scan', 'callback') and subject = old.id::text`,
  );
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
