import { html } from 'hono/html';
import { issue, Refused } from '../../database/refused.ts';
import type { receipts } from '../../database/schema/receipt.ts';
import { ask, type Kind } from '../../feature/receipt/receipt.ts';
import { entered } from '../../page/field.ts';
import { apartList } from '../../page/list.ts';
import type { Html } from '../../page/words.ts';
import { requireVersion, versionField } from '../form.ts';
import type { Visit } from '../gate.ts';
import type { Frame } from '../page.ts';
import { hasRole } from '../person.ts';
import { agoText } from '../words.ts';
import { foldedForm } from './case-form.ts';

/** What somebody sent with a receipt, the reviewers' question, and the answer. */
export type Correspondence = typeof receipts.$inferSelect;

/** The questions and answers, and who else reported the same. Contact data is shown to reviewers only. */
export function conversation(
  frame: Frame,
  { correspondence, letterCount }: { readonly correspondence: readonly Correspondence[]; readonly letterCount: number },
): Html | string {
  const { words } = frame;
  const asked = correspondence.filter(({ question }) => question !== null);
  const again = correspondence.filter(({ isMerged }) => isMerged);
  return html`${
    asked.length === 0
      ? ''
      : html`<section class="card facts"><h3>${words.t('desk.inquiry.title')}</h3>${asked.map((letter) => exchange(frame, letter))}</section>`
  }
${
  again.length === 0
    ? ''
    : html`<section class="card facts"><h3>${words.t('desk.inquiry.again')}</h3>${again.map((letter) => repeat(frame, letter))}${
        letterCount > correspondence.length
          ? html`<p class="small quiet">${words.t('desk.more', { count: letterCount - correspondence.length })}</p>`
          : ''
      }</section>`
}`;
}

function exchange(frame: Frame, { question, askedAt, answer, answeredAt }: Correspondence): Html {
  const { words } = frame;
  return html`<div><p class="small quiet">${askedAt === null ? '' : words.t('desk.inquiry.asked', { when: agoText(frame, askedAt) })}</p><p class="written" dir="auto">${question}</p></div>
${
  answer === null
    ? html`<p class="quiet">${words.t('desk.inquiry.noAnswer')}</p>`
    : html`<div><p class="small quiet">${answeredAt === null ? '' : words.t('desk.inquiry.answered', { when: agoText(frame, answeredAt) })}</p>
<p class="written" dir="auto">${answer}</p></div>`
}`;
}

function repeat(frame: Frame, { createdAt, content, description, contactInfo, attachmentUrls }: Correspondence): Html {
  const { words } = frame;
  return html`<div><p class="small quiet">${agoText(frame, createdAt)}</p><p class="mono">${apartList(words, content)}</p>
${description === null ? '' : html`<p class="written" dir="auto">${description}</p>`}
${attachmentUrls.length === 0 ? '' : html`<p class="small">${words.t('desk.report.fact.links')}: <span class="mono">${apartList(words, attachmentUrls)}</span></p>`}
${contactInfo !== null && hasRole(frame.person, 'reviewer') ? html`<p class="small">${words.t('desk.inquiry.contact', { contact: contactInfo })}</p>` : ''}</div>`;
}

const MAX_QUESTION_LENGTH = 1_000;

/** The form that asks the sender; nothing where nobody has a receipt to read the question with. */
export function questionForm(
  frame: Frame,
  action: string,
  correspondence: readonly Correspondence[],
  question: string | undefined,
): Html | string {
  const { words } = frame;
  const first = correspondence.find(({ isMerged }) => !isMerged);
  if (!first) return '';
  return foldedForm(
    frame,
    action,
    'desk.inquiry.ask',
    question !== undefined,
    html`${versionField(exchangeOf(first))}<div class="field"><label for="question">${words.t('desk.inquiry.question')}</label>
<p class="small quiet" id="question-hint">${words.t(first.question === null ? 'desk.inquiry.shown' : 'desk.inquiry.replaces')}</p>
<textarea id="question" name="question" rows="3" required aria-describedby="question-hint" dir="auto">
${question ?? ''}</textarea></div>
<button class="plain" type="submit" accesskey="q">${words.t('desk.inquiry.send')}</button>`,
  );
}

const exchangeOf = ({ question, answer }: Correspondence) => ({ question, answer });

/** Asks the sender of a report or dispute what a form says. @throws Refused, StaleForm for one that has not seen what it replaces */
export async function askByForm(
  { database, record }: Visit,
  kind: Kind,
  id: number,
  form: URLSearchParams,
): Promise<void> {
  const text = entered(form, 'question');
  if (text === '') throw new Refused(issue('desk.inquiry.empty'));
  if (text.length > MAX_QUESTION_LENGTH) throw new Refused(issue('desk.error.tooLong', { most: MAX_QUESTION_LENGTH }));
  await database.transaction(async (transaction) => {
    const before = (letter: Correspondence) => {
      if (letter.question !== null) requireVersion(form, exchangeOf(letter), {});
    };
    if (!(await ask(transaction, kind, id, text, before))) throw new Refused(issue('desk.inquiry.noReceipt'));
    await record(transaction, 'deskAsk', kind === 'report' ? { reportId: id } : { disputeId: id });
  });
}
