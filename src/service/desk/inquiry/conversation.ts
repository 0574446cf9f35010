import { html } from 'hono/html';
import { agoText } from '../moment.ts';
import type { Frame, Html } from '../page.ts';
import { hasRole } from '../person.ts';

/** What somebody sent with a receipt, and what was asked of them. */
export type Letter = {
  readonly id: number;
  readonly createdAt: Date;
  /** Sent about the same things after the report itself. */
  readonly isMerged: boolean;
  readonly content: readonly string[];
  readonly description: string | null;
  readonly contactInfo: string | null;
  readonly question: string | null;
  readonly askedAt: Date | null;
  /** Empty where it was erased. */
  readonly answer: string | null;
  readonly answeredAt: Date | null;
};

/** What was asked and answered, and who else reported the same. How to reach people is for those who decide. */
export function conversation(frame: Frame, letters: readonly Letter[]): Html | string {
  const asked = letters.filter(({ question }) => question !== null);
  const again = letters.filter(({ isMerged }) => isMerged);
  return html`${
    asked.length === 0
      ? ''
      : html`<section class="card facts"><h2>Question and answer</h2>${asked.map((letter) => exchange(frame, letter))}</section>`
  }
${
  again.length === 0
    ? ''
    : html`<section class="card facts"><h2>Reported again</h2>${again.map((letter) => repeat(frame, letter))}</section>`
}`;
}

function exchange({ now }: Frame, { question, askedAt, answer, answeredAt }: Letter): Html {
  return html`<div><p class="small quiet">Asked ${askedAt === null ? '' : agoText(askedAt, now)}</p><p class="written">${question}</p></div>
${
  answer === null
    ? html`<p class="quiet">There is no answer yet.</p>`
    : html`<div><p class="small quiet">Answered ${answeredAt === null ? '' : agoText(answeredAt, now)}</p>
<p class="written">${answer === '' ? 'The reporter has erased the answer.' : answer}</p></div>`
}`;
}

function repeat(frame: Frame, { createdAt, content, description, contactInfo }: Letter): Html {
  return html`<div><p class="small quiet">${agoText(createdAt, frame.now)}</p><p class="mono">${content.join(', ')}</p>
${description === null ? '' : html`<p class="written">${description}</p>`}
${contactInfo !== null && hasRole(frame.person, 'reviewer') ? html`<p class="small">Contact: ${contactInfo}</p>` : ''}</div>`;
}
