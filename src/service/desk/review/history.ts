import { and, asc, eq, sql } from 'drizzle-orm';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';
import { auditEntries } from '../../database/schema/service.ts';
import type { Kind } from '../../feature/receipt/receipt.ts';
import type { TextKey } from '../../languages.ts';
import type { Html, Words } from '../../page/words.ts';
import type { Frame } from '../page.ts';
import { agoText } from '../words.ts';

export type HistoryEntry = {
  readonly at: Date;
  /** Null where the name is unknown. */
  readonly who: string | null;
  readonly action: string;
  readonly content: string | null;
};

const detail = z.object({ content: z.optional(z.string()) });

/** What was done with a report or a dispute at the desk, from the audit log, oldest first. */
export async function readHistory(database: Database, kind: Kind, id: number): Promise<HistoryEntry[]> {
  const subject = kind === 'report' ? sql`'reportId'` : sql`'disputeId'`;
  const rows = await database
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.actor, 'DESK'), sql`${auditEntries.detail} ->> ${subject} = ${String(id)}`))
    .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id));
  return rows.map(({ createdAt, userName, action, detail: written }) => ({
    at: createdAt,
    who: userName,
    action,
    content: z.safeParse(detail, written).data?.content ?? null,
  }));
}

/** The history of a report or a dispute on its page. */
export function historySection(frame: Frame, kind: Kind, entries: readonly HistoryEntry[]): Html | string {
  if (entries.length === 0) return '';
  return html`<section class="card"><h3>${frame.words.t('desk.report.history')}</h3><ul class="history">${entries.map(
    (entry) =>
      html`<li>${actionText(frame.words, kind, entry)} <span class="small quiet">${agoText(frame, entry.at)}</span></li>`,
  )}</ul></section>`;
}

/** What somebody did, as a sentence. */
export function actionText(
  words: Words,
  kind: Kind,
  { who, action, content }: Pick<HistoryEntry, 'who' | 'action' | 'content'>,
): Html {
  const key = `desk.report.did.${kind === 'dispute' && action === 'deskAsk' ? 'deskAskDispute' : action}`;
  const blanks = {
    who: who ?? words.word('desk.report.somebody'),
    content: content === null ? '' : html`<bdi class="mono">${content}</bdi>`,
  };
  return words.find(key) === null
    ? html`<bdi>${blanks.who}</bdi> ${action} ${blanks.content}`
    : words.t(key as TextKey, blanks);
}
