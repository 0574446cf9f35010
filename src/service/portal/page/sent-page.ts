import { html } from 'hono/html';
import type { PublicState } from '../../feature/receipt/state.ts';
import { field } from './field.ts';
import type { Html } from './page.ts';

/** How a visitor answers the question about what they sent. */
export type AnswerState = {
  readonly receipt: string;
  /** What was entered, and what is wrong with it. */
  readonly text?: string;
  readonly problem?: string;
  /** Where the portal is reached from outside. */
  readonly origin?: string;
  /** An answer was stored just now. */
  readonly isAnswered?: boolean;
};

/** Most characters of an answer, as the operations take. */
export const MAX_ANSWER_LENGTH = 10_000;

/** Where something stands, and what that means for whoever sent it. */
const STANDINGS: Readonly<Record<PublicState['state'], readonly [string, string]>> = {
  RECEIVED: ['Received', 'It waits for its review.'],
  IN_REVIEW: ['In review', 'It is being reviewed.'],
  INFORMATION_ASKED: ['Needs your answer', 'The reviewers need to know something before they decide.'],
  BLOCKED: ['Blocked', 'It was confirmed and blocked. Thank you.'],
  NOT_BLOCKED: ['Not blocked', 'It was reviewed and not blocked.'],
  MERGED: ['Joined with another one', 'It is decided together with another one about the same.'],
  ACCEPTED: ['No longer blocked', 'It was a mistake, and was taken off the blocklist.'],
  REJECTED: ['Stays blocked', 'It was looked at again and stays blocked.'],
  UNKNOWN_VALUE: ['Received', 'It has been received.'],
};

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/**
 * The page that shows what became of what a visitor sent: where it stands, the reviewers' words and question, and how to see it again.
 * @param path of the form's page, below which the receipt names this one
 */
export function standingCards(path: string, state: PublicState, answer: AnswerState): Html {
  const [word, meaning] = STANDINGS[state.state];
  const isGood = state.state === 'BLOCKED' || state.state === 'ACCEPTED';
  return html`<div class="notice${isGood ? ' ok' : ''}" role="status">${
    answer.isAnswered ? html`<p>Your answer has been received. Thank you.</p>` : ''
  }<h2>${word}</h2><p>${meaning}</p></div>
${
  state.message === undefined
    ? ''
    : html`<section class="card sent"><h2>The reviewers say</h2><p class="written">${state.message}</p></section>`
}
${questionCard(path, state, answer)}
<section class="card sent"><h2>What you sent</h2><ul>${state.content.map((content) => html`<li class="mono">${content}</li>`)}</ul>
<p class="small quiet">Sent ${moment.format(new Date(state.createdAt))} UTC. Last news ${moment.format(new Date(state.updatedAt))} UTC.</p></section>
<section class="card sent"><h2>Come back to this page</h2>
<p class="small quiet">Keep its address: it shows what became of what you sent, and nobody else has it. No search engine lists it.</p>
<p class="mono"><a href="${path}/${answer.receipt}">${answer.origin ?? ''}${path}/${answer.receipt}</a></p></section>`;
}

/** The question of those who review, with a way to answer it; nothing where nothing is asked. @param path of the form's page */
function questionCard(path: string, { question }: PublicState, state: AnswerState): Html | string {
  if (question === undefined) return '';
  const spec = {
    name: 'text',
    label: 'Your answer',
    kind: 'prose',
    required: true,
    maxLength: MAX_ANSWER_LENGTH,
  } as const;
  return html`<form class="card" method="post" action="${path}/${state.receipt}"><h2>The reviewers have a question</h2>
<p class="written">${question}</p>
${field(spec, state.text ?? '', state.problem === undefined ? [] : [state.problem])}
<button type="submit">Send the answer</button></form>`;
}
