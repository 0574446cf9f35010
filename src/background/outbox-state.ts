import type { MessageReply } from '../messaging/catalogue.ts';
import type { Outbox } from '../reporting/outbox.ts';

/** Everything in the outbox, as a page of the extension shows it: the entries, and what is left of damaged rows as text. */
export async function outboxStateOf(outbox: Outbox): Promise<MessageReply<'outboxList'>> {
  const [entries, damaged] = await Promise.all([outbox.list(), outbox.damaged()]);
  return {
    entries,
    damaged: damaged.map(({ key, row, problem, foundAt }) => ({
      key,
      foundAt,
      rest: row === null ? problem : textOf(row),
    })),
  };
}

/** Stored rows may hold what JSON cannot: big numbers, maps, circles. */
function textOf(row: unknown): string {
  try {
    return JSON.stringify(row, null, 2) ?? String(row);
  } catch {
    return String(row);
  }
}
