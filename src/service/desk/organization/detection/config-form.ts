import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import {
  DETECTION_SOURCES,
  type DetectionConfig,
  type detectionConfigValidate,
  SCHEDULES,
} from '../../../../api/threat/detection.ts';
import type { Words } from '../../../language/words.ts';
import { entered, field, reasonOf } from '../../../portal/page/field.ts';
import { contentText, headWord, typeWord, word } from '../../language/word.ts';
import { type Html, token } from '../../page.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { checkField, selectField } from '../form/select-field.ts';
import type { Problems } from '../frame/problem.ts';

/** A detection config as it is entered. */
export type ConfigDraft = {
  readonly name: string;
  readonly source: string;
  /** One a line. */
  readonly terms: string;
  readonly schedule: string;
  readonly isEnabled: boolean;
};

export type Preview = ResponseOf<typeof detectionConfigValidate>;

export const NEW_CONFIG: ConfigDraft = { name: '', source: 'BLOCKLIST', terms: '', schedule: 'DAILY', isEnabled: true };
export const CONFIG_FIELDS = ['name', 'source', 'terms', 'schedule'];

/** Where a config looks, in words. */
export const sourceText = (words: Words, source: string): string =>
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

/** What a draft says, as the operations take it; what no schema takes is refused by it. */
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

/** The form in which a config is written. @param action where it is saved; its preview is at `preview` */
export function configForm(
  { frame }: OrganizationVisit,
  action: string,
  preview: string,
  draft: ConfigDraft,
  problems: Problems,
): Html {
  const { words } = frame;
  return html`<form class="card" method="post" action="${action}">${token(frame)}
${field({ name: 'name', label: words.t('desk.organization.name'), kind: 'text', required: true, maxLength: 255 }, draft.name, problems.name ?? [])}
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
  problems.terms ?? [],
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
export function previewCard(words: Words, { valid, issues, resultCount, sample }: Preview): Html {
  return html`<section class="notice ${valid ? 'ok' : 'danger'}" role="status"><h2>${words.t('desk.organization.detection.wouldFind', { count: resultCount })}</h2>
${issues.map(({ message }) => html`<p>${reasonOf(message.replace(/^\w+: /, ''))}</p>`)}
${sample.length === 0 ? '' : html`<ul>${sample.map(({ content, type }) => html`<li><span class="mono">${contentText({ type, content })}</span> <span class="small quiet">${typeWord(words, type)}</span></li>`)}</ul>`}
<p class="small">${words.t('desk.organization.detection.notSaved')}</p></section>`;
}
