import { html } from 'hono/html';
import type { PublicState } from '../../feature/receipt/state.ts';
import type { Words } from '../../language/words.ts';
import { apart } from './asset-word.ts';
import { field } from './field.ts';
import { FORM_ID, type Html, type PageOptions } from './page.ts';

/** How a visitor answers the question about what they sent. */
export type AnswerState = {
  readonly receipt: string;
  /** What was entered, and what is wrong with it. */
  readonly text?: string;
  readonly problem?: Html;
  /** Where the portal is reached from outside. */
  readonly origin?: string;
  /** An answer was stored just now. */
  readonly isAnswered?: boolean;
};

/** Most characters of an answer, as the operations take. */
export const MAX_ANSWER_LENGTH = 10_000;

/**
 * The page that shows what became of what a visitor sent: where it stands, the reviewers' words and question, and how to see it again.
 * @param path of the form's page, below which the receipt names this one
 */
export function standingCards(words: Words, path: string, state: PublicState, answer: AnswerState): Html {
  const isGood = state.state === 'BLOCKED' || state.state === 'ACCEPTED';
  const link = words.href(`${path}/${answer.receipt}`);
  const moment = (time: string) => words.moment(new Date(time));
  return html`<div class="notice${isGood ? ' ok' : ''}" role="status">${
    answer.isAnswered ? html`<p>${words.t('portal.sent.answered')}</p>` : ''
  }<h2>${words.t(`portal.state.${state.state}`)}</h2><p>${words.t(`portal.stateHint.${state.state}`)}</p></div>
${
  state.message === undefined
    ? ''
    : html`<section class="card sent"><h2>${words.t('portal.sent.reviewersSay')}</h2><p class="written" dir="auto">${state.message}</p></section>`
}
${questionCard(words, path, state, answer)}
<section class="card sent"><h2>${words.t('portal.sent.content')}</h2><ul>${state.content.map((content) => html`<li class="mono">${apart(content)}</li>`)}</ul>
<p class="small quiet">${words.t('portal.sent.moments', { sent: moment(state.createdAt), news: moment(state.updatedAt) })}</p></section>
<section class="card sent"><h2>${words.t('portal.sent.return')}</h2>
<p class="small quiet">${words.t('portal.sent.returnHint')}</p>
<p class="mono"><a href="${link}"><bdi dir="ltr">${answer.origin ?? ''}${link}</bdi></a></p></section>`;
}

/** A page of what was sent is in no search engine, and another language takes along an answer that was begun. @param path of the form's page */
export const sentPageOptions = (path: string, { question }: PublicState, { receipt }: AnswerState): PageOptions => ({
  isHidden: true,
  ...(question === undefined ? {} : { form: `${path}/${receipt}` }),
});

/** The question of those who review, with a way to answer it; nothing where nothing is asked. @param path of the form's page */
function questionCard(words: Words, path: string, { question }: PublicState, state: AnswerState): Html | string {
  if (question === undefined) return '';
  const spec = {
    name: 'text',
    label: words.t('portal.sent.answer'),
    kind: 'prose',
    required: true,
    maxLength: MAX_ANSWER_LENGTH,
  } as const;
  return html`<form class="card" id="${FORM_ID}" method="post" action="${words.href(`${path}/${state.receipt}`)}"><h2>${words.t('portal.sent.question')}</h2>
<p class="written" dir="auto">${question}</p>
${field(spec, state.text ?? '', state.problem === undefined ? [] : [state.problem])}
<button type="submit">${words.t('portal.sent.send')}</button></form>`;
}
