import { html } from 'hono/html';
import { contentNaming, recognizeText } from '../../../../asset/index.ts';
import { issue, Refused } from '../../../database/refused.ts';
import { markRead, reportFromAddition } from '../../../feature/report/addition.ts';
import { Failure } from '../../../http/failure.ts';
import { entered } from '../../../page/field.ts';
import { refusalProblems } from '../../../portal/report/refusal.ts';
import type { Visit } from '../../gate.ts';
import type { Frame } from '../../page.ts';
import { type CaseView, casePath } from '../case.ts';
import { attempt, decisionForm, foldedForm, MAX_NOTE_LENGTH, noteField, type Outcome } from '../case-form.ts';
import { questionForm } from '../inquiry.ts';
import type { ReportCase } from './report.ts';

const MAX_CONTENTS = 100;

type Entered = { readonly message?: string; readonly question?: string; readonly contents?: string };

/** What a reviewer can do with an unread addition. */
export function additionActions(frame: Frame, report: ReportCase, state: Entered): Pick<CaseView, 'decision' | 'more'> {
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

/** Marks an addition as read, with the message of a form to its sender. */
export async function readByForm(visit: Visit, id: number, form: URLSearchParams): Promise<Outcome<void>> {
  const { words } = visit.frame;
  const message = entered(form, 'message');
  if (message.length > MAX_NOTE_LENGTH) return { problem: words.t('desk.error.tooLong', { most: MAX_NOTE_LENGTH }) };
  return attempt(visit, async (transaction) => {
    if (!(await markRead(transaction, id, message === '' ? null : message)))
      throw new Refused(issue('desk.addition.gone'));
    await visit.record(transaction, 'deskReadAddition', { reportId: id });
  });
}

/** Makes a report of an addition that proposes the contents of a form. */
export async function proposeByForm(visit: Visit, id: number, form: URLSearchParams): Promise<Outcome<void>> {
  const { words } = visit.frame;
  const contents = entered(form, 'contents')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (contents.length === 0 || contents.length > MAX_CONTENTS) return { problem: words.t('desk.addition.empty') };
  try {
    return await attempt(visit, async (transaction) => {
      if (!(await reportFromAddition(transaction, id, contents))) throw new Refused(issue('desk.addition.gone'));
      const content = contents.join(', ').slice(0, 300);
      await visit.record(transaction, 'deskReportAddition', { reportId: id, content });
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'UNPROCESSABLE_CONTENT') throw error;
    const { assets = [] } = refusalProblems(words, error);
    return { problem: html`${assets.map((problem, index) => html`${index === 0 ? '' : ' '}${problem}`)}` };
  }
}
