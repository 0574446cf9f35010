import { html } from 'hono/html';
import * as z from 'zod/mini';
import type { Database } from '../../../database/database.ts';
import { issue, Refused } from '../../../database/refused.ts';
import { DISPUTE_ADVICE } from '../../../database/schema/dispute.ts';
import {
  adviseOnDispute,
  decideDispute,
  escalateDispute,
  mergeDisputes,
  skipDispute,
} from '../../../feature/dispute/decision.ts';
import { entered } from '../../../page/field.ts';
import type { Html } from '../../../page/words.ts';
import { type Answer, type Gate, missing, numberIn, type Visit } from '../../gate.ts';
import { ROOT } from '../../page.ts';
import { afterwards, type CaseState, casePath, doneText, idOf, numbered } from '../case.ts';
import { attempt, decisionIn, MAX_NOTE_LENGTH, note, type Outcome } from '../case-form.ts';
import { askByForm } from '../inquiry.ts';
import { caseList, partIn, splitPage } from '../queue.ts';
import { nextDispute, readDispute, readQueue } from './dispute.ts';
import { badgesOf, disputePane } from './page.ts';

const DONE = ['ACCEPTED', 'REJECTED', 'SKIP', 'ESCALATE', 'answered', 'merged', 'asked', 'undone'] as const;

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
  done: DONE,
});

/** Routes of the disputes: the queue, the page of one, and its forms. */
export function disputeRoutes(gate: Gate): void {
  const path = `${ROOT}/disputes/:id`;
  disputeQueue.register(gate);
  gate.get(path, (visit) => show(visit, { done: doneText(visit, 'dispute', DONE) }));

  gate.post(`${path}/decision`, 'reviewer', async (visit, form) => {
    const { database, person } = visit;
    const id = idOf(visit);
    const dispute = await readDispute(database, person, id);
    if (!dispute) return missing(visit, 'dispute');
    const outcome = await decideByForm(visit, id, dispute.asset.content, form);
    if ('problem' in outcome)
      return refused(visit, outcome.problem, { decision: decisionIn(form), note: entered(form, 'note') });
    gate.service.publisher.notify();
    const next = await nextDispute(database, person, id, partIn(visit));
    const to = next === null ? `${ROOT}/disputes` : casePath('dispute', next);
    return { to: afterwards(visit.frame, to, outcome.done, id) };
  });

  gate.post(`${path}/answer`, 'admin', async (visit, form) => {
    const id = idOf(visit);
    if (!(await readDispute(visit.database, visit.person, id))) return missing(visit, 'dispute');
    const outcome = await adviseByForm(visit, id, form);
    return 'problem' in outcome
      ? refused(visit, outcome.problem)
      : { to: afterwards(visit.frame, casePath('dispute', id), outcome.done, id) };
  });

  gate.post(`${path}/merge`, 'reviewer', async (visit, form) => {
    const { database, person } = visit;
    const id = idOf(visit);
    const isSeen = async (other: number) => (await readDispute(database, person, other)) !== null;
    if (!(await isSeen(id))) return missing(visit, 'dispute');
    const outcome = await mergeByForm(visit, id, form, isSeen);
    return 'problem' in outcome
      ? refused(visit, outcome.problem)
      : { to: afterwards(visit.frame, casePath('dispute', outcome.done), 'merged', id) };
  });

  gate.post(`${path}/question`, 'reviewer', async (visit, form) => {
    const id = idOf(visit);
    const dispute = await readDispute(visit.database, visit.person, id);
    if (!dispute) return missing(visit, 'dispute');
    const { words } = visit.frame;
    if (dispute.status !== 'OPEN') return refused(visit, words.t('desk.dispute.decided'));
    if (dispute.mergedIntoId !== null) return refused(visit, words.t('desk.dispute.isMerged'));
    const problem = await askByForm(visit, 'dispute', id, form);
    return problem
      ? refused(visit, problem.problem, problem)
      : { to: afterwards(visit.frame, casePath('dispute', id), 'asked', id) };
  });
}

async function show(visit: Visit, state: CaseState, status: 200 | 409 = 200): Promise<Answer> {
  const { database, frame, person } = visit;
  const dispute = await readDispute(database, person, idOf(visit));
  if (!dispute) return missing(visit, 'dispute');
  const { list } = disputeQueue;
  const chosen = { title: numbered(frame.words, 'dispute', dispute.id), content: disputePane(frame, dispute, state) };
  return { page: splitPage(frame, list, await list.of(visit, dispute.id), chosen), status };
}

const refused = (visit: Visit, problem: Html, state: CaseState = {}): Promise<Answer> =>
  show(visit, { ...state, problem }, 409);

const decisionForm = z.object({ decision: z.enum(['ACCEPTED', 'REJECTED', 'SKIP', 'ESCALATE']), note });
const adviceForm = z.object({ advice: z.enum(DISPUTE_ADVICE), note });

/** Decides a dispute, skips it, or escalates it to its organization, as a form says. @returns what was done, as the query of the next page names it */
async function decideByForm(
  visit: Visit,
  id: number,
  content: string,
  form: URLSearchParams,
): Promise<Outcome<(typeof DONE)[number]>> {
  const read = z.safeParse(decisionForm, { decision: decisionIn(form), note: entered(form, 'note') });
  if (!read.success) return { problem: unreadable(visit, read.error) };
  const { decision, note: text } = read.data;
  return attempt(visit, async (transaction) => {
    if (decision === 'SKIP') await skipDispute(transaction, id, text);
    else if (decision === 'ESCALATE') await escalateDispute(transaction, id, text);
    else await decide(transaction, id, decision, text);
    await visit.record(transaction, ACTIONS[decision], { disputeId: id, content: content.slice(0, 300) });
    return decision;
  });
}

const ACTIONS = {
  ACCEPTED: 'deskAcceptDispute',
  REJECTED: 'deskRejectDispute',
  SKIP: 'deskSkipDispute',
  ESCALATE: 'deskEscalateDispute',
} as const;

/** What is wrong with a form: the length of its note, or a missing decision. */
const unreadable = ({ frame: { words } }: Visit, error: z.core.$ZodError): Html =>
  error.issues[0]?.path[0] === 'note'
    ? words.t('desk.error.tooLong', { most: MAX_NOTE_LENGTH })
    : words.t('desk.error.button');

async function decide(transaction: Database, id: number, decision: 'ACCEPTED' | 'REJECTED', text: string | null) {
  const outcome = await decideDispute(transaction, id, decision, text);
  if (outcome === 'merged') throw new Refused(issue('desk.dispute.isMerged'));
  if (typeof outcome === 'string') throw new Refused(issue('desk.dispute.decidedMeanwhile'));
}

/** Answers for the organization as a form says. */
async function adviseByForm(visit: Visit, id: number, form: URLSearchParams): Promise<Outcome<'answered'>> {
  const read = z.safeParse(adviceForm, { advice: form.get('advice'), note: entered(form, 'note') });
  if (!read.success) return { problem: unreadable(visit, read.error) };
  const { advice, note: text } = read.data;
  return attempt(visit, async (transaction) => {
    await adviseOnDispute(transaction, id, advice, text);
    await visit.record(transaction, 'deskAnswerDispute', { disputeId: id, advice });
    return 'answered' as const;
  });
}

/** Merges a dispute into the one that a form names, if this person may see both. @returns the number of that one */
async function mergeByForm(
  visit: Visit,
  id: number,
  form: URLSearchParams,
  isSeen: (id: number) => Promise<boolean>,
): Promise<Outcome<number>> {
  const into = numberIn(form.get('into')?.trim());
  if (into === null || !(await isSeen(into))) return { problem: visit.frame.words.t('desk.dispute.noSuch') };
  return attempt(visit, async (transaction) => {
    await mergeDisputes(transaction, id, into);
    await visit.record(transaction, 'deskMergeDispute', { disputeId: id, into });
    return into;
  });
}
