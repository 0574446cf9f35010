import { html } from 'hono/html';
import type { ReportLine } from '../../feature/import/summary.ts';
import type { TextKey } from '../../languages.ts';
import { apartList } from '../../page/list.ts';
import type { Blanks, Html, Words } from '../../page/words.ts';
import { doneIn } from '../form.ts';
import type { Visit } from '../gate.ts';
import { type Frame, ROOT } from '../page.ts';

export const SOURCES = `${ROOT}/sources`;

/** A text of these pages: its key without `desk.sources.`. */
type SourceText = TextKey extends infer Key ? (Key extends `desk.sources.${infer Rest}` ? Rest : never) : never;

export const say = ({ words }: Pick<Frame, 'words'>, key: SourceText, blanks: Blanks = {}): Html =>
  words.t(`desk.sources.${key}` as TextKey, blanks);

/** What was done, by the query of an address. */
export const doneText = (visit: Visit): Html | null =>
  doneIn(visit, { moved: 'moved', ordered: 'ordered', saved: 'saved', removed: 'removed' } as const, (text, numbers) =>
    say(visit.frame, text, numbers),
  );

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
