import { html } from 'hono/html';
import { ASSET_STATUSES } from '../../../../api/asset/asset.ts';
import type { ResponseOf } from '../../../../api/operation.ts';
import {
  CONFIDENCES,
  DETECTION_SOURCES,
  type DetectionConfig,
  type detectionDrift,
  type detectionList,
} from '../../../../api/threat/detection.ts';
import type { Words } from '../../../language/words.ts';
import { type Badge, badges } from '../../badge.ts';
import { agoText } from '../../language/moment.ts';
import { contentText, headWord, typeWord, word } from '../../language/word.ts';
import type { Html } from '../../page.ts';
import { apartList } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { addressed, pager } from '../form/address.ts';
import { assetTypeFilter, type Filter, filterForm, options } from '../form/filter-form.ts';
import { emptyCard, organizationPage, type PageState } from '../frame/organization-page.ts';

type Drift = ResponseOf<typeof detectionDrift>;
export type Detections = ResponseOf<typeof detectionList> & {
  readonly configs: readonly DetectionConfig[];
  readonly drift: Drift;
};

const filtersOf = (words: Words): readonly Filter[] => [
  { kind: 'text', name: 'query', label: words.t('desk.organization.detection.textPart'), maxLength: 255 },
  { kind: 'days' },
  {
    kind: 'several',
    name: 'source',
    label: words.t('desk.organization.detection.foundIn'),
    options: options(words, DETECTION_SOURCES),
  },
  {
    kind: 'several',
    name: 'confidence',
    label: words.t('desk.organization.detection.confidence'),
    options: options(words, CONFIDENCES),
  },
  {
    kind: 'several',
    name: 'assetStatus',
    label: words.t('desk.organization.filter.status'),
    options: options(words, ASSET_STATUSES),
  },
  assetTypeFilter(words),
];

/** What detection looks for, and what it has found. */
export function detectionPage(visit: OrganizationVisit, found: Detections, state: PageState): Html {
  const { words } = visit.frame;
  const address = addressed(visit);
  address.delete('done');
  const path = `${visit.root}/detection`;
  const isManager = mayManage(visit.frame.person);
  const { configs, detections } = found;
  return organizationPage(
    visit,
    '/detection',
    { ...state, title: words.t('desk.organization.room.detection'), lead: words.t('desk.organization.detection.lead') },
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
${filterForm(words, path, filtersOf(words), address)}
${
  detections.length > 0
    ? html`<ol class="rows">${detections.map((detection) => row(visit, detection))}</ol>`
    : address.size > 0
      ? emptyCard(
          words.t('desk.organization.nothingMeets'),
          html`<a href="${path}">${words.t('desk.organization.detection.showAll')}</a>`,
        )
      : emptyCard(words.t('desk.organization.detection.noneYet'), words.t('desk.organization.detection.noneHint'))
}${pager(visit, 'cursor', found.nextCursor)}</section>`,
  );
}

function configRow({ frame, root }: OrganizationVisit, config: DetectionConfig, drift: Drift): Html {
  const { id, name, terms, enabled, schedule, lastRunAt, lastResultCount } = config;
  const { words } = frame;
  const isIn = (list: readonly DetectionConfig[]) => list.some((one) => one.id === id);
  const all: Badge[] = [
    enabled
      ? { text: words.t('desk.organization.detection.on'), tone: 'ok' }
      : { text: words.t('desk.organization.detection.off') },
    ...(isIn(drift.zeroResult) ? [{ text: words.t('desk.organization.detection.findsNothing') }] : []),
    ...(isIn(drift.noisy)
      ? [{ text: words.t('desk.organization.detection.findsTooMuch'), tone: 'danger' as const }]
      : []),
    ...(isIn(drift.stale) ? [{ text: words.t('desk.organization.detection.late'), tone: 'danger' as const }] : []),
  ];
  return html`<li><div class="row-head"><h3><a href="${root}/detection/${id}"><bdi>${name}</bdi></a></h3>
<span class="small quiet">${headWord(words, schedule)} · ${lastRunAt === null ? words.t('desk.organization.detection.neverRan') : words.t('desk.organization.detection.ran', { when: agoText(frame, new Date(lastRunAt)), number: lastResultCount ?? 0 })}</span></div>
<p class="mono">${apartList(terms)}</p>${badges(all)}</li>`;
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
  { text: word(words, asset.status), ...(asset.status === 'BLOCKED' ? { tone: 'ok' as const } : {}) },
  {
    text: words.t(
      reportStatus === 'REPORTED' ? 'desk.organization.detection.reported' : 'desk.organization.detection.notReported',
    ),
  },
])}</li>`;
}
