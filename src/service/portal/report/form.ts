import { html } from 'hono/html';
import { MAX_ATTACHMENTS, TAKEN_FILES } from '../../../api/report/attachment.ts';
import { offeredKinds, REPORTED_KIND_TEXTS } from '../../../api/report/scam-kind.ts';
import type { StoredFile } from '../../feature/report/attachment.ts';
import { chips, fileField, generalProblems, hidden, onceField, optionBox } from '../../page/field.ts';
import { control, type FormField } from '../../page/form.ts';
import { FORM_ID } from '../../page/layout.ts';
import type { Html, Words } from '../../page/words.ts';
import { type Portal, portalPage } from '../page.ts';
import { MAX, NO_ENTRY, type ReportEntry, type TextField } from './entry.ts';
import type { Problems } from './refusal.ts';

const FIELDS: Readonly<Record<TextField, FormField>> = {
  assets: {
    ...{ kind: 'lines', label: 'portal.report.assets', required: true, maxLength: MAX.assets },
    hint: 'portal.report.assetsHint',
  },
  description: { kind: 'prose', label: 'portal.report.description', optional: true, maxLength: MAX.description },
  contact: {
    ...{ kind: 'text', label: 'portal.report.contact', optional: true, maxLength: MAX.contact },
    hint: 'portal.report.contactHint',
  },
};

/** The page with the report form; `entry` restores the input, and `problems` are shown beside it. */
export function reportFormPage(portal: Portal, entry: ReportEntry = NO_ENTRY, problems: Problems = {}): Html {
  const { words, root } = portal;
  const text = (name: TextField) => control(words, name, FIELDS[name], entry.texts[name], problems[name]);
  const optional = (label: Html) => words.t('portal.optional', { label });
  const kinds = [
    { value: '', label: words.t('report.platformUnknown') },
    ...offeredKinds(portal.scamKinds).map((value) => ({ value, label: words.t(REPORTED_KIND_TEXTS[value]) })),
  ];
  return portalPage(
    portal,
    'report',
    words.t('portal.report.title'),
    html`<div class="lead"><h1>${words.t('portal.report.heading', { name: portal.identity.name })}</h1>
<p class="quiet">${words.t('portal.report.intro')}</p></div>
${generalProblems(problems.general ?? [])}
<form class="card" id="${FORM_ID}" method="post" enctype="multipart/form-data" action="${words.href(`${root}/report`)}">${onceField()}${text('assets')}
${chips({ name: 'kind', label: optional(words.t('report.kind')), options: kinds }, entry.kind)}
${text('description')}
${attached(words, entry.files)}
${fileField(
  {
    name: 'files',
    label: optional(words.t('report.files')),
    hint: html`${words.t('portal.report.filesHint', { most: MAX_ATTACHMENTS, size: words.size(4, 'megabyte') })} ${words.t('portal.report.picturesHint')}`,
  },
  TAKEN_FILES,
  problems.files ?? [],
)}
${text('contact')}
${hidden('platform', entry.platform)}${entry.pages.map((page) => hidden('page', page))}
<button type="submit">${words.t('portal.report.send')}</button></form>`,
    { form: `${root}/report` },
  );
}

/** The field name and value by which a form carries an attached file. */
export const ATTACHED = 'file';
export const attachedValue = ({ id, fileName }: StoredFile): string => `${id} ${fileName}`;

function attached(words: Words, files: readonly StoredFile[]): Html | string {
  if (files.length === 0) return '';
  return html`<fieldset class="field" aria-describedby="attached-hint"><legend>${words.t('portal.report.attached')}</legend>
<p class="small quiet" id="attached-hint">${words.t('portal.report.attachedHint')}</p>
${files.map((file) => optionBox('checkbox', ATTACHED, { value: attachedValue(file), label: fileInWords(words, file) }, true))}</fieldset>`;
}

/** A file with its name and size. */
export const fileInWords = (words: Words, { fileName, sizeBytes }: StoredFile): Html =>
  html`<bdi>${fileName}</bdi> <span class="small quiet">${words.fileSize(sizeBytes)}</span>`;

/** The page shown instead of the report form while its organization takes no reports. */
export function noReportsPage(portal: Portal): Html {
  const { words } = portal;
  const { name } = portal.identity;
  return portalPage(
    portal,
    'report',
    words.t('portal.report.closed'),
    html`<div class="lead"><h1>${words.t('portal.report.closedHeading', { name })}</h1>
<p class="quiet">${words.t('portal.report.closedHint', { name })}</p></div>`,
  );
}
