import { html } from 'hono/html';
import { agoText } from '../language/moment.ts';
import { apartList, type Frame, type Html } from '../page.ts';
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
  const { words } = frame;
  const asked = letters.filter(({ question }) => question !== null);
  const again = letters.filter(({ isMerged }) => isMerged);
  return html`${
    asked.length === 0
      ? ''
      : html`<section class="card facts"><h2>${words.t('desk.inquiry.title')}</h2>${asked.map((letter) => exchange(frame, letter))}</section>`
  }
${
  again.length === 0
    ? ''
    : html`<section class="card facts"><h2>${words.t('desk.inquiry.again')}</h2>${again.map((letter) => repeat(frame, letter))}</section>`
}`;
}

function exchange(frame: Frame, { question, askedAt, answer, answeredAt }: Letter): Html {
  const { words } = frame;
  return html`<div><p class="small quiet">${askedAt === null ? '' : words.t('desk.inquiry.asked', { when: agoText(frame, askedAt) })}</p><p class="written" dir="auto">${question}</p></div>
${
  answer === null
    ? html`<p class="quiet">${words.t('desk.inquiry.noAnswer')}</p>`
    : html`<div><p class="small quiet">${answeredAt === null ? '' : words.t('desk.inquiry.answered', { when: agoText(frame, answeredAt) })}</p>
<p class="written" dir="auto">${answer === '' ? words.t('desk.inquiry.erased') : answer}</p></div>`
}`;
}

function repeat(frame: Frame, { createdAt, content, description, contactInfo }: Letter): Html {
  return html`<div><p class="small quiet">${agoText(frame, createdAt)}</p><p class="mono">${apartList(content)}</p>
${description === null ? '' : html`<p class="written" dir="auto">${description}</p>`}
${contactInfo !== null && hasRole(frame.person, 'reviewer') ? html`<p class="small">${frame.words.t('desk.inquiry.contact', { contact: contactInfo })}</p>` : ''}</div>`;
}
