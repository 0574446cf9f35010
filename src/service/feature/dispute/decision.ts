import { and, eq, or } from 'drizzle-orm';
import type { Asset } from '../../../asset/index.ts';
import type { Database } from '../../database/database.ts';
import { assets } from '../../database/schema/asset.ts';
import { disputes } from '../../database/schema/dispute.ts';
import { decide } from '../../listing/decision.ts';

/**
 * Decides an open dispute and what was merged with it in one transaction. Accepting takes the asset off the blocklist, and no import puts
 * it back.
 * @returns the disputed asset; `unknown` without such a dispute, `decided` when it is open no longer, `merged` when another one decides it
 */
export async function decideDispute(
  database: Database,
  id: number,
  status: 'ACCEPTED' | 'REJECTED',
  note: string | null,
): Promise<Asset | 'unknown' | 'decided' | 'merged'> {
  return database.transaction(async (transaction) => {
    const [row] = await transaction
      .select({
        status: disputes.status,
        mergedIntoId: disputes.mergedIntoId,
        type: assets.type,
        content: assets.content,
      })
      .from(disputes)
      .innerJoin(assets, eq(assets.id, disputes.assetId))
      .where(eq(disputes.id, id))
      .for('update', { of: disputes });
    if (!row) return 'unknown';
    if (row.status !== 'OPEN') return 'decided';
    if (row.mergedIntoId !== null) return 'merged';
    const asset = { type: row.type, content: row.content };
    const both = and(eq(disputes.status, 'OPEN'), or(eq(disputes.id, id), eq(disputes.mergedIntoId, id)));
    await transaction.update(disputes).set({ status, note, decidedAt: new Date() }).where(both);
    if (status === 'ACCEPTED')
      await decide(transaction, { asset, status: 'UNKNOWN', decidedBy: 'DISPUTE', source: 'dispute', reason: note });
    return asset;
  });
}
