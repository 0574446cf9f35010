import { eq } from 'drizzle-orm';
import type { Asset } from '../../../asset/index.ts';
import type { Database } from '../../database/connection.ts';
import { assets } from '../../database/schema/asset.ts';
import { disputes } from '../../database/schema/report/dispute.ts';
import { decide } from '../../listing/decision.ts';

/**
 * Decides an open dispute in one transaction. Accepting takes the asset off the blocklist, and no import puts it back.
 * @returns the disputed asset; `unknown` without such a dispute, `decided` when it is open no longer
 */
export async function decideDispute(
  database: Database,
  id: number,
  status: 'ACCEPTED' | 'REJECTED',
  note: string | null,
): Promise<Asset | 'unknown' | 'decided'> {
  return database.transaction(async (transaction) => {
    const [row] = await transaction
      .select({ status: disputes.status, type: assets.type, content: assets.content })
      .from(disputes)
      .innerJoin(assets, eq(assets.id, disputes.assetId))
      .where(eq(disputes.id, id))
      .for('update', { of: disputes });
    if (!row) return 'unknown';
    if (row.status !== 'OPEN') return 'decided';
    const asset = { type: row.type, content: row.content };
    await transaction.update(disputes).set({ status, note, decidedAt: new Date() }).where(eq(disputes.id, id));
    if (status === 'ACCEPTED')
      await decide(transaction, { asset, status: 'UNKNOWN', decidedBy: 'DISPUTE', source: 'dispute', reason: note });
    return asset;
  });
}
