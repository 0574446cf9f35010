import type { OutboxEntry } from '../entry.ts';
import { standingOf } from './standing.ts';

/** Format version of the file below; increases with every change that a reader must know of. */
export const HISTORY_VERSION = 1;

/**
 * Everything stored about these reports and disputes, as the JSON text of a file for the person. Times are ISO 8601 in
 * UTC.
 * @param now ms since epoch
 */
export function historyFile(entries: readonly OutboxEntry[], now: number): string {
  const file = {
    format: 'reports-and-disputes',
    version: HISTORY_VERSION,
    exportedAt: moment(now),
    entries: entries.map(exported),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function exported(entry: OutboxEntry): object {
  const { id, item, createdAt, state } = entry;
  const base = { id, kind: item.kind, ...item.draft, writtenAt: moment(createdAt), standing: standingOf(entry) };
  if (state.kind === 'waiting') return { ...base, cause: state.cause };
  if (state.kind === 'refused')
    return { ...base, refusedAt: moment(state.at), problem: state.problem, details: state.details };
  const { at, reference, receipt, service, review, replies = [] } = state;
  return {
    ...base,
    sentAt: moment(at),
    reference,
    receipt,
    service,
    heardAt: review?.changedAt === undefined ? undefined : moment(review.changedAt),
    message: review?.message,
    question: review?.question,
    replies: replies.map(({ question, text, writtenAt, state: { kind } }) => ({
      question,
      text,
      writtenAt: moment(writtenAt),
      state: kind,
    })),
  };
}

const moment = (time: number): string => new Date(time).toISOString();

/** Whether an entry matches a search: each of the words occurs in what was written or answered. */
export function isMeant({ item, state }: OutboxEntry, words: string): boolean {
  const { draft } = item;
  const answered =
    state.kind === 'sent'
      ? [
          state.review?.message,
          state.review?.question,
          String(state.reference),
          ...(state.replies ?? []).map(({ text }) => text),
        ]
      : [];
  const all = [...Object.values(draft).flat(), ...answered]
    .filter((part) => typeof part === 'string')
    .join('\n')
    .toLocaleLowerCase();
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
