import * as z from 'zod/mini';
import { ask } from '../../feature/receipt/inquiry.ts';
import type { Kind } from '../../feature/receipt/state.ts';
import type { Visit } from '../gate.ts';
import { MAX_QUESTION_LENGTH } from './question-form.ts';

const question = z
  .string()
  .check(
    z.minLength(1, 'Write the question.'),
    z.maxLength(MAX_QUESTION_LENGTH, `Use at most ${MAX_QUESTION_LENGTH} characters.`),
  );

/**
 * Asks whoever sent a report or dispute that this person sees, as a form asks for.
 * @returns why nothing was asked, with what was written; null once it is asked
 */
export async function askByForm(
  { database, record }: Visit,
  kind: Kind,
  id: number,
  form: URLSearchParams,
): Promise<{ readonly problem: string; readonly question: string } | null> {
  const text = (form.get('question') ?? '').replaceAll('\0', '').trim();
  const read = z.safeParse(question, text);
  if (!read.success) return { problem: read.error.issues[0]!.message, question: text };
  const isAsked = await database.transaction(async (transaction) => {
    if (!(await ask(transaction, kind, id, read.data))) return false;
    await record(transaction, 'deskAsk', kind === 'report' ? { reportId: id } : { disputeId: id });
    return true;
  });
  return isAsked ? null : { problem: 'Whoever sent it has no receipt: nobody would see the question.', question: text };
}
