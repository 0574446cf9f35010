import { desc, eq } from 'drizzle-orm';
import { html } from 'hono/html';
import type { ImportReport } from '../../database/schema/import.ts';
import { listImports } from '../../database/schema/import.ts';
import { CATALOGUE, type CatalogueEntry, licenceNote } from '../../feature/import/source/catalogue.ts';
import { importChanges } from '../../feature/import/source/life.ts';
import { periodOf } from '../../feature/import/source/period.ts';
import { entryCounts, type ListedSource, type Source } from '../../feature/import/source/store.ts';
import { changeLines, skippedLines } from '../../feature/import/summary.ts';
import { redactedUrl } from '../../http/outgoing.ts';
import { checkField } from '../../page/field.ts';
import { buttonForm, type FormFields } from '../../page/form.ts';
import { badges, emptyCard, facts, rowItem } from '../../page/list.ts';
import { contentText, typeWord, word } from '../../page/value-word.ts';
import type { Html } from '../../page/words.ts';
import { formCard, versionField } from '../form.ts';
import { type Answer, missing, type Visit } from '../gate.ts';
import { type Frame, headedPage, type PageState, ROOT } from '../page.ts';
import { agoText } from '../words.ts';
import { reportTable, SOURCES, say, spanText } from './kit.ts';
import { isBusy, publicFacts, stateBadges, timesText } from './list-page.ts';

/** The most days of a grace or an expiry. */
export const MAX_DAYS = 3_650;
export const RULES: FormFields = {
  every: { kind: 'text', label: 'desk.sources.every', hint: 'desk.sources.everyHint', required: true, maxLength: 6 },
  grace: { kind: 'text', label: 'desk.sources.grace', hint: 'desk.sources.graceHint', required: true, maxLength: 4 },
  expire: { kind: 'text', label: 'desk.sources.expire', hint: 'desk.sources.expireHint', maxLength: 4 },
  confidence: {
    ...{ kind: 'text', label: 'desk.sources.confidence', hint: 'desk.sources.confidenceHint' },
    ...{ required: true, maxLength: 3 },
  },
  noAllow: { kind: 'flag', label: 'desk.sources.noAllow' },
};

/** The rules of a source as its form has them. */
export const rulesIn = ({ everySeconds, graceDays, expireDays, minConfidence, takesAllowed }: Source) => ({
  ...{ every: periodOf(everySeconds), grace: String(graceDays), expire: String(expireDays ?? '') },
  confidence: String(minConfidence),
  noAllow: takesAllowed ? '' : 'yes',
});

const FORCE: FormFields = { force: { kind: 'flag', label: 'desk.sources.force' } };

const MAX_SHOWN_IMPORTS = 20;
/** A page about work that goes on is loaded again after so many seconds. */
const RELOAD_SECONDS = '5';

/** What the catalogue says of a source; undefined for a list of somebody's own. */
export const publicListOf = ({ origin }: ListedSource): CatalogueEntry | undefined =>
  CATALOGUE.find(({ url }) => url === origin);

/** One source: how it is, what the first import would do, its rules and its imports. */
export async function showSource(visit: Visit, source: ListedSource, state: PageState): Promise<Answer> {
  const { context, database, frame } = visit;
  const { id, name, takenAt, origin } = source;
  const busy = isBusy(source);
  if (busy) context.header('Refresh', RELOAD_SECONDS);
  const path = `${SOURCES}/${id}`;
  const imports = await database
    .select()
    .from(listImports)
    .where(eq(listImports.source, name))
    .orderBy(desc(listImports.id))
    .limit(MAX_SHOWN_IMPORTS);
  const count = (await entryCounts(database)).get(name) ?? 0;
  const isLooked = takenAt === null && origin !== null;
  const content = html`${badges(stateBadges(frame, source))}
${await sourceFacts(frame, source)}
${source.problem === null ? '' : html`<div class="notice danger"><h2>${say(frame, 'problem')}</h2><p><bdi lang="en">${source.problem}</bdi></p></div>`}
${busy ? html`<p class="notice" role="status">${say(frame, 'reading')}</p>` : isLooked ? firstStep(frame, source, path) : standing(frame, source, path)}
${isLooked ? '' : rulesForm(frame, source, path, state)}
${
  isLooked
    ? ''
    : html`<section><h2>${say(frame, 'imports')}</h2>${
        imports.length === 0
          ? emptyCard(say(frame, 'noImports'))
          : html`<ol class="rows">${imports.map((one) => importRow(frame, one))}</ol>`
      }</section>`
}
<p><a href="${SOURCES}">${say(frame, 'all')}</a></p>`;
  const heading = { ...state, title: html`<bdi>${name}</bdi>`, lead: say(frame, 'entries', { count }) };
  return { page: headedPage(frame, '/sources', heading, content) };
}

async function sourceFacts(frame: Frame, source: ListedSource): Promise<Html> {
  const known = publicListOf(source);
  const { origin, everySeconds, checksumUrl, headers, rank } = source;
  const times = timesText(frame, source);
  return html`<div class="card facts">${
    known
      ? publicFacts(frame, known)
      : origin === null
        ? ''
        : facts([[say(frame, 'from'), html`<span class="mono small">${redactedUrl(origin)}</span>`]])
  }
${facts([
  [say(frame, 'every'), origin === null ? null : spanText(frame.words, everySeconds)],
  [say(frame, 'place'), String(rank)],
  [
    say(frame, 'checksum'),
    checksumUrl === null ? null : html`<span class="mono small">${redactedUrl(checksumUrl)}</span>`,
  ],
  [say(frame, 'headersSet'), headers === null ? null : say(frame, 'headersAre')],
])}<p class="small quiet">${times}</p></div>`;
}

function firstStep(frame: Frame, source: ListedSource, path: string): Html {
  const known = publicListOf(source);
  return html`${source.preview === null ? '' : html`<section class="card"><h2>${say(frame, 'preview')}</h2>${reportOn(frame, source.preview)}</section>`}
<form class="card" method="post" action="${path}/run">${
    known && licenceNote(known) !== null
      ? checkField(
          'licence',
          say(frame, 'takeLicence', { licence: html`<bdi lang="en">${known.licence}</bdi>` }),
          false,
        )
      : ''
  }
<div class="buttons"><button type="submit">${say(frame, 'take')}</button></div></form>
${buttonForm(`${path}/remove`, say(frame, 'drop'), { values: { sure: 'yes' } })}`;
}

function standing(frame: Frame, { origin }: ListedSource, path: string): Html {
  const run = origin === null ? '' : formCard(frame.words, `${path}/run`, FORCE, {}, say(frame, 'run'));
  return html`${run}<div class="buttons">${buttonForm(`${path}/undo`, say(frame, 'undo'))}
${buttonForm(`${path}/remove`, say(frame, 'remove'))}</div>`;
}

function rulesForm(frame: Frame, source: ListedSource, path: string, state: PageState): Html {
  const stored = rulesIn(source);
  const shown = { ...state, entered: { ...stored, ...state.entered } };
  return html`<section><h2>${say(frame, 'rules')}</h2>${formCard(frame.words, `${path}/rules`, RULES, shown, say(frame, 'save'), versionField(stored))}</section>`;
}

const TONES = { BEGUN: undefined, DONE: 'ok', REFUSED: 'danger', UNDONE: undefined } as const;

function importRow(frame: Frame, one: typeof listImports.$inferSelect): Html {
  const { id, outcome, startedAt, created, changed, lifted } = one;
  return rowItem(
    {
      ...{ title: say(frame, 'import', { number: String(id) }), href: `${SOURCES}/imports/${id}` },
      aside: [agoText(frame, startedAt)],
      lines: [html`<p class="small">${say(frame, 'numbers', { created, changed, lifted })}</p>`],
      badges: [{ text: say(frame, outcome), tone: TONES[outcome] }],
    },
    3,
  );
}

const reportOn = (frame: Frame, report: ImportReport): Html => {
  const { read, blocked, allowed, strange, notes } = report;
  return html`<p>${say(frame, 'read', { read, blocked, allowed })}</p>
${notes.map((note) => html`<p class="problem"><bdi lang="en">${note}</bdi></p>`)}
${reportTable(frame, say(frame, 'changes'), changeLines(report))}
${reportTable(frame, say(frame, 'leftOut'), skippedLines(report))}
${strange.length === 0 ? '' : html`<details><summary>${say(frame, 'strange')}</summary><ul class="mono small">${strange.map((line) => html`<li><bdi>${line}</bdi></li>`)}</ul></details>`}`;
};

/** One import: its report, and the first assets that it changed. */
export async function showImport(visit: Visit, id: number): Promise<Answer> {
  const { database, frame } = visit;
  const { words } = frame;
  const found = await importChanges(database, id);
  if (!found) return missing(visit, 'sources');
  const { source, outcome, startedAt, report, assets } = found;
  const content = html`${badges([{ text: say(frame, outcome), tone: TONES[outcome] }])}
${report === null ? '' : html`<section class="card"><h2>${say(frame, 'report')}</h2>${reportOn(frame, report)}</section>`}
<section><h2>${say(frame, 'changes')}</h2>${
    assets.length === 0
      ? emptyCard(say(frame, 'noChanges'))
      : html`<p class="quiet">${say(frame, 'changesLead')}</p><ol class="rows">${assets.map((asset) =>
          rowItem(
            {
              ...{
                title: contentText(asset),
                isMono: true,
                href: `${ROOT}/list?${new URLSearchParams({ content: asset.content })}`,
              },
              aside: [
                typeWord(words, asset.type),
                asset.before === null
                  ? say(frame, 'wasNone')
                  : say(frame, 'was', { status: word(words, asset.before) }),
                word(words, asset.status),
              ],
            },
            3,
          ),
        )}</ol>`
  }</section>
<p><a href="${SOURCES}">${say(frame, 'all')}</a></p>`;
  const heading = {
    title: say(frame, 'import', { number: String(id) }),
    lead: html`<bdi>${source}</bdi> · ${agoText(frame, startedAt)}`,
  };
  return { page: headedPage(frame, '/sources', heading, content) };
}
