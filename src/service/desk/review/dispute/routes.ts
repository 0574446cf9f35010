import { eq } from 'drizzle-orm';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import { issue, Refused } from '../../../database/refused.ts';
import { DISPUTE_ADVICE, disputes } from '../../../database/schema/dispute.ts';
import {
  adviseOnDispute,
  decideDispute,
  escalateDispute,
  mergeDisputes,
  skipDispute,
} from '../../../feature/dispute/decision.ts';
import { entered } from '../../../page/field.ts';
import { requireVersion } from '../../form.ts';
import type { Gate, Visit } from '../../gate.ts';
import { ROOT } from '../../page.ts';
import { afterwards, casePath, decisionIn } from '../case.ts';
import { note, readForm } from '../case-form.ts';
import { caseAfter, casePages } from '../case-pages.ts';
import { caseList, partIn } from '../queue.ts';
import { draftOf, nextDispute, readDispute, readQueue } from './dispute.ts';
import { badgesOf, disputePane } from './page.ts';

const disputeQueue = caseList({
  kind: 'dispute',
  path: '/disputes',
  title: 'desk.dispute.title',
  intro: 'desk.dispute.intro',
  parts: {
    open: 'desk.queue.part.open',
    late: 'desk.queue.part.late',
    answered: 'desk.queue.part.answered',
    escalated: 'desk.queue.part.escalated',
    asked: 'desk.dispute.asked',
  },
  none: 'desk.dispute.none',
  read: readQueue,
  row: (frame, dispute) => ({
    name: html`<span class="mono">${dispute.content}</span>`,
    badges: badgesOf(frame, dispute),
  }),
});

/** Routes of the disputes: the queue, the page of one, and its forms. */
export function disputeRoutes(gate: Gate): void {
  disputeQueue.register(gate);
  const post = casePages(gate, {
    kind: 'dispute',
    read: readDispute,
    list: () => disputeQueue.list,
    pane: disputePane,
    closed: ({ status, mergedIntoId }) =>
      status !== 'OPEN' ? 'desk.dispute.decided' : mergedIntoId !== null ? 'desk.dispute.isMerged' : null,
    merge: async (transaction, visit, id, into) => {
      if (into === null || !(await readDispute(transaction, visit.person, into)))
        throw new Refused(issue('desk.dispute.noSuch'));
      await mergeDisputes(transaction, id, into);
      await visit.record(transaction, 'deskMergeDispute', { disputeId: id, into });
    },
  });

  post('decision', 'reviewer', async (visit, { id, asset }, form) => {
    const { database, person } = visit;
    const done = await decideByForm(visit, id, asset.content, form);
    gate.service.publisher.notify();
    const next = await nextDispute(database, person, id, partIn(visit));
    const to = next === null ? `${ROOT}/disputes` : casePath('dispute', next);
    return afterwards(visit.frame, to, done, id);
  });

  post('answer', 'admin', async (visit, { id }, form) => {
    const given = { advice: form.get('advice'), note: entered(form, 'note') };
    const { advice, note: text } = readForm(adviceForm, given);
    await visit.database.transaction(async (transaction) => {
      await adviseOnDispute(transaction, id, advice, text);
      await visit.record(transaction, 'deskAnswerDispute', { disputeId: id, advice });
    });
    return caseAfter(visit, 'dispute', id, 'answered');
  });
}

const decisionForm = z.object({ decision: z.enum(['ACCEPTED', 'REJECTED', 'SKIP', 'ESCALATE']), note });
const adviceForm = z.object({ advice: z.enum(DISPUTE_ADVICE), note });

/** Decides a dispute, skips it, or escalates it to its organization, as a form says. @returns what was done @throws Refused */
async function decideByForm(visit: Visit, id: number, content: string, form: URLSearchParams): Promise<string> {
  const given = { decision: decisionIn(form), note: entered(form, 'note') };
  const { decision, note: text } = readForm(decisionForm, given);
  await visit.database.transaction(async (transaction) => {
    const [stored] = await transaction.select().from(disputes).where(eq(disputes.id, id)).for('update');
    if (stored?.status === 'OPEN' && (stored.note ?? stored.advice) !== null)
      requireVersion(form, draftOf(stored), { note: text ?? '' }, { note: stored.note ?? '' });
    if (decision === 'SKIP') await skipDispute(transaction, id, text);
    else if (decision === 'ESCALATE') await escalateDispute(transaction, id, text);
    else await decideDispute(transaction, id, decision, text);
    await visit.record(transaction, ACTIONS[decision], { disputeId: id, content: content.slice(0, 300) });
  });
  return decision;
}

const ACTIONS = {
  ACCEPTED: 'deskAcceptDispute',
  REJECTED: 'deskRejectDispute',
  SKIP: 'deskSkipDispute',
  ESCALATE: 'deskEscalateDispute',
} as const;
