import { html, raw } from 'hono/html';
import type { Database } from '../../database/database.ts';
import type { Kind } from '../../feature/receipt/receipt.ts';
import { REVIEW_HOURS } from '../../feature/review/sla.ts';
import type { Html } from '../../page/words.ts';
import { type Gate, numberIn } from '../gate.ts';
import { deskPage, doneNotice, type Frame, ROOT } from '../page.ts';
import type { Person } from '../person.ts';
import { doneText } from './case.ts';

/** Parts of a queue: everything open, overdue, answered, and waiting for an answer. */
export const PARTS = ['open', 'late', 'answered', 'escalated', 'asked'] as const;
export type Part = (typeof PARTS)[number];

/** One page of a part of a queue: oldest first, skipped ones last. */
export type Queue<Row> = {
  readonly counts: Readonly<Record<Part, number>>;
  readonly rows: readonly Row[];
  /** The id of the last row where more follow. */
  readonly next: number | null;
};

export const PAGE_SIZE = 50;

/** @param rows up to {@link PAGE_SIZE} and one, in their order */
export function queueOf<Row extends { readonly id: number }>(counts: Queue<Row>['counts'], rows: readonly Row[]) {
  const shown = rows.slice(0, PAGE_SIZE);
  return { counts, rows: shown, next: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null };
}

const QUEUES = {
  report: {
    path: '',
    title: 'desk.tab.reports',
    intro: 'desk.queue.intro',
    nothing: 'desk.queue.nothingWaits',
    asked: 'desk.queue.part.asked',
  },
  dispute: {
    path: '/disputes',
    title: 'desk.dispute.title',
    intro: 'desk.dispute.intro',
    nothing: 'desk.dispute.none',
    asked: 'desk.dispute.asked',
  },
} as const;

/** Registers the page of what waits for a decision, the most urgent first. */
export function queueRoute<Row>(
  gate: Gate,
  kind: Kind,
  read: (database: Database, person: Person, part: Part, after: number | null) => Promise<Queue<Row>>,
  /** @param isFirst whether the key for the next one leads to it */
  row: (frame: Frame, row: Row, isFirst: boolean) => Html,
  /** What the query of its address may say was done. */
  done: readonly string[],
): void {
  const { path, title, intro, nothing, asked } = QUEUES[kind];
  gate.get(`${ROOT}${path}`, async (visit) => {
    const { context, database, frame, person } = visit;
    const { words } = frame;
    const part = PARTS.find((name) => name === context.req.query('part')) ?? 'open';
    const { counts, rows, next } = await read(database, person, part, numberIn(context.req.query('after')));
    const partWord = (name: Part) => words.word(name === 'asked' ? asked : `desk.queue.part.${name}`);
    const content = html`${doneNotice(doneText(visit, kind, done))}
<div class="lead"><h1>${words.t(title)}</h1><p class="quiet">${words.t(intro, { count: REVIEW_HOURS })}</p></div>
<ul class="filters" aria-label="${words.label('desk.queue.parts')}">${PARTS.map(
      (name) =>
        html`<li><a href="${ROOT}${path}?part=${name}"${name === part ? raw(' aria-current="true"') : ''}>${words.t('desk.queue.partCount', { part: partWord(name), number: counts[name] })}</a></li>`,
    )}</ul>
${
  rows.length === 0
    ? html`<div class="card"><p>${words.t(part === 'open' ? nothing : 'desk.queue.nothing')}</p></div>`
    : html`<ol class="rows">${rows.map((one, index) => row(frame, one, index === 0))}</ol>`
}
${next === null ? '' : html`<p><a href="${ROOT}${path}?part=${part}&after=${next}">${words.t('desk.later')}</a></p>`}`;
    return { page: deskPage(frame, path, words.t(title), content) };
  });
}
