import { html } from 'hono/html';
import { type Asset, meaningOf } from '../../asset/index.ts';
import type { PublicState } from '../feature/receipt/receipt.ts';
import { apart, assetInWords, shownContent } from '../page/asset-word.ts';
import { hidden } from '../page/field.ts';
import { control, type FormField } from '../page/form.ts';
import { FORM_ID } from '../page/layout.ts';
import type { Html, Words } from '../page/words.ts';
import { type Portal, portalPage } from './page.ts';

/** The state of a receipt, and the asset that each of its contents names, if it names one. */
type SentState = PublicState & { readonly assets: readonly (Asset | null)[] };

/** The answer of a visitor to the reviewers' question, and its result. */
export type AnswerState = {
  readonly receipt: string;
  readonly text?: string;
  readonly problem?: Html;
  /** The public origin of the portal. */
  readonly origin?: string;
  readonly isAnswered?: boolean;
};

/** Maximum characters of an answer, as in the operations. */
export const MAX_ANSWER_LENGTH = 10_000;

/**
 * The page of a receipt: the decision, the reviewers' message and question, and the page's address. It is excluded from
 * search engines, and a change of language keeps an unsent answer.
 */
export function sentPage(portal: Portal, form: 'report' | 'dispute', state: SentState, answer: AnswerState): Html {
  const { words, root, sections } = portal;
  const { name } = portal.identity;
  const path = `${root}/${form}`;
  const isOpen = form === 'dispute' || sections.reportForm;
  return portalPage(
    portal,
    form,
    words.t(`portal.${form}.received`),
    html`<div class="lead"><h1>${words.t(`portal.${form}.receivedHeading`, { name })}</h1></div>
${cards(words, path, state, answer)}
${isOpen ? html`<p class="onward"><a href="${words.href(path)}">${words.t(`portal.${form}.another`)}</a></p>` : ''}`,
    { isHidden: true, ...(state.question === undefined ? {} : { form: `${path}/${answer.receipt}` }) },
  );
}

function cards(words: Words, path: string, state: SentState, answer: AnswerState): Html {
  const isGood = state.state === 'BLOCKED' || state.state === 'ACCEPTED';
  const link = words.href(`${path}/${answer.receipt}`);
  const moment = (time: string) => words.moment(new Date(time));
  return html`<div class="notice${isGood ? ' ok' : ''}" role="status">${
    answer.isAnswered ? html`<p>${words.t('portal.sent.answered')}</p>` : ''
  }${heading(words, state)}</div>
${
  state.message === undefined
    ? ''
    : html`<section class="card sent"><h2>${words.t('portal.sent.reviewersSay')}</h2><p class="written" dir="auto">${state.message}</p></section>`
}
${questionCard(words, path, state, answer)}
<section class="card sent"><h2>${words.t('portal.sent.content')}</h2><ul>${state.content.map((content, index) => html`<li>${contentRow(words, content, state.assets[index]!, path, state)}</li>`)}</ul>
<p class="small quiet">${words.t('portal.sent.moments', { sent: moment(state.createdAt), news: moment(state.updatedAt) })}</p></section>
<section class="card sent"><h2>${words.t('portal.sent.return')}</h2>
<p class="small quiet">${words.t('portal.sent.returnHint')}</p>
<p class="mono"><a href="${link}"><bdi dir="ltr">${answer.origin ?? ''}${link}</bdi></a></p></section>`;
}

function heading(words: Words, { state, isAddition }: PublicState): Html {
  if (!isAddition || state === 'INFORMATION_ASKED')
    return html`<h2>${words.t(`portal.state.${state}`)}</h2><p>${words.t(`portal.stateHint.${state}`)}</p>`;
  const part = state === 'BLOCKED' ? 'read' : 'added';
  return html`<h2>${words.t(`portal.addition.${part}`)}</h2><p>${words.t(`portal.addition.${part}Hint`)}</p>`;
}

/** One of the submitted contents; if the report is undecided, also the effect of blocking it. */
function contentRow(
  words: Words,
  content: string,
  asset: Asset | null,
  path: string,
  { state, isAddition }: PublicState,
): Html {
  if (!asset) return html`<p class="mono">${apart(content)}</p>`;
  const isOpen =
    path.endsWith('/report') && !isAddition && ['RECEIVED', 'IN_REVIEW', 'INFORMATION_ASKED'].includes(state);
  return html`<p class="small quiet">${assetInWords(words, asset)}</p>
<p class="mono">${apart(/^[A-Z_]+:/.test(content) ? shownContent(asset.type, asset.content) : content)}</p>
${isOpen ? html`<p class="small quiet">${words.t(`report.${meaningOf(asset.type)}`)}</p>` : ''}`;
}

const ANSWER: FormField = { kind: 'prose', label: 'portal.sent.answer', required: true, maxLength: MAX_ANSWER_LENGTH };

/** The reviewers' question with a form for the answer, also for one that came too late; nothing without both. @param path of the form's page */
function questionCard(words: Words, path: string, { question }: PublicState, state: AnswerState): Html | string {
  if (question === undefined && state.problem === undefined) return '';
  return html`<form class="card" id="${FORM_ID}" method="post" action="${words.href(`${path}/${state.receipt}`)}"><h2>${words.t('portal.sent.question')}</h2>
${question === undefined ? '' : html`<p class="written" dir="auto">${question}</p>${hidden('question', question)}`}
${control(words, 'text', ANSWER, state.text, state.problem && [state.problem])}
<button type="submit">${words.t('portal.sent.send')}</button></form>`;
}
