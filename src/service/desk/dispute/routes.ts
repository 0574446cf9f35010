import type { Answer, Gate, Visit } from '../gate.ts';
import { askByForm } from '../inquiry/asking.ts';
import { numberIn } from '../number.ts';
import { type Html, noticePage, ROOT } from '../page.ts';
import { DISPUTE_PARTS, nextDispute, readDispute, readQueue } from './dispute.ts';
import { type DisputeState, disputePage } from './dispute-page.ts';
import { disputesPage } from './disputes-page.ts';
import { adviseByForm, decideByForm, mergeByForm, writtenNote } from './work.ts';

const DONE = ['ACCEPTED', 'REJECTED', 'SKIP', 'ESCALATE', 'answered', 'merged', 'asked'] as const;

/** The disputes: their queue, one on a page, and what is done with it. */
export function disputeRoutes(gate: Gate): void {
  const path = `${ROOT}/disputes/:id`;
  gate.get(`${ROOT}/disputes`, async (visit) => {
    const { context, database, frame, person } = visit;
    const part = DISPUTE_PARTS.find((name) => name === context.req.query('part')) ?? 'open';
    const after = numberIn(context.req.query('after'));
    return { page: disputesPage(frame, part, await readQueue(database, person, part, after), doneText(visit)) };
  });
  gate.get(path, (visit) => show(visit, { done: doneText(visit) }));

  gate.post(`${path}/decision`, 'reviewer', async (visit, form) => {
    const { database, person } = visit;
    const id = idOf(visit);
    const dispute = await readDispute(database, person, id);
    if (!dispute) return missing(visit);
    const outcome = await decideByForm(visit, id, dispute.asset.content, form);
    if ('problem' in outcome) return refused(visit, outcome.problem, { note: writtenNote(form) });
    gate.service.publisher.notify();
    const next = await nextDispute(database, person, id);
    return { to: `${ROOT}/disputes${next === null ? '' : `/${next}`}?done=${outcome.done}&of=${id}` };
  });

  gate.post(`${path}/answer`, 'admin', async (visit, form) => {
    const id = idOf(visit);
    if (!(await readDispute(visit.database, visit.person, id))) return missing(visit);
    const outcome = await adviseByForm(visit, id, form);
    return 'problem' in outcome
      ? refused(visit, outcome.problem)
      : { to: `${ROOT}/disputes/${id}?done=${outcome.done}&of=${id}` };
  });

  gate.post(`${path}/merge`, 'reviewer', async (visit, form) => {
    const { database, person } = visit;
    const id = idOf(visit);
    const isSeen = async (other: number) => (await readDispute(database, person, other)) !== null;
    if (!(await isSeen(id))) return missing(visit);
    const outcome = await mergeByForm(visit, id, form, isSeen);
    return 'problem' in outcome
      ? refused(visit, outcome.problem)
      : { to: `${ROOT}/disputes/${outcome.into}?done=${outcome.done}&of=${id}` };
  });

  gate.post(`${path}/question`, 'reviewer', async (visit, form) => {
    const id = idOf(visit);
    const dispute = await readDispute(visit.database, visit.person, id);
    if (!dispute) return missing(visit);
    const { words } = visit.frame;
    if (dispute.status !== 'OPEN') return refused(visit, words.t('desk.dispute.decided'));
    if (dispute.mergedIntoId !== null) return refused(visit, words.t('desk.dispute.isMerged'));
    const problem = await askByForm(visit, 'dispute', id, form);
    return problem ? refused(visit, problem.problem, problem) : { to: `${ROOT}/disputes/${id}?done=asked&of=${id}` };
  });
}

const idOf = ({ context }: Visit): number => numberIn(context.req.param('id')) ?? 0;

function doneText({ context, frame }: Visit): Html | null {
  const [done, of] = [DONE.find((name) => name === context.req.query('done')), numberIn(context.req.query('of'))];
  return of === null || done === undefined ? null : frame.words.t(`desk.dispute.done.${done}`, { number: String(of) });
}

async function show(visit: Visit, state: DisputeState, status: 200 | 409 = 200): Promise<Answer> {
  const { database, frame, person } = visit;
  const dispute = await readDispute(database, person, idOf(visit));
  if (!dispute) return missing(visit);
  const next = await nextDispute(database, person, dispute.id);
  return { page: disputePage(frame, dispute, { ...state, next }), status };
}

const refused = (visit: Visit, problem: Html, state: DisputeState = {}): Promise<Answer> =>
  show(visit, { ...state, problem }, 409);

const missing = ({ frame }: Visit): Answer => ({
  page: noticePage(frame, frame.words.t('desk.dispute.missing'), frame.words.t('desk.dispute.missingHint')),
  status: 404,
});
