import { and, eq, inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import { DECISIONS } from '../../../../api/report/report-record.ts';
import type { Database } from '../../../database/database.ts';
import { issue, Refused } from '../../../database/refused.ts';
import { assets } from '../../../database/schema/asset.ts';
import { ANSWERS, proposals, reports } from '../../../database/schema/report.ts';
import { type Answer, answerEscalation, type Decision, type Reviewed, review } from '../../../feature/review/review.ts';
import { entered } from '../../../page/field.ts';
import type { Visit } from '../../gate.ts';
import { hasRole, visibleTo } from '../../person.ts';
import { decisionIn } from '../case.ts';
import { note, readForm } from '../case-form.ts';

const ids = z
  .array(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number)))
  .check(z.minLength(1), z.maxLength(100));
const decisionForm = z.object({ decision: z.enum(DECISIONS), proposal: ids, note, message: note });
const answerForm = z.object({ answer: z.enum(ANSWERS), proposal: ids, note });

const given = (form: URLSearchParams) => ({
  decision: decisionIn(form),
  answer: form.get('answer') ?? undefined,
  proposal: form.getAll('proposal'),
  note: entered(form, 'note'),
  message: entered(form, 'message'),
});

/** Decides proposals of a report as a form says: all of them, or none. @throws Refused */
export async function decideByForm(visit: Visit, reportId: number, form: URLSearchParams): Promise<Reviewed[]> {
  const { decision, proposal, ...words } = readForm(decisionForm, given(form));
  const insists = decision === 'APPROVE' && form.get('override') === 'yes';
  if (insists && !hasRole(visit.person, 'admin')) throw new Refused(issue('desk.report.notAdmin'));
  const { userId, email: name } = visit.person;
  const reviewer = { kind: 'human', userId, name, ...words, insists } as const;
  const action = insists ? 'deskApproveOverride' : ACTIONS[decision];
  return decideEach(visit, reportId, proposal, action, (transaction, id) =>
    review(transaction, id, decision, reviewer),
  );
}

/** Answers the escalation of proposals for the organization as a form says: all of them, or none. @throws Refused */
export async function answerByForm(visit: Visit, reportId: number, form: URLSearchParams): Promise<Reviewed[]> {
  const { answer, proposal, note: text } = readForm(answerForm, given(form));
  return decideEach(visit, reportId, proposal, ANSWER_ACTIONS[answer], (transaction, id) =>
    answerEscalation(transaction, id, answer, { name: visit.person.email, note: text }),
  );
}

const ACTIONS: Readonly<Record<Decision, string>> = {
  APPROVE: 'deskApprove',
  REJECT: 'deskReject',
  SKIP: 'deskSkip',
  ESCALATE: 'deskEscalate',
};
const ANSWER_ACTIONS: Readonly<Record<Answer, string>> = {
  APPROVE: 'deskAnswerApprove',
  REJECT: 'deskAnswerReject',
};

/** Decides proposals of a report that this person may see, in one transaction, and records each. @throws Refused */
export async function decideEach(
  visit: Visit,
  reportId: number,
  proposalIds: readonly number[],
  action: string,
  work: (transaction: Database, id: number) => Promise<Reviewed>,
): Promise<Reviewed[]> {
  return visit.database.transaction(async (transaction) => {
    const mine = await transaction
      .select({ id: proposals.id, assetId: proposals.assetId, content: assets.content })
      .from(proposals)
      .innerJoin(reports, eq(reports.id, proposals.reportId))
      .innerJoin(assets, eq(assets.id, proposals.assetId))
      .where(
        and(
          inArray(proposals.id, [...proposalIds]),
          eq(reports.id, reportId),
          visibleTo(visit.person, reports.organizationId),
        ),
      )
      .orderBy(proposals.id);
    if (mine.length < new Set(proposalIds).size) throw new Refused(issue('review.moved', { id: reportId }));
    const done: Reviewed[] = [];
    for (const { id, assetId, content } of mine) {
      const reviewed = await work(transaction, id);
      const detail = { reportId, proposalId: id, assetId, content: content.slice(0, 300) };
      await visit.record(transaction, reviewed.needsSecondApproval ? 'deskApproveOnce' : action, detail);
      done.push(reviewed);
    }
    return done;
  });
}
