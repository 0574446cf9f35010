import { html } from 'hono/html';
import * as z from 'zod/mini';
import { contentNaming, recognizeText } from '../../../../asset/index.ts';
import { issue, Refused } from '../../../database/refused.ts';
import { markRead, reportFromAddition } from '../../../feature/report/addition.ts';
import { entered } from '../../../page/field.ts';
import { linesOf } from '../../../page/form.ts';
import type { Visit } from '../../gate.ts';
import type { Frame } from '../../page.ts';
import { type CaseState, type CaseView, casePath } from '../case.ts';
import { decisionForm, foldedForm, note, noteField, readForm } from '../case-form.ts';
import { questionForm } from '../inquiry.ts';
import type { ReportCase } from './report.ts';

const MAX_CONTENTS = 100;

/** What a reviewer can do with an unread addition. */
export function additionActions(
  frame: Frame,
  report: ReportCase,
  state: CaseState,
): Pick<CaseView, 'decision' | 'more'> {
  const { words } = frame;
  const path = casePath('report', report.id);
  const decision = decisionForm(
    frame,
    `${path}/read`,
    'desk.addition.markRead',
    html`<p class="small quiet">${words.t('desk.addition.readHint')}</p>${noteField(words, 'message', 'desk.addition.message', state.message)}`,
    html`<button type="submit" accesskey="a" data-key="a">${words.t('desk.addition.markRead')} <kbd>a</kbd></button>`,
  );
  const propose = html`<div class="field"><label for="contents">${words.t('desk.addition.contents')}</label>
<p class="small quiet" id="contents-hint">${words.t('desk.addition.contentsHint')}</p>
<textarea id="contents" name="contents" rows="3" required aria-describedby="contents-hint" dir="auto">
${state.contents ?? mentionedIn(report)}</textarea></div>
<button class="plain" type="submit">${words.t('desk.addition.propose')}</button>`;
  const isOpen = state.contents !== undefined;
  return {
    decision,
    more: html`${questionForm(frame, `${path}/question`, report.correspondence, state.question)}
${foldedForm(frame, `${path}/propose`, 'desk.addition.proposeTitle', isOpen, propose)}`,
  };
}

/** What the text of an addition mentions besides what it is about, one a line. */
const mentionedIn = ({ description, assets }: ReportCase): string =>
  recognizeText(description ?? '')
    .filter(({ type, content }) => !assets.some(({ asset }) => asset.type === type && asset.content === content))
    .slice(0, MAX_CONTENTS)
    .map(contentNaming)
    .join('\n');

/** Marks an addition as read, with the message of a form to its sender. @throws Refused */
export async function readByForm({ database, record }: Visit, id: number, form: URLSearchParams): Promise<void> {
  const { message } = readForm(z.object({ message: note }), { message: entered(form, 'message') });
  await database.transaction(async (transaction) => {
    if (!(await markRead(transaction, id, message))) throw new Refused(issue('desk.addition.gone'));
    await record(transaction, 'deskReadAddition', { reportId: id });
  });
}

/** Makes a report of an addition that proposes the contents of a form. @throws Refused, Failure */
export async function proposeByForm({ database, record }: Visit, id: number, form: URLSearchParams): Promise<void> {
  const contents = linesOf(entered(form, 'contents'));
  if (contents.length === 0 || contents.length > MAX_CONTENTS) throw new Refused(issue('desk.addition.empty'));
  await database.transaction(async (transaction) => {
    if (!(await reportFromAddition(transaction, id, contents))) throw new Refused(issue('desk.addition.gone'));
    const content = contents.join(', ').slice(0, 300);
    await record(transaction, 'deskReportAddition', { reportId: id, content });
  });
}
