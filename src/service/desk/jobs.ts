import { and, eq, gt, isNotNull } from 'drizzle-orm';
import { html, raw } from 'hono/html';
import { assets } from '../database/schema/asset.ts';
import { sources } from '../database/schema/import.ts';
import { jobs } from '../database/schema/job.ts';
import { countJobs, deleteFailedJob, JOB_STATES, type JobState, readJobs, retryFailedJob } from '../jobs/queue.ts';
import { buttonForm } from '../page/form.ts';
import { rowItem, rowList } from '../page/list.ts';
import type { Html } from '../page/words.ts';
import { doneIn } from './form.ts';
import { type Gate, numberIn, type Visit } from './gate.ts';
import { headedPage, ROOT } from './page.ts';
import { isOperator } from './person.ts';
import { agoText } from './words.ts';

const PATH = '/jobs';
const ACTIONS = { retry: retryFailedJob, delete: deleteFailedJob } as const;

/** The work beside requests: what failed for good, what runs and what waits, for those who run the service. */
export function jobRoutes(gate: Gate): void {
  gate.operatorGet(`${ROOT}${PATH}`, async (visit) => {
    const { context, frame } = visit;
    const { words } = frame;
    const done = doneIn(visit, { retry: 'desk.job.done.retry', delete: 'desk.job.done.delete' }, (text) =>
      words.t(text),
    );
    const state = JOB_STATES.find((one) => one === context.req.query('state')) ?? 'failed';
    const heading = { title: words.t('desk.tab.jobs'), lead: words.t('desk.job.lead'), done };
    return { page: headedPage(frame, PATH, heading, await listOf(visit, state)) };
  });
  gate.operatorPost(`${ROOT}${PATH}`, async (visit, form) => {
    const id = numberIn(form.get('job')) ?? 0;
    const action = form.get('action') === 'delete' ? 'delete' : 'retry';
    const isDone = await visit.database.transaction(async (transaction) => {
      if (!(await ACTIONS[action](transaction, id))) return false;
      await visit.record(transaction, action === 'delete' ? 'deskDeleteJob' : 'deskRetryJob', { id });
      return true;
    });
    return { to: `${ROOT}${PATH}${isDone ? `?done=${action}` : ''}` };
  });
}

async function listOf({ database, frame }: Visit, state: JobState): Promise<Html> {
  const { words } = frame;
  const counts = await countJobs(database);
  const rows = await readJobs(database, state);
  const total = (one: JobState) => counts.reduce((sum, kind) => sum + kind[one], 0);
  return html`<ul class="filters" aria-label="${words.label('desk.job.states')}">${JOB_STATES.map(
    (one) =>
      html`<li><a href="?state=${one}"${raw(one === state ? ' aria-current="true"' : '')}>${words.t('desk.queue.partCount', { part: words.word(`desk.job.${one}`), number: total(one) })}</a></li>`,
  )}</ul>
${rowList(
  rows.map(({ id, kind, subject, attempts, problem, createdAt, dueAt }) =>
    rowItem({
      title: html`${words.t(`desk.job.kind.${kind}`)}${subject === kind ? '' : html` <bdi class="mono">${subject}</bdi>`}`,
      aside: [
        attempts === 0 ? null : words.t('desk.job.attempts', { count: attempts }),
        agoText(frame, createdAt),
        state === 'waiting' && dueAt !== null ? words.moment(dueAt) : null,
      ],
      lines: [
        problem === null ? null : html`<p class="small"><bdi lang="en">${problem}</bdi></p>`,
        state === 'failed'
          ? html`<div class="buttons">${(['retry', 'delete'] as const).map((action) =>
              buttonForm(`${ROOT}${PATH}`, words.t(`desk.job.${action}`), {
                about: subject,
                values: { job: String(id), action },
              }),
            )}</div>`
          : null,
      ],
    }),
  ),
  words.t('desk.job.none'),
)}`;
}

/** What is wrong with the service, for the first page of those who run it; nothing while all is well. */
export async function faultNotice({ database, frame, person }: Visit): Promise<Html | string> {
  if (!isOperator(person)) return '';
  const { words } = frame;
  const failed = (await countJobs(database)).reduce((sum, kind) => sum + kind.failed, 0);
  const standing = await database
    .select({ kind: jobs.kind })
    .from(jobs)
    .where(and(eq(jobs.subject, jobs.kind), isNotNull(jobs.problem)));
  const broken = await database.$count(sources, gt(sources.failures, 0));
  const isEmpty =
    (await database.$count(sources)) === 0 && (await database.$count(assets, eq(assets.status, 'BLOCKED'))) === 0;
  const faults = [
    ...(isEmpty ? [html`<a href="${ROOT}/sources">${words.t('desk.sources.emptyList')}</a>`] : []),
    ...(failed === 0 ? [] : [html`<a href="${ROOT}${PATH}">${words.t('desk.job.failedJobs', { count: failed })}</a>`]),
    ...standing.map(({ kind }) => words.t('desk.job.failingStanding', { what: words.word(`desk.job.kind.${kind}`) })),
    ...(broken === 0 ? [] : [words.t('desk.job.failedImports', { count: broken })]),
  ];
  return faults.length === 0
    ? ''
    : html`<div class="notice danger">${faults.map((fault) => html`<p>${fault}</p>`)}</div>`;
}
