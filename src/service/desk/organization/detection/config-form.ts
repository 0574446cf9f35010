import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import {
  DETECTION_SOURCES,
  type DetectionConfig,
  type detectionConfigValidate,
  SCHEDULES,
} from '../../../../api/threat/detection.ts';
import { numberText } from '../../../portal/page/calendar.ts';
import { entered, field } from '../../../portal/page/field.ts';
import { type Html, token } from '../../page.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { checkField, selectField } from '../form/select-field.ts';
import type { Problems } from '../frame/problem.ts';
import { contentText, typeWord, word } from '../word.ts';

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

const SOURCE_WORDS: Readonly<Record<string, string>> = {
  BLOCKLIST: 'Everything that a list, an operator or a review has decided about',
  REPORTS: 'Reports that were filed with you',
};

/** Where a config looks, in words. */
export const sourceText = (source: string): string => SOURCE_WORDS[source] ?? word(source);

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
  return html`<form class="card" method="post" action="${action}">${token(frame)}
${field({ name: 'name', label: 'Name', kind: 'text', required: true, maxLength: 255 }, draft.name, problems.name ?? [])}
${selectField(
  {
    name: 'source',
    label: 'Where it looks',
    options: DETECTION_SOURCES.map((value) => ({ value, label: sourceText(value) })),
  },
  draft.source,
  problems.source,
)}
${field(
  {
    name: 'terms',
    label: 'Terms',
    hint: 'One a line, 3 to 64 characters each, at most 50. What has one of them in its address is found.',
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
    label: 'How often',
    options: SCHEDULES.map((value) => ({
      value,
      label: value === 'MANUAL' ? 'Only when somebody runs it' : word(value),
    })),
  },
  draft.schedule,
  problems.schedule,
)}
${checkField('enabled', 'It runs', draft.isEnabled)}
<div class="buttons"><button type="submit">Save</button>
<button class="plain" type="submit" formaction="${preview}">What would it find?</button></div></form>`;
}

/** What a draft would find now. */
export function previewCard({ valid, issues, resultCount, sample }: Preview): Html {
  return html`<section class="notice ${valid ? 'ok' : 'danger'}" role="status"><h2>It would find ${numberText(resultCount)} now</h2>
${issues.map(({ message }) => html`<p>${message.replace(/^\w+: /, '')}</p>`)}
${sample.length === 0 ? '' : html`<ul>${sample.map(({ content, type }) => html`<li><span class="mono">${contentText({ type, content })}</span> <span class="small quiet">${typeWord(type)}</span></li>`)}</ul>`}
<p class="small">Nothing was saved yet.</p></section>`;
}
