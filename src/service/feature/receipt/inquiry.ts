import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { receipts } from '../../database/schema/receipt.ts';
import { Failure } from '../../http/failure.ts';
import { findReceipt, type Kind, type PublicState, stateOf } from './state.ts';

/**
 * Asks whoever filed a report or dispute; another question takes the place of the one before. Those whose reports were merged with
 * it are not asked: a question may quote what the first one wrote.
 * @returns false where it has no receipt, so that nobody can be asked
 */
export async function ask(database: Database, kind: Kind, id: number, question: string): Promise<boolean> {
  const subject = kind === 'report' ? eq(receipts.reportId, id) : eq(receipts.disputeId, id);
  const asked = await database
    .update(receipts)
    .set({ question, askedAt: new Date(), answer: null, answeredAt: null })
    .where(and(subject, eq(receipts.isMerged, false)))
    .returning({ id: receipts.id });
  return asked.length > 0;
}

/** @throws Failure NOT_FOUND for an unknown receipt, CONFLICT where nothing is asked */
export async function answerQuestion(
  transaction: Database,
  kind: Kind,
  text: string,
  answer: string,
): Promise<PublicState> {
  const receipt = await findReceipt(transaction, kind, text);
  if (!receipt) throw noReceipt();
  const none = new Failure('CONFLICT', { issues: ['text: there is no question to answer'] });
  if ((await stateOf(transaction, receipt)).state !== 'INFORMATION_ASKED') throw none;
  const [answered] = await transaction
    .update(receipts)
    .set({ answer, answeredAt: new Date() })
    .where(and(eq(receipts.id, receipt.id), isNull(receipts.answer)))
    .returning();
  if (!answered) throw none;
  return stateOf(transaction, answered);
}

export const noReceipt = () => new Failure('NOT_FOUND', { issues: ['There is nothing with this receipt'] });
