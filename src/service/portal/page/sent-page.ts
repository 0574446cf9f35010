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
  /** An answer was stored just now. */
  readonly isAnswered?: boolean;
};

/** Most characters of an answer, as the operations take. */
export const MAX_ANSWER_LENGTH = 10_000;

/** Where that stands which a visitor sent, and how to see it again: the address of the page holds the receipt. */
export const standing = ({ content, message }: PublicState, { isAnswered = false }: AnswerState): Html => html`${
  isAnswered ? html`<p>Your answer has been received. Thank you.</p>` : ''
}<p>${content.join(', ')}</p>
<p>${message ?? ''}</p>
<p class="small quiet">Keep the address of this page: it shows what became of it, and nobody else has it.</p>`;

/** The question of those who review, with a way to answer it; nothing where nothing is asked. @param path of the form's page */
export function questionCard(path: string, { question }: PublicState, state: AnswerState): Html | string {
  if (question === undefined) return '';
  const spec = {
    name: 'text',
    label: 'Your answer',
    kind: 'prose',
    required: true,
    maxLength: MAX_ANSWER_LENGTH,
  } as const;
  return html`<form class="card" method="post" action="${path}/answer"><h2>The reviewers have a question</h2>
<p class="written">${question}</p>
<input type="hidden" name="receipt" value="${state.receipt}">
${field(spec, state.text ?? '', state.problem === undefined ? [] : [state.problem])}
<button type="submit">Send the answer</button></form>`;
}
