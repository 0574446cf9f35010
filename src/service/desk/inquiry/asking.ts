import { ask } from '../../feature/receipt/inquiry.ts';
import type { Kind } from '../../feature/receipt/state.ts';
import type { Visit } from '../gate.ts';
import type { Html } from '../page.ts';
import { MAX_QUESTION_LENGTH } from './question-form.ts';

/**
 * Asks whoever sent a report or dispute that this person sees, as a form asks for.
 * @returns why nothing was asked, with what was written; null once it is asked
 */
export async function askByForm(
  { database, frame: { words }, record }: Visit,
  kind: Kind,
  id: number,
  form: URLSearchParams,
): Promise<{ readonly problem: Html; readonly question: string } | null> {
  const text = (form.get('question') ?? '').replaceAll('\0', '').trim();
  if (text === '') return { problem: words.t('desk.inquiry.empty'), question: text };
  if (text.length > MAX_QUESTION_LENGTH)
    return { problem: words.t('desk.error.tooLong', { most: MAX_QUESTION_LENGTH }), question: text };
  const isAsked = await database.transaction(async (transaction) => {
    if (!(await ask(transaction, kind, id, text))) return false;
    await record(transaction, 'deskAsk', kind === 'report' ? { reportId: id } : { disputeId: id });
    return true;
  });
  return isAsked ? null : { problem: words.t('desk.inquiry.noReceipt'), question: text };
}
