import { html } from 'hono/html';
import { ASSET_STATUSES } from '../../../../api/asset/asset.ts';
import type { ResponseOf } from '../../../../api/operation.ts';
import {
  CONFIDENCES,
  DETECTION_SOURCES,
  type DetectionConfig,
  detectionConfigCreate,
  detectionConfigDelete,
  detectionConfigList,
  detectionConfigRun,
  detectionConfigUpdate,
  detectionConfigValidate,
  detectionDrift,
  detectionList,
  SCHEDULES,
} from '../../../../api/threat/detection.ts';
import { type Issue, issue } from '../../../database/refused.ts';
import { type ConfigRow, configProblems, readConfig } from '../../../feature/detection/config.ts';
import { Failure } from '../../../http/failure.ts';
import { assetTypes, DAYS, text, valuesOf } from '../../../page/filter.ts';
import { buttonForm, type FormFields, linesOf } from '../../../page/form.ts';
import { apartList, facts, rowItem, rowList } from '../../../page/list.ts';
import { contentText, headWord, typeWord, word } from '../../../page/value-word.ts';
import type { Html, Words } from '../../../page/words.ts';
import { requireVersion, versionField } from '../../form.ts';
import { type Answer, type Gate, numberIn } from '../../gate.ts';
import type { PageState } from '../../page.ts';
import { mayManage } from '../../person.ts';
import { agoText } from '../../words.ts';
import { doneText, endRoute, formCard, formRoute, type ListPage, listRoute, say } from '../kit.ts';
import { organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../visit.ts';

const ONE = '/detection/:config{[a-z0-9]+}';
const PAGE_SIZE = 25;
const DONE = { saved: 'saved', deleted: 'detection.deleted', run: 'detection.hasRun' } as const;

const sourceIn = (words: Words, source: string): string =>
  words.find(`desk.organization.detection.source.${source}`) ?? word(words, source);

const FIELDS: FormFields = {
  name: { kind: 'text', label: 'desk.organization.name', required: true, maxLength: 255 },
  source: {
    ...{ kind: 'select', label: 'desk.organization.detection.where' },
    options: (words) => DETECTION_SOURCES.map((value) => ({ value, label: sourceIn(words, value) })),
  },
  terms: {
    ...{ kind: 'lines', label: 'desk.organization.detection.terms', required: true, maxLength: 4_000 },
    hint: 'desk.organization.detection.termsHint',
  },
  schedule: {
    ...{ kind: 'select', label: 'desk.organization.detection.often' },
    options: (words) =>
      SCHEDULES.map((value) => ({
        value,
        label: value === 'MANUAL' ? words.t('desk.organization.detection.manual') : headWord(words, value),
      })),
  },
  enabled: { kind: 'flag', label: 'desk.organization.detection.runs' },
};

/** What was entered as the body of an operation, whose schema refuses what is wrong. */
const bodyOf = ({ name = '', source, terms, schedule, enabled }: Record<string, string>) => ({
  name,
  source: source as 'BLOCKLIST',
  terms: linesOf(terms),
  schedule: schedule as 'DAILY',
  enabled: enabled === 'yes',
});
const NEW = { name: '', source: 'BLOCKLIST', terms: '', schedule: 'DAILY', enabled: 'yes' };
const enteredOf = ({ name, source, schedule, terms, enabled }: DetectionConfig | ConfigRow) => ({
  ...{ name, source, schedule, terms: terms.join('\n') },
  enabled: enabled ? 'yes' : '',
});

/** What detection looks for, and what it found. */
export function detectionRoutes(gate: Gate): void {
  listRoute(gate, DETECTIONS, {
    lead: (visit) => say(visit, 'detection.lead'),
    around: async (visit, list) => html`${await configList(visit)}
<section><h2>${say(visit, 'detection.found')}</h2>${list}</section>`,
    done: DONE,
  });
  organizationGet(gate, ONE, (visit) => show(visit, { done: doneText(visit, DONE) }));
  formRoute(
    gate,
    ONE,
    FIELDS,
    async (visit, entered, form) => {
      const id = idOf(visit);
      const { id: saved } = await (id === null
        ? visit.ask(detectionConfigCreate, bodyOf(entered))
        : visit.ask(detectionConfigUpdate, { id, ...bodyOf(entered) }, undefined, async (transaction) => {
            const stored = enteredOf(await readConfig(transaction, visit.organization.id, id, 'update'));
            requireVersion(form, stored, entered);
          }));
      return `/detection/${saved}?done=saved`;
    },
    show,
  );
  formRoute(
    gate,
    `${ONE}/preview`,
    FIELDS,
    async (visit, entered) => {
      const { source, terms } = bodyOf(entered);
      const found = await visit.ask(detectionConfigValidate, { source, terms });
      return show(visit, { entered }, previewCard(visit, found, configProblems(terms, found.resultCount)));
    },
    show,
    'viewer',
  );
  organizationPost(gate, `${ONE}/run`, 'admin', async (visit) => {
    const { id } = await configOf(visit);
    const { resultCount, newCount } = await visit.ask(detectionConfigRun, { id });
    return { to: `${visit.root}/detection/${id}?done=run&found=${resultCount}&new=${newCount}` };
  });
  endRoute(
    gate,
    `${ONE}/delete`,
    '/detection',
    'detection.delete',
    async (visit) => {
      const { id, name } = await configOf(visit);
      return { id, back: `/detection/${id}`, blanks: { name } };
    },
    ({ ask }, { id }) => ask(detectionConfigDelete, { id }),
    '/detection?done=deleted',
  );
}

/** Null for the config that is not saved yet. */
function idOf({ context }: OrganizationVisit): number | null {
  const config = context.req.param('config');
  const id = numberIn(config);
  if (id === null && config !== 'new') throw new Failure('NOT_FOUND', issue('atDesk.noConfig'));
  return id;
}

const configsOf = async ({ ask }: OrganizationVisit) => (await ask(detectionConfigList, {})).configs;

async function configOf(visit: OrganizationVisit) {
  const config = (await configsOf(visit)).find(({ id }) => id === idOf(visit));
  if (!config) throw new Failure('NOT_FOUND', issue('atDesk.noConfig'));
  return config;
}

async function show(visit: OrganizationVisit, state: PageState, preview: Html | string = ''): Promise<Answer> {
  const { frame, root } = visit;
  const id = idOf(visit);
  const config = id === null ? null : await configOf(visit);
  const entered = state.entered ?? (config === null ? NEW : enteredOf(config));
  const path = `/detection/${id ?? 'new'}`;
  const isManager = mayManage(visit.person);
  const more = html`${config === null ? '' : versionField(enteredOf(config))}<button class="plain" type="submit" formaction="${root}${path}/preview">${say(visit, 'detection.preview')}</button>`;
  const content = html`${preview}
${isManager ? formCard(visit, path, FIELDS, { ...state, entered }, { button: 'save', more }) : reading(visit, entered)}
${
  config !== null && isManager
    ? html`<div class="buttons">${config.enabled ? buttonForm(`${root}${path}/run`, say(visit, 'detection.run')) : ''}
${buttonForm(`${root}${path}/delete`, say(visit, 'detection.delete'))}</div>`
    : ''
}
<p><a href="${root}/detection">${say(visit, 'detection.all')}</a></p>`;
  const standing =
    config === null
      ? ''
      : config.lastRunAt === null
        ? say(visit, 'detection.itNeverRan')
        : say(visit, 'detection.itRan', {
            when: agoText(frame, new Date(config.lastRunAt)),
            number: config.lastResultCount ?? 0,
          });
  const heading = { ...state, title: config?.name ?? say(visit, 'detection.more'), lead: standing };
  return { page: organizationPage(visit, '/detection', heading, content) };
}

const reading = (
  visit: OrganizationVisit,
  { source = '', terms, schedule = '', enabled }: Record<string, string>,
): Html =>
  html`<section class="card facts">${facts([
    [say(visit, 'detection.where'), sourceIn(visit.frame.words, source)],
    [say(visit, 'detection.terms'), html`<span class="mono">${apartList(visit.frame.words, linesOf(terms))}</span>`],
    [
      say(visit, 'detection.often'),
      enabled === 'yes' ? headWord(visit.frame.words, schedule) : say(visit, 'detection.isOff'),
    ],
  ])}
<p class="small quiet">${say(visit, 'adminChanges')}</p></section>`;

const previewCard = (
  visit: OrganizationVisit,
  { valid, resultCount, sample }: ResponseOf<typeof detectionConfigValidate>,
  problems: readonly Issue[],
): Html =>
  html`<section class="notice ${valid ? 'ok' : 'danger'}" role="status"><h2>${say(visit, 'detection.wouldFind', { count: resultCount })}</h2>
${problems.map((one) => html`<p>${visit.frame.words.issue(one)}</p>`)}
${sample.length === 0 ? '' : html`<ul>${sample.map((asset) => html`<li><span class="mono">${contentText(asset)}</span> <span class="small quiet">${typeWord(visit.frame.words, asset.type)}</span></li>`)}</ul>`}
<p class="small">${say(visit, 'detection.notSaved')}</p></section>`;

async function configList(visit: OrganizationVisit): Promise<Html> {
  const configs = await configsOf(visit);
  const drift = await visit.ask(detectionDrift, {});
  const isManager = mayManage(visit.person);
  return html`<section><h2>${say(visit, 'detection.what')}</h2>
${rowList(
  configs.map((config) => configRow(visit, config, drift)),
  say(visit, 'detection.nothing'),
  say(visit, isManager ? 'detection.begin' : 'detection.adminBegins'),
)}
${isManager ? html`<p><a class="button" href="${visit.root}/detection/new">${say(visit, 'detection.more')}</a></p>` : ''}</section>`;
}

function configRow(visit: OrganizationVisit, config: DetectionConfig, drift: ResponseOf<typeof detectionDrift>): Html {
  const { frame, root } = visit;
  const { id, name, terms, enabled, schedule, lastRunAt, lastResultCount } = config;
  const isIn = (list: readonly DetectionConfig[]) => list.some((one) => one.id === id);
  const ran =
    lastRunAt === null
      ? say(visit, 'detection.neverRan')
      : say(visit, 'detection.ran', { when: agoText(frame, new Date(lastRunAt)), number: lastResultCount ?? 0 });
  return rowItem(
    {
      ...{ title: name, href: `${root}/detection/${id}`, aside: [headWord(frame.words, schedule), ran] },
      lines: [html`<p class="mono">${apartList(frame.words, terms)}</p>`],
      badges: [
        enabled ? { text: say(visit, 'detection.on'), tone: 'ok' } : { text: say(visit, 'detection.off') },
        isIn(drift.zeroResult) && { text: say(visit, 'detection.findsNothing') },
        isIn(drift.noisy) && { text: say(visit, 'detection.findsTooMuch'), tone: 'danger' },
        isIn(drift.stale) && { text: say(visit, 'detection.late'), tone: 'danger' },
      ],
    },
    3,
  );
}

const DETECTIONS: ListPage<typeof detectionList, ResponseOf<typeof detectionList>['detections'][number]> = {
  section: '/detection',
  operation: detectionList,
  filters: {
    query: text('desk.organization.detection.textPart'),
    days: DAYS,
    source: valuesOf('several', 'desk.organization.detection.foundIn', DETECTION_SOURCES),
    confidence: valuesOf('several', 'desk.organization.detection.confidence', CONFIDENCES),
    assetStatus: valuesOf('several', 'desk.organization.filter.status', ASSET_STATUSES),
    assetType: assetTypes(),
  },
  request: ({ query, startDate, endDate, ...given }) => ({
    ...{ query, startDate, endDate, limit: PAGE_SIZE },
    filters: Object.entries(given).map(([property, value]) => ({ property, operator: 'in', value })),
  }),
  rows: ({ detections }) => detections,
  next: ['cursor', ({ nextCursor }) => nextCursor],
  level: 3,
  row: (visit, { threatContent, source, createdAt, confidence, reportStatus, asset }) => {
    const { frame } = visit;
    const { words } = frame;
    const isReported = reportStatus === 'REPORTED';
    return {
      ...{ title: contentText(asset), isMono: true },
      aside: [
        typeWord(words, asset.type),
        say(visit, 'detection.foundWhen', { when: agoText(frame, new Date(createdAt)) }),
      ],
      lines: [
        threatContent === asset.content
          ? null
          : html`<p class="small">${say(visit, 'detection.in', { text: html`<bdi>${threatContent}</bdi>` })}</p>`,
      ],
      badges: [
        { text: say(visit, 'detection.confidenceOf', { level: word(words, confidence) }) },
        { text: say(visit, 'detection.inSource', { source: word(words, source) }) },
        { text: word(words, asset.status), tone: asset.status === 'BLOCKED' ? 'danger' : undefined },
        { text: say(visit, isReported ? 'detection.reported' : 'detection.notReported') },
      ],
    };
  },
  none: ['detection.noneYet', 'detection.noneHint'],
  noMatch: ['nothingMeets', 'detection.showAll'],
};
