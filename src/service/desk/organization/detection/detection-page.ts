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
import { numberText } from '../../../portal/page/calendar.ts';
import { type Badge, badges } from '../../badge.ts';
import { agoText } from '../../language/moment.ts';
import type { Html } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { addressed, pager } from '../form/address.ts';
import { ASSET_TYPE_FILTER, type Filter, filterForm, options } from '../form/filter-form.ts';
import { emptyCard, organizationPage, type PageState } from '../frame/organization-page.ts';
import { contentText, typeWord, word } from '../word.ts';

type Drift = ResponseOf<typeof detectionDrift>;
export type Detections = ResponseOf<typeof detectionList> & {
  readonly configs: readonly DetectionConfig[];
  readonly drift: Drift;
};

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'query', label: 'Part of the address or text', maxLength: 255 },
  { kind: 'days' },
  { kind: 'several', name: 'source', label: 'Found in', options: options(DETECTION_SOURCES) },
  { kind: 'several', name: 'confidence', label: 'Confidence', options: options(CONFIDENCES) },
  { kind: 'several', name: 'assetStatus', label: 'Status', options: options(ASSET_STATUSES) },
  ASSET_TYPE_FILTER,
];

/** What detection looks for, and what it has found. */
export function detectionPage(visit: OrganizationVisit, found: Detections, state: PageState): Html {
  const address = addressed(visit);
  address.delete('done');
  const path = `${visit.root}/detection`;
  const isManager = mayManage(visit.frame.person);
  const { configs, detections } = found;
  return organizationPage(
    visit,
    '/detection',
    { ...state, title: 'Detection', lead: 'Lookalikes of your terms, looked for by the service.' },
    html`<section><h2>What is looked for</h2>
${
  configs.length === 0
    ? emptyCard(
        'Nothing is looked for yet.',
        isManager ? 'Begin with the names that your people trust.' : 'An admin says what to look for.',
      )
    : html`<ul class="rows">${configs.map((config) => configRow(visit, config, found.drift))}</ul>`
}
${isManager ? html`<p><a class="button" href="${path}/new">Look for more</a></p>` : ''}</section>
<section><h2>What was found</h2>
${filterForm(path, FILTERS, address)}
${
  detections.length > 0
    ? html`<ol class="rows">${detections.map((detection) => row(visit, detection))}</ol>`
    : address.size > 0
      ? emptyCard('Nothing meets these filters.', html`<a href="${path}">Show everything that was found</a>`)
      : emptyCard(
          'Nothing was found yet.',
          'What a config finds appears here, and is reported for review where nobody has decided.',
        )
}${pager(visit, 'cursor', found.nextCursor)}</section>`,
  );
}

function configRow({ frame, root }: OrganizationVisit, config: DetectionConfig, drift: Drift): Html {
  const { id, name, terms, enabled, schedule, lastRunAt, lastResultCount } = config;
  const isIn = (list: readonly DetectionConfig[]) => list.some((one) => one.id === id);
  const all: Badge[] = [
    enabled ? { text: 'on', tone: 'ok' } : { text: 'off' },
    ...(isIn(drift.zeroResult) ? [{ text: 'finds nothing' }] : []),
    ...(isIn(drift.noisy) ? [{ text: 'finds too much', tone: 'danger' as const }] : []),
    ...(isIn(drift.stale) ? [{ text: 'has not run in time', tone: 'danger' as const }] : []),
  ];
  return html`<li><div class="row-head"><h3><a href="${root}/detection/${id}">${name}</a></h3>
<span class="small quiet">${word(schedule)} · ${lastRunAt === null ? 'never ran' : `ran ${agoText(frame, new Date(lastRunAt))}, found ${numberText(lastResultCount ?? 0)}`}</span></div>
<p class="mono">${terms.join(', ')}</p>${badges(all)}</li>`;
}

function row({ frame }: OrganizationVisit, detection: Detections['detections'][number]): Html {
  const { threatContent, source, createdAt, confidence, reportStatus, asset } = detection;
  return html`<li><div class="row-head"><h3 class="mono">${contentText(asset)}</h3>
<span class="small quiet">${typeWord(asset.type)} · found ${agoText(frame, new Date(createdAt))}</span></div>
${threatContent === asset.content ? '' : html`<p class="small">In: ${threatContent}</p>`}
${badges([
  { text: `${word(confidence).toLowerCase()} confidence` },
  { text: `in ${word(source).toLowerCase()}` },
  { text: word(asset.status).toLowerCase(), ...(asset.status === 'BLOCKED' ? { tone: 'ok' as const } : {}) },
  { text: reportStatus === 'REPORTED' ? 'reported' : 'not reported' },
])}</li>`;
}
