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
} from '../../../../api/threat/detection.ts';
import { Failure } from '../../../http/failure.ts';
import type { Words } from '../../../portal/language/words.ts';
import { type Answer, type Gate, numberIn } from '../../gate.ts';
import { apartList, type Badges, badges, type Html } from '../../page.ts';
import { mayManage } from '../../person.ts';
import { agoText, contentText, headWord, typeWord, word } from '../../words.ts';
import { addressed, assetTypeFilter, daysOf, type Filter, filteredList, one, several, valueFilter } from '../filter.ts';
import { askedFirst, doneText, emptyCard, organizationPage, type PageState, problemsOf } from '../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../visit.ts';
import {
  CONFIG_FIELDS,
  type ConfigState,
  configOf,
  configPage,
  draftOfConfig,
  draftOfForm,
  NEW_CONFIG,
} from './detection-config.ts';

const ONE = '/detection/:config{[a-z0-9]+}';
const PAGE_SIZE = 25;
const FILTERED = ['source', 'confidence', 'assetStatus', 'assetType'] as const;

/** What detection looks for, and what it found. */
export function detectionRoutes(gate: Gate): void {
  organizationGet(gate, '/detection', list);
  organizationGet(gate, ONE, (visit) => show(visit, { done: doneOf(visit) }));

  organizationPost(gate, ONE, 'admin', async (visit, form) => {
    const { slug } = visit.organization;
    const draft = draftOfForm(form);
    const id = idOf(visit);
    try {
      const { id: saved } = await (id === null
        ? visit.call(detectionConfigCreate, { body: { slug, ...configOf(draft) } })
        : visit.call(detectionConfigUpdate, { body: { slug, id, ...configOf(draft) } }));
      return { to: `${visit.root}/detection/${saved}?done=saved` };
    } catch (error) {
      return show(visit, { draft, fieldProblems: problemsOf(error, CONFIG_FIELDS) });
    }
  });

  organizationPost(gate, `${ONE}/preview`, 'viewer', async (visit, form) => {
    const draft = draftOfForm(form);
    const { source, terms } = configOf(draft);
    try {
      const preview = await visit.call(detectionConfigValidate, {
        body: { slug: visit.organization.slug, source, terms },
      });
      return show(visit, { draft, preview });
    } catch (error) {
      return show(visit, { draft, fieldProblems: problemsOf(error, CONFIG_FIELDS) });
    }
  });

  organizationPost(gate, `${ONE}/run`, 'admin', async (visit) => {
    const id = requiredId(visit);
    const { resultCount, newCount } = await visit.call(detectionConfigRun, {
      body: { slug: visit.organization.slug, id },
    });
    return { to: `${visit.root}/detection/${id}?done=run&found=${resultCount}&new=${newCount}` };
  });

  organizationPost(gate, `${ONE}/delete`, 'admin', async (visit, form) => {
    const id = requiredId(visit);
    const { name } = await configOfId(visit, id);
    const blanks = { name, back: `${visit.root}/detection/${id}` };
    const asked = askedFirst(visit, '/detection', form, 'desk.organization.detection.delete', blanks);
    if (asked) return asked;
    await visit.call(detectionConfigDelete, { body: { slug: visit.organization.slug, id } });
    return { to: `${visit.root}/detection?done=deleted` };
  });
}

async function list(visit: OrganizationVisit): Promise<Answer> {
  const { slug } = visit.organization;
  const address = addressed(visit);
  const filters = FILTERED.flatMap((property) => {
    const value = several(address, property);
    return value === undefined ? [] : [{ property, operator: 'in' as const, value }];
  });
  const [found, { configs }, drift] = [
    await visit.call(detectionList, {
      body: {
        slug,
        ...{ query: one(address, 'query'), cursor: one(address, 'cursor'), limit: PAGE_SIZE },
        ...daysOf(address),
        ...(filters.length === 0 ? {} : { filters }),
      },
    }),
    await visit.call(detectionConfigList, { body: { slug } }),
    await visit.call(detectionDrift, { body: { slug } }),
  ];
  return { page: detectionPage(visit, { ...found, configs, drift }, { done: doneOf(visit) }) };
}

/** Null for the config that is not saved yet. */
function idOf({ context }: OrganizationVisit): number | null {
  const config = context.req.param('config');
  const id = numberIn(config);
  if (id === null && config !== 'new') throw missing();
  return id;
}

function requiredId(visit: OrganizationVisit): number {
  const id = idOf(visit);
  if (id === null) throw missing();
  return id;
}

async function configOfId(visit: OrganizationVisit, id: number) {
  const { configs } = await visit.call(detectionConfigList, { body: { slug: visit.organization.slug } });
  const config = configs.find((one) => one.id === id);
  if (!config) throw missing();
  return config;
}

const missing = () => new Failure('NOT_FOUND', 'There is no such detection config');

async function show(visit: OrganizationVisit, state: Partial<ConfigState>): Promise<Answer> {
  const id = idOf(visit);
  const config = id === null ? null : await configOfId(visit, id);
  const draft = state.draft ?? (config === null ? NEW_CONFIG : draftOfConfig(config));
  const page = configPage(visit, config, { ...state, draft });
  return state.fieldProblems === undefined ? { page } : { page, status: 422 };
}

function doneOf(visit: OrganizationVisit): Html | null {
  const number = (name: string) => numberIn(visit.context.req.query(name)) ?? 0;
  return doneText(visit, DONE, { found: number('found'), new: number('new') });
}

const DONE = {
  saved: 'desk.organization.saved',
  deleted: 'desk.organization.detection.deleted',
  run: 'desk.organization.detection.hasRun',
} as const;

type Drift = ResponseOf<typeof detectionDrift>;
type Detections = ResponseOf<typeof detectionList> & {
  readonly configs: readonly DetectionConfig[];
  readonly drift: Drift;
};

const filtersOf = (words: Words): readonly Filter[] => [
  { kind: 'text', name: 'query', label: words.t('desk.organization.detection.textPart'), maxLength: 255 },
  { kind: 'days' },
  valueFilter(words, 'several', 'source', words.t('desk.organization.detection.foundIn'), DETECTION_SOURCES),
  valueFilter(words, 'several', 'confidence', words.t('desk.organization.detection.confidence'), CONFIDENCES),
  valueFilter(words, 'several', 'assetStatus', words.t('desk.organization.filter.status'), ASSET_STATUSES),
  assetTypeFilter(words),
];

/** What detection looks for, and what it has found. */
function detectionPage(visit: OrganizationVisit, found: Detections, state: PageState): Html {
  const { words } = visit.frame;
  const path = `${visit.root}/detection`;
  const isManager = mayManage(visit.frame.person);
  const { configs, detections } = found;
  return organizationPage(
    visit,
    '/detection',
    { ...state, lead: words.t('desk.organization.detection.lead') },
    html`<section><h2>${words.t('desk.organization.detection.what')}</h2>
${
  configs.length === 0
    ? emptyCard(
        words.t('desk.organization.detection.nothing'),
        words.t(isManager ? 'desk.organization.detection.begin' : 'desk.organization.detection.adminBegins'),
      )
    : html`<ul class="rows">${configs.map((config) => configRow(visit, config, found.drift))}</ul>`
}
${isManager ? html`<p><a class="button" href="${path}/new">${words.t('desk.organization.detection.more')}</a></p>` : ''}</section>
<section><h2>${words.t('desk.organization.detection.found')}</h2>
${filteredList(words, addressed(visit), {
  path,
  filters: filtersOf(words),
  rows: detections,
  row: (detection) => row(visit, detection),
  next: ['cursor', found.nextCursor],
  none: ['desk.organization.detection.noneYet', 'desk.organization.detection.noneHint'],
  noMatch: ['desk.organization.nothingMeets', 'desk.organization.detection.showAll'],
})}</section>`,
  );
}

function configRow({ frame, root }: OrganizationVisit, config: DetectionConfig, drift: Drift): Html {
  const { id, name, terms, enabled, schedule, lastRunAt, lastResultCount } = config;
  const { words } = frame;
  const isIn = (list: readonly DetectionConfig[]) => list.some((one) => one.id === id);
  const all: Badges = [
    enabled
      ? { text: words.t('desk.organization.detection.on'), tone: 'ok' }
      : { text: words.t('desk.organization.detection.off') },
    isIn(drift.zeroResult) && { text: words.t('desk.organization.detection.findsNothing') },
    isIn(drift.noisy) && { text: words.t('desk.organization.detection.findsTooMuch'), tone: 'danger' },
    isIn(drift.stale) && { text: words.t('desk.organization.detection.late'), tone: 'danger' },
  ];
  return html`<li><div class="row-head"><h3><a href="${root}/detection/${id}"><bdi>${name}</bdi></a></h3>
<span class="small quiet">${headWord(words, schedule)} · ${lastRunAt === null ? words.t('desk.organization.detection.neverRan') : words.t('desk.organization.detection.ran', { when: agoText(frame, new Date(lastRunAt)), number: lastResultCount ?? 0 })}</span></div>
<p class="mono">${apartList(words, terms)}</p>${badges(all)}</li>`;
}

function row({ frame }: OrganizationVisit, detection: Detections['detections'][number]): Html {
  const { words } = frame;
  const { threatContent, source, createdAt, confidence, reportStatus, asset } = detection;
  return html`<li><div class="row-head"><h3 class="mono">${contentText(asset)}</h3>
<span class="small quiet">${typeWord(words, asset.type)} · ${words.t('desk.organization.detection.foundWhen', { when: agoText(frame, new Date(createdAt)) })}</span></div>
${threatContent === asset.content ? '' : html`<p class="small">${words.t('desk.organization.detection.in', { text: html`<bdi>${threatContent}</bdi>` })}</p>`}
${badges([
  { text: words.t('desk.organization.detection.confidenceOf', { level: word(words, confidence) }) },
  { text: words.t('desk.organization.detection.inSource', { source: word(words, source) }) },
  { text: word(words, asset.status), tone: asset.status === 'BLOCKED' ? 'ok' : undefined },
  {
    text: words.t(
      reportStatus === 'REPORTED' ? 'desk.organization.detection.reported' : 'desk.organization.detection.notReported',
    ),
  },
])}</li>`;
}
