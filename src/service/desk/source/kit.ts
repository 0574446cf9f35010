import { html } from 'hono/html';
import { Refused } from '../../database/refused.ts';
import type { ReportLine } from '../../feature/import/summary.ts';
import type { TextKey } from '../../languages.ts';
import { generalProblems } from '../../page/field.ts';
import type { Entered, Problems } from '../../page/form.ts';
import { apartList } from '../../page/list.ts';
import type { Blanks, Html, Words } from '../../page/words.ts';
import type { Answer, Gate, Status, Visit } from '../gate.ts';
import { deskPage, doneNotice, type Frame, ROOT } from '../page.ts';

/** Where the pages about sources are. */
export const SOURCES = `${ROOT}/sources`;

/** A text of these pages: its key without `desk.sources.`. */
type SourceText = TextKey extends infer Key ? (Key extends `desk.sources.${infer Rest}` ? Rest : never) : never;

export const say = ({ words }: Pick<Frame, 'words'>, key: SourceText, blanks: Blanks = {}): Html =>
  words.t(`desk.sources.${key}` as TextKey, blanks);

/** What the page says of a form that was sent. */
export type PageState = {
  readonly done?: Html | null;
  readonly entered?: Entered;
  readonly problems?: Problems;
};

/** A page about sources with its heading. */
export function sourcesPage(
  frame: Frame,
  { title, lead }: { readonly title: Html | string; readonly lead: Html | string },
  { done, problems = {} }: PageState,
  content: Html,
): Html {
  return deskPage(
    frame,
    '/sources',
    title,
    html`${doneNotice(done)}${generalProblems(problems.general ?? [])}
<div class="lead"><h1>${title}</h1><p class="quiet">${lead}</p></div>
${content}`,
  );
}

/** What was done, by the query of an address; null for any other. */
export function doneIn({ context, frame }: Visit): Html | null {
  const { done, count } = context.req.query();
  if (done === 'moved') return say(frame, 'moved', { count: Number(count) || 0 });
  return done === 'ordered' || done === 'saved' || done === 'removed' ? say(frame, done) : null;
}

/**
 * Registers a form of those who run the service.
 * @param act does what it is for
 * @param again the page with what was entered, where that is refused
 */
export function operatorPost(
  gate: Gate,
  path: string,
  act: (visit: Visit, form: URLSearchParams) => Promise<Answer>,
  again: (visit: Visit, state: PageState) => Promise<Answer>,
): void {
  gate.operatorPost(`${SOURCES}${path}`, async (visit, form) => {
    try {
      return await act(visit, form);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const entered = Object.fromEntries(form);
      return refused(await again(visit, { entered, problems: { general: [reasonOf(visit.frame.words, error)] } }));
    }
  });
}

/** The same page with the status of a refused form. */
export const refused = (answer: Answer): Answer =>
  'page' in answer ? { ...answer, status: (answer.status ?? 422) as Status } : answer;

const reasonOf = (words: Words, { issue, message }: Refused): Html =>
  issue ? words.issue(issue) : html`<bdi lang="en">${message}</bdi>`;

/** A time such as an hour or two days. @param seconds a whole number of minutes */
export function spanText(words: Words, seconds: number): string {
  if (seconds % 86_400 === 0) return words.span(seconds / 86_400, 'day');
  return seconds % 3_600 === 0 ? words.span(seconds / 3_600, 'hour') : words.span(seconds / 60, 'minute');
}

/** Lines of a report as a table. They are in English, as at the terminal. */
export const reportTable = (frame: Frame, caption: Html, lines: readonly ReportLine[]): Html | string =>
  lines.length === 0
    ? ''
    : html`<table class="counts"><caption>${caption}</caption><thead class="hidden"><tr><th scope="col">${say(frame, 'what')}</th><th scope="col">${say(frame, 'count')}</th></tr></thead>
<tbody>${lines.map(
        ({ count, text, examples }) =>
          html`<tr><th scope="row"><span lang="en">${text}</span>${
            examples.length === 0
              ? ''
              : html`<br><span class="small quiet mono">${apartList(frame.words, examples)}${count > examples.length ? ', …' : ''}</span>`
          }</th><td>${frame.words.number(count)}</td></tr>`,
      )}</tbody></table>`;
