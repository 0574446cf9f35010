import { issue, Refused } from '../../../database/refused.ts';
import { attachmentResponse } from '../../../feature/report/attachment.ts';
import type { Reviewed } from '../../../feature/review/review.ts';
import { type Gate, missing, type Visit } from '../../gate.ts';
import { ROOT } from '../../page.ts';
import { afterwards, casePath, decisionIn } from '../case.ts';
import { caseAfter, casePages } from '../case-pages.ts';
import { partIn } from '../queue.ts';
import { proposeByForm, readByForm } from './addition-actions.ts';
import { additionList, nextAddition } from './addition-list.ts';
import { answerByForm, decideByForm } from './decision.ts';
import { mergeReports } from './merge.ts';
import { reportPane } from './page.ts';
import { nextReport, reportQueue } from './queue.ts';
import { readCase, readFile } from './report.ts';

/** Routes of the reports: the queue, which is the desk's first page, the additions, the page of one, its files and its forms. */
export function reportRoutes(gate: Gate): void {
  reportQueue.register(gate);
  additionList.register(gate);
  const post = casePages(gate, {
    kind: 'report',
    read: readCase,
    list: ({ addition }) => (addition ? additionList.list : reportQueue.list),
    pane: reportPane,
    merge: async (transaction, visit, id, into) => {
      if (into === null) throw new Refused(issue('desk.report.noNumber'));
      await mergeReports(transaction, visit, id, into);
      await visit.record(transaction, 'deskMerge', { reportId: into, mergedReportId: id });
    },
  });

  post('decision', 'reviewer', async (visit, { id }, form) => {
    const done = await decideByForm(visit, id, form);
    gate.service.publisher.notify();
    return following(visit, id, done, decisionIn(form));
  });

  post('answer', 'admin', async (visit, { id }, form) => {
    await answerByForm(visit, id, form);
    return caseAfter(visit, 'report', id, 'answered');
  });

  post('read', 'reviewer', async (visit, { id }, form) => {
    await readByForm(visit, id, form);
    const next = await nextAddition(visit.database, visit.person, id);
    const path = next === null ? `${ROOT}/additions` : casePath('report', next);
    return afterwards(visit.frame, path, 'read', id);
  });

  post('propose', 'reviewer', async (visit, { id }, form) => {
    await proposeByForm(visit, id, form);
    return caseAfter(visit, 'report', id, 'proposed');
  });

  gate.get(`${ROOT}/files/:file{[A-Za-z0-9_-]{22}}`, async (visit) => {
    const file = await readFile(visit.database, visit.person, visit.context.req.param('file') ?? '');
    return file ? attachmentResponse(file) : missing(visit, 'report');
  });
}

/** The address after a decision: the same report while something is left to decide, else the next one of the queue. */
async function following(visit: Visit, id: number, done: readonly Reviewed[], decision: string): Promise<string> {
  const what = done.some(({ needsSecondApproval }) => needsSecondApproval) ? 'once' : decision;
  const isClosed = done.at(-1)?.reportStatus === 'CLOSED';
  const isLeft = (decision === 'APPROVE' || decision === 'REJECT') && what === decision && !isClosed;
  const page = isLeft ? id : await nextReport(visit.database, visit.person, id, partIn(visit));
  return afterwards(visit.frame, page === null ? ROOT : casePath('report', page), what, id);
}
