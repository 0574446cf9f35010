import { html } from 'hono/html';
import { REPORTED_KIND_TEXTS } from '../../../api/report/scam-kind.ts';
import { HANDLE_PLATFORMS, meaningOf, type Reach } from '../../../asset/index.ts';
import type { Item, ReportSubject } from '../../feature/report/subject.ts';
import { apart, assetInWords, shownContent } from '../../page/asset-word.ts';
import { generalProblems, hidden, onceField, optionBox, selectField } from '../../page/field.ts';
import { FORM_ID } from '../../page/layout.ts';
import type { Html, Words } from '../../page/words.ts';
import { type Portal, portalPage } from '../page.ts';
import { nameWithoutPlatform, REACH, type ReportEntry } from './entry.ts';
import { ATTACHED, attachedValue, fileInWords } from './form.ts';

/** The field with the page that a form was sent from, and its value for this page. */
export const STEP = 'step';
export const REVIEW = 'review';
export const CHANGE = 'change';

type Review = {
  readonly entry: ReportEntry;
  readonly subject: ReportSubject;
  readonly blocked: ReadonlySet<string>;
  /** It was sent from this page without a platform, and nothing can be blocked without one. */
  readonly isMissing?: boolean;
};

/** The page between form and receipt: what was read, the effect of blocking it, and what is sent as text. */
export function reviewPage(portal: Portal, { entry, subject, blocked, isMissing = false }: Review): Html {
  const { words, root } = portal;
  const { name } = portal.identity;
  const asked = nameWithoutPlatform(subject);
  const needed = subject.items.length === 0 && asked !== undefined;
  const missing = needed ? words.t('report.onlyText.platform', { name: asked }) : null;
  return portalPage(
    portal,
    'report',
    words.t('portal.report.review.title'),
    html`<div class="lead"><h1>${words.t('portal.report.review.heading')}</h1>
<p class="quiet">${words.t('portal.report.review.intro', { name })}</p></div>
${isMissing ? generalProblems([words.t('report.onlyText.title')]) : ''}
<form class="card" id="${FORM_ID}" method="post" enctype="multipart/form-data" action="${words.href(`${root}/report`)}">${onceField()}
<h2>${words.t('report.assets')}</h2>
<ul class="rows">${subject.items.map((item, index) => html`<li>${itemRow(words, item, index, blocked.has(item.content))}</li>`)}
${subject.mentions.map((mention) => html`<li>${mentionRow(words, mention)}${mention.text === asked ? platformField(words, entry, missing) : ''}</li>`)}
${subject.rest === '' ? '' : html`<li>${textRow(words, subject.rest)}</li>`}</ul>
${asked === undefined ? hidden('platform', entry.platform) : ''}
${alongside(words, entry)}
${carried(entry)}
<div class="buttons"><button type="submit">${words.t('portal.report.send')}</button>
<button type="submit" class="plain" name="${CHANGE}" formnovalidate>${words.t('portal.report.change')}</button></div></form>`,
    { isHidden: true, form: `${root}/report` },
  );
}

function itemRow(words: Words, { content, asset, reach, adjusted }: Item, index: number, isBlocked: boolean): Html {
  return html`<p class="small quiet">${assetInWords(words, asset)}</p>
<p class="mono" id="${REACH}${index}-name">${apart(shownContent(asset.type, asset.content))}</p>
${adjusted?.carrier ? html`<p class="small quiet">${words.t('report.carried', { host: adjusted.carrier })}</p>` : ''}
${adjusted?.personal ? html`<p class="small quiet">${words.t('report.personalLeft', { part: adjusted.personal })}</p>` : ''}
${
  isBlocked
    ? html`<p class="known">${words.t('report.listed')}</p><p class="small quiet">${words.t('report.listedHint')}</p>`
    : reach === null
      ? html`<p class="small quiet">${words.t(`report.${meaningOf(asset.type)}`)}</p>`
      : reachChoice(words, `${REACH}${index}`, reach, content)
}`;
}

function reachChoice(words: Words, name: string, { site, page }: Reach, chosen: string): Html {
  const option = (value: string, label: Html, hint: Html) =>
    optionBox(
      'radio',
      name,
      { value, label: html`${label}<span class="small quiet">${hint}</span>` },
      value === chosen,
    );
  return html`<fieldset class="field" aria-labelledby="${name}-title ${name}-name"><legend id="${name}-title">${words.t('report.reach')}</legend>
${option(site, words.t('report.reachSite', { site }), words.t('report.reachSiteHint'))}
${option(page, words.t('report.reachPage', { page: page.replace(/^PAGE:/, '') }), words.t('report.reachPageHint'))}</fieldset>`;
}

function mentionRow(words: Words, mention: ReportSubject['mentions'][number]): Html {
  const { text } = mention;
  if (mention.kind === 'handle')
    return html`<p class="small quiet">${words.t('report.mention.handle')}</p><p>${apart(text)}</p>`;
  const isAccount = mention.kind === 'bankAccount';
  return html`<p class="small quiet">${words.t(`report.mention.${mention.kind === 'fault' ? 'other' : mention.kind}`)}</p>
<p>${apart(text)}</p>
<p class="small quiet">${
    mention.kind === 'fault'
      ? html`${words.t(`report.addressFault.${mention.fault.fault}`, { family: mention.fault.family })} `
      : ''
  }${words.t(isAccount ? 'report.bankAccountHint' : 'report.asText')}</p>`;
}

const textRow = (words: Words, text: string): Html =>
  html`<p class="small quiet">${words.t('report.mention.other')}</p>
<p class="written" dir="auto">${text}</p><p class="small quiet">${words.t('report.asText')}</p>`;

/** The platform of all account names. @param missing why nothing can be sent without it */
function platformField(words: Words, { platform }: ReportEntry, missing: Html | null): Html {
  const options = HANDLE_PLATFORMS.map((value) => ({ value, label: words.word(`asset.${value}`) }));
  return selectField(
    {
      name: 'platform',
      label: words.t('report.platform'),
      hint: missing ?? words.t('portal.report.review.platformHint'),
      required: missing !== null,
      options: [{ value: '', label: words.t('report.platformUnknown') }, ...options],
    },
    platform,
  );
}

function alongside(words: Words, { kind, texts, files }: ReportEntry): Html | string {
  const written = (text: string) => html`<span class="written" dir="auto">${text}</span>`;
  const parts: readonly (readonly [Html, Html | null])[] = [
    [words.t('report.kind'), kind === '' ? null : words.t(REPORTED_KIND_TEXTS[kind])],
    [words.t('portal.report.description'), texts.description === '' ? null : written(texts.description)],
    [
      words.t('report.files'),
      files.length === 0 ? null : html`${files.map((file) => html`<div>${fileInWords(words, file)}</div>`)}`,
    ],
    [words.t('portal.report.contact'), texts.contact === '' ? null : written(texts.contact)],
  ];
  const given = parts.filter(([, value]) => value !== null);
  return given.length === 0
    ? ''
    : html`<dl class="given">${given.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
}

const carried = ({ texts, kind, files }: ReportEntry): Html =>
  html`${hidden(STEP, REVIEW)}${Object.entries(texts).map(([name, text]) => hidden(name, text))}${hidden('kind', kind)}${files.map((file) => hidden(ATTACHED, attachedValue(file)))}`;
