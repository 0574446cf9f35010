import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import {
  DETECTION_SOURCES,
  type DetectionConfig,
  type detectionConfigValidate,
  SCHEDULES,
} from '../../../../api/threat/detection.ts';
import type { Words } from '../../../portal/language/words.ts';
import { checkField, entered, field, reasonOf, selectField } from '../../../portal/page/field.ts';
import { apartList, type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import { agoText, contentText, headWord, typeWord, word } from '../../words.ts';
import { organizationPage, type PageState, type Problems } from '../page.ts';
import type { OrganizationVisit } from '../visit.ts';

export type ConfigState = PageState & {
  readonly draft: ConfigDraft;
  readonly preview?: Preview;
};

/** The page of one detection config, or of a new one. */
export function configPage(visit: OrganizationVisit, config: DetectionConfig | null, state: ConfigState): Html {
  const { draft, fieldProblems = {}, preview } = state;
  const { words } = visit.frame;
  const path = `${visit.root}/detection/${config === null ? 'new' : config.id}`;
  const isManager = mayManage(visit.frame.person);
  return organizationPage(
    visit,
    '/detection',
    {
      ...state,
      title: config === null ? words.t('desk.organization.detection.more') : config.name,
      lead: config === null ? '' : standing(visit, config),
    },
    html`${preview === undefined ? '' : previewCard(words, preview)}
${isManager ? configForm(visit, path, `${path}/preview`, draft, fieldProblems) : reading(words, draft)}
${config !== null && isManager ? actions(visit, path, config) : ''}
<p><a href="${visit.root}/detection">${words.t('desk.organization.detection.all')}</a></p>`,
  );
}

const standing = ({ frame }: OrganizationVisit, { lastRunAt, lastResultCount }: DetectionConfig): Html =>
  lastRunAt === null
    ? frame.words.t('desk.organization.detection.itNeverRan')
    : frame.words.t('desk.organization.detection.itRan', {
        when: agoText(frame, new Date(lastRunAt)),
        number: lastResultCount ?? 0,
      });

const reading = (words: Words, { source, terms, schedule, isEnabled }: ConfigDraft): Html =>
  html`<section class="card facts"><dl><div><dt>${words.t('desk.organization.detection.where')}</dt><dd>${sourceText(words, source)}</dd></div>
<div><dt>${words.t('desk.organization.detection.terms')}</dt><dd class="mono">${apartList(words, terms.split('\n'))}</dd></div>
<div><dt>${words.t('desk.organization.detection.often')}</dt><dd>${isEnabled ? headWord(words, schedule) : words.t('desk.organization.detection.isOff')}</dd></div></dl>
<p class="small quiet">${words.t('desk.organization.adminChanges')}</p></section>`;

const actions = ({ frame }: OrganizationVisit, path: string, { enabled }: DetectionConfig): Html =>
  html`<div class="buttons">${
    enabled
      ? html`<form class="inline" method="post" action="${path}/run">${token(frame)}<button class="plain" type="submit">${frame.words.t('desk.organization.detection.run')}</button></form>`
      : ''
  }
<form class="inline" method="post" action="${path}/delete">${token(frame)}<button class="plain" type="submit">${frame.words.t('desk.organization.detection.delete')}</button></form></div>`;

/** A detection config as it is entered. */
type ConfigDraft = {
  readonly name: string;
  readonly source: string;
  /** One a line. */
  readonly terms: string;
  readonly schedule: string;
  readonly isEnabled: boolean;
};

type Preview = ResponseOf<typeof detectionConfigValidate>;

export const NEW_CONFIG: ConfigDraft = { name: '', source: 'BLOCKLIST', terms: '', schedule: 'DAILY', isEnabled: true };
export const CONFIG_FIELDS = ['name', 'source', 'terms', 'schedule'];

/** Where a config looks, in words. */
const sourceText = (words: Words, source: string): string =>
  words.find(`desk.organization.detection.source.${source}`) ?? word(words, source);

export const draftOfConfig = ({ name, source, terms, schedule, enabled }: DetectionConfig): ConfigDraft => ({
  ...{ name, source, schedule, isEnabled: enabled },
  terms: terms.join('\n'),
});

export const draftOfForm = (form: URLSearchParams): ConfigDraft => ({
  name: entered(form, 'name'),
  source: entered(form, 'source'),
  terms: entered(form, 'terms'),
  schedule: entered(form, 'schedule'),
  isEnabled: form.get('enabled') === 'yes',
});

/** A draft as the body of an operation, whose schema refuses what is wrong. */
export const configOf = ({ name, source, terms, schedule, isEnabled }: ConfigDraft) => ({
  name,
  source: source as 'BLOCKLIST',
  terms: terms
    .split('\n')
    .map((term) => term.trim())
    .filter((term) => term !== ''),
  schedule: schedule as 'DAILY',
  enabled: isEnabled,
});

/** The form of a config. @param action the path that saves it @param preview the path that shows what it would find */
function configForm(
  { frame }: OrganizationVisit,
  action: string,
  preview: string,
  draft: ConfigDraft,
  problems: Problems,
): Html {
  const { words } = frame;
  return html`<form class="card" method="post" action="${action}">${token(frame)}
${field({ name: 'name', label: words.t('desk.organization.name'), kind: 'text', required: true, maxLength: 255 }, draft.name, problems.name)}
${selectField(
  {
    name: 'source',
    label: words.t('desk.organization.detection.where'),
    options: DETECTION_SOURCES.map((value) => ({ value, label: sourceText(words, value) })),
  },
  draft.source,
  problems.source,
)}
${field(
  {
    name: 'terms',
    label: words.t('desk.organization.detection.terms'),
    hint: words.t('desk.organization.detection.termsHint'),
    kind: 'lines',
    required: true,
    maxLength: 4_000,
  },
  draft.terms,
  problems.terms,
)}
${selectField(
  {
    name: 'schedule',
    label: words.t('desk.organization.detection.often'),
    options: SCHEDULES.map((value) => ({
      value,
      label: value === 'MANUAL' ? words.t('desk.organization.detection.manual') : headWord(words, value),
    })),
  },
  draft.schedule,
  problems.schedule,
)}
${checkField('enabled', words.t('desk.organization.detection.runs'), draft.isEnabled)}
<div class="buttons"><button type="submit">${words.t('desk.organization.save')}</button>
<button class="plain" type="submit" formaction="${preview}">${words.t('desk.organization.detection.preview')}</button></div></form>`;
}

/** What a draft would find now. */
function previewCard(words: Words, { valid, issues, resultCount, sample }: Preview): Html {
  return html`<section class="notice ${valid ? 'ok' : 'danger'}" role="status"><h2>${words.t('desk.organization.detection.wouldFind', { count: resultCount })}</h2>
${issues.map(({ message }) => html`<p>${reasonOf(message.replace(/^\w+: /, ''))}</p>`)}
${sample.length === 0 ? '' : html`<ul>${sample.map(({ content, type }) => html`<li><span class="mono">${contentText({ type, content })}</span> <span class="small quiet">${typeWord(words, type)}</span></li>`)}</ul>`}
<p class="small">${words.t('desk.organization.detection.notSaved')}</p></section>`;
}
