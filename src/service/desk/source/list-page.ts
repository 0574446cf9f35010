import { html } from 'hono/html';
import { CATALOGUE, type CatalogueEntry } from '../../feature/import/source/catalogue.ts';
import { secondsOf } from '../../feature/import/source/period.ts';
import { entryCounts, type ListedSource, listSources } from '../../feature/import/source/store.ts';
import { redactedUrl } from '../../http/outgoing.ts';
import { buttonForm, type FormFields } from '../../page/form.ts';
import { type Badges, emptyCard, facts, rowItem } from '../../page/list.ts';
import type { Html } from '../../page/words.ts';
import { formCard } from '../form.ts';
import type { Answer, Visit } from '../gate.ts';
import { type Frame, headedPage, type PageState, ROOT } from '../page.ts';
import { agoText, aheadText } from '../words.ts';
import { SOURCES, say, spanText } from './kit.ts';

export const OWN_LIST: FormFields = {
  address: {
    kind: 'text',
    label: 'desk.sources.address',
    hint: 'desk.sources.ownHint',
    required: true,
    maxLength: 2_048,
  },
  name: { kind: 'text', label: 'desk.sources.name', hint: 'desk.sources.nameHint', maxLength: 100 },
  every: { kind: 'text', label: 'desk.sources.every', hint: 'desk.sources.everyHint', required: true, maxLength: 6 },
  headers: { kind: 'lines', label: 'desk.sources.headers', hint: 'desk.sources.headersHint', maxLength: 16_384 },
  checksum: { kind: 'text', label: 'desk.sources.checksum', hint: 'desk.sources.checksumHint', maxLength: 2_048 },
};

/** The sources in the order of trust, the catalogue of public lists, and a form for another one. */
export async function showSources(visit: Visit, state: PageState): Promise<Answer> {
  const { database, frame } = visit;
  const { words } = frame;
  const sources = await listSources(database);
  const counts = await entryCounts(database);
  const own = { ...state.entered, every: state.entered?.every || '1d', headers: '' };
  const content = html`${lookUp(frame)}
${
  sources.length === 0
    ? emptyCard(say(frame, 'none'), say(frame, 'noneHint'))
    : html`<ol class="rows">${sources.map((source, place) => sourceRow(frame, source, counts.get(source.name) ?? 0, place, sources.length))}</ol>`
}
<section><h2>${say(frame, 'public')}</h2><p class="quiet">${say(frame, 'publicLead')}</p>
<ol class="rows">${CATALOGUE.map((entry) =>
    publicRow(
      frame,
      entry,
      sources.find(({ origin }) => origin === entry.url),
    ),
  )}</ol></section>
<section><h2>${say(frame, 'own')}</h2>${formCard(words, SOURCES, OWN_LIST, { ...state, entered: own }, say(frame, 'look'))}</section>`;
  const heading = { ...state, title: words.t('desk.tab.sources'), lead: say(frame, 'lead') };
  return { page: headedPage(frame, '/sources', heading, content) };
}

const lookUp = (frame: Frame): Html =>
  html`<form class="inline" method="get" action="${ROOT}/list">
<label class="hidden" for="content">${say(frame, 'find')}</label>
<input type="search" id="content" name="content" maxlength="4096" placeholder="${frame.words.label('desk.sources.findHint')}" dir="auto" autocapitalize="none" spellcheck="false">
<button class="plain" type="submit">${say(frame, 'findButton')}</button></form>`;

/** Whether a process has something to do with a source, or does it now. */
export const isBusy = ({ task, isRunning }: ListedSource): boolean => task !== null || isRunning;

/** How a source is, as badges. */
export function stateBadges(frame: Frame, source: ListedSource): Badges {
  const { origin, takenAt, pausedAt, failures, lastSuccessAt } = source;
  const isFetched = origin !== null && takenAt !== null;
  return [
    origin === null && { text: say(frame, 'byHand') },
    origin !== null && takenAt === null && { text: say(frame, 'looked') },
    failures > 0 && { text: say(frame, 'fails', { count: failures }), tone: 'danger' },
    isFetched && pausedAt !== null && { text: say(frame, 'waits'), tone: 'danger' },
    isFetched &&
      failures === 0 &&
      pausedAt === null &&
      lastSuccessAt !== null && { text: say(frame, 'works'), tone: 'ok' },
    isBusy(source) && { text: say(frame, 'busy') },
  ];
}

/** When a source ran, and when it runs again. */
export function timesText(frame: Frame, { origin, takenAt, pausedAt, lastSuccessAt, nextRunAt }: ListedSource): Html {
  if (origin === null || takenAt === null) return html``;
  const last =
    lastSuccessAt === null ? say(frame, 'never') : say(frame, 'imported', { when: agoText(frame, lastSuccessAt) });
  const next = pausedAt === null ? html` · ${say(frame, 'next', { when: aheadText(frame, nextRunAt) })}` : '';
  return html`${last}${next}`;
}

function sourceRow(frame: Frame, source: ListedSource, entries: number, place: number, of: number): Html {
  const { id, name, origin, everySeconds, problem } = source;
  const path = `${SOURCES}/${id}`;
  const about = { about: html`<bdi>${name}</bdi>` };
  const move = (to: number, label: 'more' | 'less') =>
    buttonForm(`${path}/trust`, say(frame, label), { ...about, values: { place: String(to) } });
  return rowItem({
    ...{ title: name, href: path, badges: stateBadges(frame, source) },
    aside: [
      say(frame, 'entries', { count: entries }),
      origin === null ? null : say(frame, 'everyTime', { span: spanText(frame.words, everySeconds) }),
    ],
    lines: [
      html`<p class="small quiet">${timesText(frame, source)}</p>`,
      problem === null ? null : html`<p class="small problem"><bdi lang="en">${problem}</bdi></p>`,
      html`<div class="buttons">${origin === null ? '' : buttonForm(`${path}/run`, say(frame, 'run'), about)}
${place === 0 ? '' : move(place, 'more')}${place === of - 1 ? '' : move(place + 2, 'less')}</div>`,
    ],
  });
}

const PASSING_ON = {
  true: ['passOn', 'ok'],
  false: ['passOnNo', 'danger'],
  null: ['passOnUnknown', undefined],
} as const;

/** What is known of a public list. */
export function publicFacts(frame: Frame, { url, licence, note }: CatalogueEntry): Html {
  return html`<div class="facts">${facts([
    [say(frame, 'from'), html`<span class="mono small">${redactedUrl(url)}</span>`],
    [say(frame, 'licence'), html`<bdi lang="en">${licence}</bdi>`],
    [say(frame, 'alarms'), html`<bdi lang="en">${note}</bdi>`],
  ])}</div>`;
}

function publicRow(frame: Frame, entry: CatalogueEntry, taken: ListedSource | undefined): Html {
  const { name, covers, format, every, entries, mayPassOn } = entry;
  const [text, tone] = PASSING_ON[`${mayPassOn}`];
  return rowItem(
    {
      ...{ title: name, href: taken ? `${SOURCES}/${taken.id}` : undefined },
      aside: [
        format,
        say(frame, 'everyTime', { span: spanText(frame.words, secondsOf(every)!) }),
        entries === null ? null : say(frame, 'about', { count: entries }),
      ],
      lines: [
        html`<p lang="en">${covers}</p>`,
        html`<details class="small"><summary>${say(frame, 'facts')}</summary>${publicFacts(frame, entry)}</details>`,
        taken
          ? null
          : buttonForm(SOURCES, say(frame, 'look'), { about: html`<bdi>${name}</bdi>`, values: { public: name } }),
      ],
      badges: [{ text: say(frame, text), tone }, taken !== undefined && { text: say(frame, 'taken'), tone: 'ok' }],
    },
    3,
  );
}
