import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { ScanResult } from '../../../api/threat/scan.ts';
import type { ReachedOrganization } from '../../access/api-key.ts';
import type { Database } from '../../database/database.ts';
import { scanCallbacks, scans } from '../../database/schema/scan.ts';
import { idArray, type Viewer } from '../asset/visibility.ts';

export type ScanOrder = {
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

/** A scan as the interface and the callback tell it. */
export const resultOf = ({
  id,
  status,
  findings,
}: Pick<typeof scans.$inferSelect, 'id' | 'status' | 'findings'>): ScanResult => ({
  id,
  status,
  ...(findings ?? { enrichments: [], checks: [], labels: [] }),
});
