import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Database, LOCKS, lock } from '../../database/database.ts';
import { issue, Refused } from '../../database/refused.ts';
import { assets } from '../../database/schema/asset.ts';
import { type DISPUTE_ADVICE, disputes } from '../../database/schema/dispute.ts';
import { decide } from '../listing/decision.ts';
import { listedTogether } from '../listing/expression-row.ts';
import { undoDecision } from '../listing/undo.ts';

/**
 * Decides an open dispute and those merged with it, in one transaction. Accepting takes the asset off the list under
 * every spelling, and no import puts it back. Only the sender of `id` reads the note.
 * @throws Refused where it no longer waits
 */
export async function decideDispute(
  database: Database,
  id: number,
  status: 'ACCEPTED' | 'REJECTED',
  note: string | null,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const [dispute] = await waiting(transaction, [id]);
    const both = and(eq(disputes.status, 'OPEN'), or(eq(disputes.id, id), eq(disputes.mergedIntoId, id)));
    await transaction.update(disputes).set({ status, decidedAt: new Date(), note: null }).where(both);
    await transaction.update(disputes).set({ note }).where(eq(disputes.id, id));
    if (status === 'REJECTED') return;
    const { type, content } = assets;
    const [asset] = await transaction.select({ type, content }).from(assets).where(eq(assets.id, dispute!.assetId));
    for (const one of [...(await listedTogether(transaction, asset!)), asset!])
      await decide(transaction, {
        ...{ asset: one, status: 'UNKNOWN', decidedBy: 'DISPUTE', source: 'dispute', reason: null },
      });
  });
}

/**
 * Reopens a dispute and those merged with it, in one transaction; what an accepted one took off the list is on it as
 * before, unless somebody else has decided since. @throws Refused for an open one
 */
export async function undoDispute(database: Database, id: number): Promise<void> {
  await database.transaction(async (transaction) => {
    const [row] = await transaction.select().from(disputes).where(eq(disputes.id, id)).for('update');
    if (!row || row.status === 'OPEN' || row.mergedIntoId !== null)
      throw new Refused(issue('desk.undo.notHere', { number: String(id) }));
    if (row.status === 'ACCEPTED') {
      await lock(transaction, LOCKS.listing);
      // Every spelling that was lifted with it has the same moment.
      const moment = transaction.select({ at: assets.decidedAt }).from(assets).where(eq(assets.id, row.assetId));
      const lifted = await transaction
        .select({ id: assets.id })
        .from(assets)
        .where(and(eq(assets.decidedBy, 'DISPUTE'), eq(assets.decidedAt, sql`(${moment})`)));
      for (const asset of lifted) await undoDecision(transaction, asset.id, 'DISPUTE');
    }
    await transaction
      .update(disputes)
      .set({ status: 'OPEN', decidedAt: null, reopenedAt: new Date(), note: null })
      .where(or(eq(disputes.id, id), eq(disputes.mergedIntoId, id)));
  });
}

type Dispute = typeof disputes.$inferSelect;
export type Advice = (typeof DISPUTE_ADVICE)[number];

/** Condition: disputes that wait for a decision of their own. */
export const isWaiting = and(eq(disputes.status, 'OPEN'), isNull(disputes.mergedIntoId));

/** Moves a waiting dispute behind all others. @param note a draft, which only reviewers read @throws Refused */
export async function skipDispute(transaction: Database, id: number, note: string | null): Promise<void> {
  await waiting(transaction, [id]);
  await transaction.update(disputes).set({ note, skippedAt: new Date() }).where(eq(disputes.id, id));
}

/** Asks the organization of a waiting dispute what it wants. @param note as in {@link skipDispute} @throws Refused */
export async function escalateDispute(transaction: Database, id: number, note: string | null): Promise<void> {
  const [dispute] = await waiting(transaction, [id]);
  if (dispute!.organizationId === null) throw new Refused(issue('triage.noOrganization'));
  if (isWithOrganization(dispute!)) throw new Refused(issue('triage.asked'));
  await transaction
    .update(disputes)
    .set({ note, escalatedAt: new Date(), advice: null, adviceNote: null, advisedAt: null })
    .where(eq(disputes.id, id));
}

/** Records what the organization wants. The dispute still waits for its decision. @throws Refused */
export async function adviseOnDispute(
  transaction: Database,
  id: number,
  advice: Advice,
  adviceNote: string | null,
): Promise<void> {
  const [dispute] = await waiting(transaction, [id]);
  if (!isWithOrganization(dispute!)) throw new Refused(issue('triage.notAsked'));
  await transaction.update(disputes).set({ advice, adviceNote, advisedAt: new Date() }).where(eq(disputes.id, id));
}

/**
 * Merges a waiting dispute into another one of its organization about the same asset. Each keeps its own receipt and
 * texts, so that neither sender learns of the other. @throws Refused
 */
export async function mergeDisputes(transaction: Database, fromId: number, intoId: number): Promise<void> {
  if (fromId === intoId) throw new Refused(issue('triage.itself'));
  const both = await waiting(transaction, [fromId, intoId]);
  const [from, into] = [fromId, intoId].map((id) => both.find((dispute) => dispute.id === id)!);
  if (from!.organizationId !== into!.organizationId) throw new Refused(issue('triage.foreign', { id: intoId }));
  if (from!.assetId !== into!.assetId) throw new Refused(issue('triage.other', { id: intoId }));
  await transaction
    .update(disputes)
    .set({ mergedIntoId: intoId })
    .where(or(eq(disputes.id, fromId), eq(disputes.mergedIntoId, fromId)));
}

/** Whether its organization was asked and has not answered. */
export const isWithOrganization = ({ escalatedAt, advisedAt }: Pick<Dispute, 'escalatedAt' | 'advisedAt'>): boolean =>
  escalatedAt !== null && advisedAt === null;

/** These disputes, locked in the order of their numbers. @throws Refused where one of them no longer waits */
async function waiting(transaction: Database, ids: readonly number[]): Promise<Dispute[]> {
  const rows = await transaction
    .select()
    .from(disputes)
    .where(inArray(disputes.id, [...ids]))
    .orderBy(disputes.id)
    .for('update');
  for (const id of ids) {
    const dispute = rows.find((row) => row.id === id);
    if (!dispute) throw new Refused(issue('triage.noDispute', { id }));
    if (dispute.status !== 'OPEN') throw new Refused(issue('triage.decided', { id }));
    if (dispute.mergedIntoId !== null) throw new Refused(issue('triage.merged', { id, into: dispute.mergedIntoId }));
  }
  return rows;
}
