import { attachmentResponse } from '../../../feature/report/attachment.ts';
import type { Reviewed } from '../../../feature/review/review.ts';
import type { Html } from '../../../page/words.ts';
import { type Answer, type Gate, missing, numberIn, type Visit } from '../../gate.ts';
import { ROOT } from '../../page.ts';
import { afterwards, casePath, doneText, idOf, numbered } from '../case.ts';
import { attempt, decisionIn } from '../case-form.ts';
import { askByForm } from '../inquiry.ts';
import { partIn, splitPage } from '../queue.ts';
import { proposeByForm, readByForm } from './addition-actions.ts';
import { additionList, nextAddition } from './addition-list.ts';
import { answerByForm, decideByForm } from './decision.ts';
import { mergeReports } from './merge.ts';
import { type ReportState, reportPane } from './page.ts';
import { DONE, nextReport, reportQueue } from './queue.ts';
import { readCase, readFile } from './report.ts';

/** Routes of the reports: the queue, which is the desk's first page, the additions, the page of one, its files and its forms. */
export function reportRoutes(gate: Gate): void {
  reportQueue.register(gate);
  additionList.register(gate);
  const path = `${ROOT}/reports/:id`;
  gate.get(path, (visit) => show(visit, { done: doneText(visit, 'report', DONE) }));

  gate.post(`${path}/decision`, 'reviewer', async (visit, form) => {
    const id = idOf(visit);
    const outcome = await decideByForm(visit, id, form);
    if ('problem' in outcome)
      return refused(visit, outcome.problem, {
        decision: decisionIn(form),
        note: form.get('note') ?? '',
        told: form.get('told') ?? '',
        chosen: form.getAll('proposal'),
      });
    gate.service.publisher.notify();
    return { to: await following(visit, id, outcome.done, decisionIn(form)) };
  });

  gate.post(`${path}/answer`, 'admin', async (visit, form) => {
    const id = idOf(visit);
    const outcome = await answerByForm(visit, id, form);
    return 'problem' in outcome ? refused(visit, outcome.problem) : { to: to(visit, id, 'answered') };
  });

  gate.post(`${path}/question`, 'reviewer', async (visit, form) => {
    const id = idOf(visit);
    if (!(await readCase(visit.database, visit.person, id))) return missing(visit, 'report');
    const problem = await askByForm(visit, 'report', id, form);
    return problem ? refused(visit, problem.problem, problem) : { to: to(visit, id, 'asked') };
  });

  gate.post(`${path}/merge`, 'reviewer', async (visit, form) => {
    const [id, into] = [idOf(visit), numberIn(form.get('into')?.trim())];
    if (into === null) return refused(visit, visit.frame.words.t('desk.report.noNumber'));
    const outcome = await attempt(visit, async (transaction) => {
      await mergeReports(transaction, visit, id, into);
      await visit.record(transaction, 'deskMerge', { reportId: into, mergedReportId: id });
    });
    return 'problem' in outcome ? refused(visit, outcome.problem) : { to: to(visit, into, 'merged') };
  });

  gate.post(`${path}/read`, 'reviewer', async (visit, form) => {
    const id = idOf(visit);
    if (!(await readCase(visit.database, visit.person, id))) return missing(visit, 'report');
    const outcome = await readByForm(visit, id, form);
    if ('problem' in outcome) return refused(visit, outcome.problem, { told: form.get('told') ?? '' });
    const next = await nextAddition(visit.database, visit.person, id);
    const path = next === null ? `${ROOT}/additions` : casePath('report', next);
    return { to: afterwards(visit.frame, path, 'read', id) };
  });

  gate.post(`${path}/propose`, 'reviewer', async (visit, form) => {
    const id = idOf(visit);
    if (!(await readCase(visit.database, visit.person, id))) return missing(visit, 'report');
    const outcome = await proposeByForm(visit, id, form);
    return 'problem' in outcome
      ? refused(visit, outcome.problem, { contents: form.get('contents') ?? '' })
      : { to: to(visit, id, 'proposed') };
  });

  gate.get(`${ROOT}/files/:file{[A-Za-z0-9_-]{22}}`, async (visit) => {
    const file = await readFile(visit.database, visit.person, visit.context.req.param('file') ?? '');
    return file ? attachmentResponse(file) : missing(visit, 'report');
  });
}

const to = ({ frame }: Visit, id: number, done: string): string => afterwards(frame, casePath('report', id), done, id);

async function show(visit: Visit, state: ReportState, status: 200 | 409 = 200): Promise<Answer> {
  const { database, frame, person } = visit;
  const report = await readCase(database, person, idOf(visit));
  if (!report) return missing(visit, 'report');
  const list = report.addition ? additionList.list : reportQueue.list;
  const chosen = { title: numbered(frame.words, 'report', report.id), content: reportPane(frame, report, state) };
  return { page: splitPage(frame, list, await list.of(visit, report.id), chosen), status };
}

const refused = (visit: Visit, problem: Html, state: ReportState = {}): Promise<Answer> =>
  show(visit, { ...state, problem }, 409);

/** The address after a decision: the same report while something is left to decide, else the next one of the queue. */
async function following(visit: Visit, id: number, done: readonly Reviewed[], decision: string): Promise<string> {
  const what = done.some(({ needsSecondApproval }) => needsSecondApproval) ? 'once' : decision;
  const isClosed = done.at(-1)?.reportStatus === 'CLOSED';
  const isLeft = (decision === 'APPROVE' || decision === 'REJECT') && what === decision && !isClosed;
  const page = isLeft ? id : await nextReport(visit.database, visit.person, id, partIn(visit));
  return afterwards(visit.frame, page === null ? ROOT : casePath('report', page), what, id);
}
