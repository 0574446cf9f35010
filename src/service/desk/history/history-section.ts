import { html } from 'hono/html';
import type { Kind } from '../../feature/receipt/state.ts';
import type { Words } from '../../language/words.ts';
import { agoText } from '../language/moment.ts';
import type { Frame, Html } from '../page.ts';
import type { HistoryEntry } from './history.ts';

const DONE = [
  'deskApprove',
  'deskApproveOnce',
  'deskApproveOverride',
  'deskReject',
  'deskSkip',
  'deskEscalate',
  'deskAnswerApprove',
  'deskAnswerReject',
  'deskAsk',
  'deskMerge',
  'deskAcceptDispute',
  'deskRejectDispute',
  'deskSkipDispute',
  'deskEscalateDispute',
  'deskAskDispute',
  'deskAnswerDispute',
  'deskMergeDispute',
] as const;

/** What people did with a report or a dispute before, on its page. */
export function historySection(frame: Frame, kind: Kind, entries: readonly HistoryEntry[]): Html | string {
  if (entries.length === 0) return '';
  return html`<section class="card"><h2>${frame.words.t('desk.report.history')}</h2><ul class="history">${entries.map(
    (entry) =>
      html`<li>${deed(frame.words, kind, entry)} <span class="small quiet">${agoText(frame, entry.at)}</span></li>`,
  )}</ul></section>`;
}

function deed(words: Words, kind: Kind, { who, action, content }: HistoryEntry): Html {
  const done = DONE.find((name) => name === (kind === 'dispute' && action === 'deskAsk' ? 'deskAskDispute' : action));
  const blanks = {
    who: who ?? words.word('desk.report.somebody'),
    content: content === null ? '' : html`<bdi class="mono">${content}</bdi>`,
  };
  return done === undefined
    ? html`<bdi>${blanks.who}</bdi> ${action} ${blanks.content}`
    : words.t(`desk.report.did.${done}`, blanks);
}
