import { html, raw } from 'hono/html';
import type { Database } from '../../database/database.ts';
import type { Kind } from '../../feature/receipt/receipt.ts';
import { REVIEW_HOURS } from '../../feature/review/sla.ts';
import type { TextKey } from '../../languages.ts';
import { type Badges, badges } from '../../page/list.ts';
import type { Html } from '../../page/words.ts';
import { type Gate, numberIn, type Visit } from '../gate.ts';
import { faultNotice } from '../jobs.ts';
import { deskPage, doneNotice, type Frame, ROOT } from '../page.ts';
import type { Person } from '../person.ts';
import { ageText } from '../words.ts';
import { casePath, doneText } from './case.ts';

/** Parts of a queue: everything open, overdue, answered, and waiting for an answer. */
export const PARTS = ['open', 'late', 'answered', 'escalated', 'asked'] as const;
export type Part = (typeof PARTS)[number];

/** The part of a queue that an address names, else everything open. */
export const partIn = ({ context }: Visit): Part => PARTS.find((name) => name === context.req.query('part')) ?? 'open';

/** One page of a part of a queue: oldest first, skipped ones last. */
export type Queue<Entry, Of extends string = Part> = {
  readonly counts: Readonly<Record<Of, number>>;
  readonly rows: readonly Entry[];
  /** The id of the last row where more follow. */
  readonly next: number | null;
};

export const PAGE_SIZE = 50;

/** @param rows up to {@link PAGE_SIZE} and one, in their order */
export function queueOf<Entry extends { readonly id: number }, Of extends string>(
  counts: Queue<Entry, Of>['counts'],
  rows: readonly Entry[],
): Queue<Entry, Of> {
  const shown = rows.slice(0, PAGE_SIZE);
  return { counts, rows: shown, next: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null };
}

type CaseEntry = { readonly id: number; readonly organization: string | null; readonly createdAt: Date };

type CaseListSpec<Entry, Of extends string> = {
  readonly kind: Kind;
  readonly path: '' | '/disputes' | '/additions';
  readonly title: TextKey;
  readonly intro: TextKey;
  /** The parts, the first of which an address without one means, with the keys of their names. */
  readonly parts: Readonly<Record<Of, TextKey>>;
  readonly none: TextKey;
  readonly read: (database: Database, person: Person, part: Of, after: number | null) => Promise<Queue<Entry, Of>>;
  readonly row: (frame: Frame, entry: Entry) => { readonly name: Html | string; readonly badges: Badges };
};

/** A list of cases beside which one of them is shown. */
export type CaseList = Pick<CaseListSpec<unknown, string>, 'path' | 'title'> & {
  readonly of: (visit: Visit, chosen: number | null) => Promise<Html>;
};

/** Makes the list of cases that its address filters, and registers its page. */
export function caseList<Entry extends CaseEntry, Of extends string>(spec: CaseListSpec<Entry, Of>) {
  const { kind, path, title, intro, parts, none, read, row } = spec;
  const names = Object.keys(parts) as Of[];
  const of: CaseList['of'] = async ({ context, database, frame, person }, chosen) => {
    const { words, keep } = frame;
    const part = names.find((name) => name === context.req.query('part')) ?? names[0]!;
    const { counts, rows, next } = await read(database, person, part, numberIn(context.req.query('after')));
    const at = rows.findIndex(({ id }) => id === chosen);
    const keys = new Map([
      [at + 1, 'j'],
      [at - 1, 'k'],
    ]);
    const line = (entry: Entry, index: number) => {
      const shown = row(frame, entry);
      const key = keys.get(index);
      return html`<li><a href="${casePath(kind, entry.id)}${keep}"${raw(index === at ? ' aria-current="true"' : '')}${key ? html` data-key="${key}"` : ''}${raw(key === 'j' ? ' accesskey="n"' : '')}>
<span class="name"><bdi>${shown.name}</bdi></span>${badges(shown.badges, 'span')}
<span class="small quiet">${String(entry.id)}${entry.organization === null ? '' : html` · <bdi>${entry.organization}</bdi>`} · ${ageText(frame, entry.createdAt)}</span></a></li>`;
    };
    return html`<div class="lead"><h1>${words.t(title)}</h1><p class="quiet small">${words.t(intro, { count: REVIEW_HOURS })}</p></div>
<ul class="filters" aria-label="${words.label('desk.queue.parts')}">${names.map(
      (name) =>
        html`<li><a href="${ROOT}${path}?part=${name}"${raw(name === part ? ' aria-current="true"' : '')}>${words.t('desk.queue.partCount', { part: words.word(parts[name]), number: counts[name] })}</a></li>`,
    )}</ul>
${
  rows.length === 0
    ? html`<p class="card">${words.t(part === names[0] ? none : 'desk.queue.nothing')}</p>`
    : html`<ol class="cases">${rows.map(line)}</ol>`
}
${next === null ? '' : html`<p><a href="${ROOT}${path}?part=${part}&after=${next}">${words.t('desk.later')}</a></p>`}`;
  };
  const list: CaseList = { path, title, of };
  const register = (gate: Gate) =>
    gate.get(`${ROOT}${path}`, async (visit) => ({
      page: splitPage(
        visit.frame,
        list,
        html`${path === '' ? await faultNotice(visit) : ''}${await of(visit, null)}`,
        null,
        doneText(visit, kind),
      ),
    }));
  return { list, register };
}

/** A list with the case that was chosen beside it; below 1,024 pixels the one or the other. */
export function splitPage(
  frame: Frame,
  { path, title }: Pick<CaseList, 'path' | 'title'>,
  list: Html,
  chosen: { readonly title: Html; readonly content: Html } | null,
  done: Html | null = null,
): Html {
  const { words, keep } = frame;
  const content = html`${chosen === null ? doneNotice(done) : ''}<div class="split${chosen === null ? '' : ' chosen'}"><div class="list">${list}
<details class="small keys"><summary data-key="?">${words.t('desk.keys.title')}</summary><dl>${KEYS.map(
    (key) =>
      html`<div><dt><kbd>${key}</kbd></dt><dd>${words.t(`desk.keys.${key === '/' ? 'search' : key}`)}</dd></div>`,
  )}</dl></details></div>
<div class="pane">${
    chosen === null
      ? html`<p class="quiet empty">${words.t('desk.queue.choose')}</p>`
      : html`<p class="back small"><a href="${ROOT}${path}${keep}">${words.t(title)}</a></p>${chosen.content}`
  }</div></div>`;
  return deskPage(frame, path, chosen?.title ?? words.t(title), content);
}

const KEYS = ['j', 'k', 'a', 'r', 's', '/'] as const;
