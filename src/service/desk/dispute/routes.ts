import * as z from 'zod/mini';
import { decideDispute } from '../../feature/dispute/decision.ts';
import type { Answer, Gate, Visit } from '../gate.ts';
import { askByForm } from '../inquiry/asking.ts';
import { numberIn } from '../number.ts';
import { noticePage, ROOT } from '../page.ts';
import { nextDispute, openDisputes, readDispute } from './dispute.ts';
import { type DisputeState, disputePage } from './dispute-page.ts';
import { disputesPage } from './disputes-page.ts';

const MAX_NOTE_LENGTH = 2_000;
const decisionForm = z.object({
  decision: z.enum(['ACCEPTED', 'REJECTED'], 'Press one of the buttons.'),
  note: z.string().check(z.maxLength(MAX_NOTE_LENGTH, `Use at most ${MAX_NOTE_LENGTH} characters.`)),
});

const DONE: Readonly<Record<string, string>> = {
  ACCEPTED: 'is accepted: it is off the list',
  REJECTED: 'is rejected: it stays blocked',
  asked: 'waits for the answer of whoever sent it',
};

/** The disputes: their queue, one on a page, and what is done with it. */
export function disputeRoutes(gate: Gate): void {
  const path = `${ROOT}/disputes/:id`;
  gate.get(`${ROOT}/disputes`, async (visit) => {
    const after = numberIn(visit.context.req.query('after'));
    return {
      page: disputesPage(visit.frame, await openDisputes(visit.database, visit.person, after), doneText(visit)),
    };
  });
  gate.get(path, (visit) => show(visit, { done: doneText(visit) }));

  gate.post(`${path}/decision`, 'reviewer', async (visit, form) => {
    const { database, person, record } = visit;
    const note = (form.get('note') ?? '').replaceAll('\0', '').trim();
    const id = idOf(visit);
    if (!(await readDispute(database, person, id))) return missing(visit);
    const read = z.safeParse(decisionForm, { decision: form.get('decision'), note });
    if (!read.success) return refused(visit, read.error.issues[0]!.message, { note });
    const { decision } = read.data;
    const isDecided = await database.transaction(async (transaction) => {
      const asset = await decideDispute(transaction, id, decision, note === '' ? null : note);
      if (typeof asset === 'string') return false;
      const action = decision === 'ACCEPTED' ? 'deskAcceptDispute' : 'deskRejectDispute';
      await record(transaction, action, { disputeId: id, content: asset.content.slice(0, 300) });
      return true;
    });
    if (!isDecided) return refused(visit, 'Somebody has decided it meanwhile.', { note });
    gate.service.publisher.notify();
    const next = await nextDispute(database, person, id);
    return { to: `${ROOT}/disputes${next === null ? '' : `/${next}`}?done=${decision}&of=${id}` };
  });

  gate.post(`${path}/question`, 'reviewer', async (visit, form) => {
    const id = idOf(visit);
    const dispute = await readDispute(visit.database, visit.person, id);
    if (!dispute) return missing(visit);
    if (dispute.status !== 'OPEN') return refused(visit, 'It is decided already.');
    const problem = await askByForm(visit, 'dispute', id, form);
    return problem ? refused(visit, problem.problem, problem) : { to: `${ROOT}/disputes/${id}?done=asked&of=${id}` };
  });
}

const idOf = ({ context }: Visit): number => numberIn(context.req.param('id')) ?? 0;

function doneText({ context }: Visit): string | null {
  const [what, of] = [context.req.query('done') ?? '', numberIn(context.req.query('of'))];
  return of !== null && Object.hasOwn(DONE, what) ? `Dispute ${of} ${DONE[what]}.` : null;
}

async function show(visit: Visit, state: DisputeState, status: 200 | 409 = 200): Promise<Answer> {
  const { database, frame, person } = visit;
  const dispute = await readDispute(database, person, idOf(visit));
  if (!dispute) return missing(visit);
  const next = await nextDispute(database, person, dispute.id);
  return { page: disputePage(frame, dispute, { ...state, next }), status };
}

const refused = (visit: Visit, problem: string, state: DisputeState = {}): Promise<Answer> =>
  show(visit, { ...state, problem }, 409);

const missing = ({ frame }: Visit): Answer => ({
  page: noticePage(frame, 'No such dispute', 'There is no such dispute, or it is not yours to see.'),
  status: 404,
});
