import type { Endpoint } from '../api/client.ts';
import { type DamagedRow, ReportingDatabase } from './database.ts';
import { followAt } from './dispute-status.ts';
import { dropDraftsOf, essence } from './draft.ts';
import { type OutboxEntry, type OutboxItem, outboxEntry, outboxItem } from './entry.ts';
import { checkItem, UnfinishedItem } from './request.ts';
import { Sender } from './sender.ts';
import { EntryTable } from './table.ts';

export type OutboxDependencies = {
  /** Where to send, or null while there is no key. */
  readonly endpoint: () => Promise<Endpoint | null>;
  readonly database?: ReportingDatabase;
  /** Milliseconds since epoch. */
  readonly now?: () => number;
  /** 0 to 1. */
  readonly random?: () => number;
  /** Keeps two contexts from sending at once, where the browser has it. */
  readonly locks?: Pick<LockManager, 'request'> | undefined;
};

export type OutboxCounts = {
  readonly sent: number;
  readonly waiting: number;
  readonly refused: number;
  readonly damaged: number;
};

/**
 * Reports and disputes on their way. An entry is on disk before anything is sent and stays until the service has accepted
 * or refused it. Its id is the idempotency key of every attempt, so that it arrives once even where the worker dies between
 * the service's answer and the note of it.
 */
export class Outbox {
  readonly #table: EntryTable;
  readonly #sender: Sender;
  readonly #now: () => number;
  readonly #locks: Pick<LockManager, 'request'> | undefined;
  #submitting: Promise<unknown> = Promise.resolve();
  #run: Promise<void> | null = null;
  #again = false;

  constructor({ endpoint, database, now, random, ...rest }: OutboxDependencies) {
    this.#now = now ?? Date.now;
    this.#table = new EntryTable(database ?? new ReportingDatabase(), this.#now);
    this.#sender = new Sender({ table: this.#table, endpoint, now: this.#now, random: random ?? Math.random });
    this.#locks = 'locks' in rest ? rest.locks : globalThis.navigator?.locks;
  }

  /**
   * Stores an item durably and removes its draft, then answers with its entry; nothing is sent yet. The same item that is
   * waiting already is not stored twice: its entry is the answer.
   * @throws UnfinishedItem when it cannot be sent as it is
   * @throws ReportingStorageError when it could not be stored
   */
  submit(item: OutboxItem): Promise<OutboxEntry> {
    const submitting = this.#submitting.then(() => this.#submit(item));
    this.#submitting = submitting.catch(() => undefined);
    return submitting;
  }

  /** Every entry, newest first. */
  list(): Promise<OutboxEntry[]> {
    return this.#table.all();
  }

  /**
   * Sends what is due, one at a time, and asks once an hour what became of sent disputes. Concurrent calls share one run,
   * which looks again before it ends. What failed has its reason and next time in its entry.
   * @throws ReportingStorageError when entries cannot be read or written; they are sent later with the same key
   */
  send(): Promise<void> {
    this.#again = true;
    this.#run ??= this.#runs();
    return this.#run;
  }

  /** Sends every waiting entry now, also those that wait for a later time. For a person, a start and a new connection. */
  async retry(): Promise<void> {
    const waiting = (await this.list()).filter(({ state }) => state.kind === 'waiting').map(({ id }) => id);
    const now = this.#now();
    await this.#table.change(waiting, (entry) =>
      entry.state.kind === 'waiting' && entry.nextAttemptAt > now ? { ...entry, nextAttemptAt: now } : null,
    );
    await this.send();
  }

  /** Takes an entry out for good. One whose sending is under way may still arrive. */
  async discard(id: string): Promise<void> {
    await this.#table.remove([id]);
  }

  async counts(): Promise<OutboxCounts> {
    const entries = await this.list();
    const count = (kind: OutboxEntry['state']['kind']) => entries.filter(({ state }) => state.kind === kind).length;
    const damaged = (await this.damaged()).length;
    return { sent: count('sent'), waiting: count('waiting'), refused: count('refused'), damaged };
  }

  /** Rows that could not be read as entries: set aside as they were found, never dropped. */
  damaged(): Promise<DamagedRow[]> {
    return this.#table.damaged();
  }

  /** When {@link send} has something to do next (ms since epoch), or null. */
  async nextAttemptAt(): Promise<number | null> {
    const times = (await this.list()).flatMap((entry) => {
      const at = entry.state.kind === 'waiting' ? entry.nextAttemptAt : followAt(entry);
      return at === null ? [] : [at];
    });
    return times.length === 0 ? null : Math.min(...times);
  }

  async #submit(written: OutboxItem): Promise<OutboxEntry> {
    const parsed = outboxItem.safeParse(written);
    if (!parsed.success) throw new UnfinishedItem(['This cannot be sent: a text is too long or something is missing.']);
    const item = parsed.data;
    checkItem(item);
    const same = essence(item.kind, item.draft);
    const entries = await this.list();
    const now = this.#now();
    const twin = entries.find(
      ({ state, item: other }) => state.kind === 'waiting' && essence(other.kind, other.draft) === same,
    );
    if (twin) return twin;
    const entry = outboxEntry.parse({
      id: crypto.randomUUID(),
      item,
      createdAt: now,
      attempts: 0,
      lastAttemptAt: null,
      nextAttemptAt: now,
      state: { kind: 'waiting' },
    });
    await this.#table.add(entry, (transaction) => dropDraftsOf(item, transaction));
    return entry;
  }

  async #runs(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        await (this.#locks ? this.#locks.request('wary-outbox', () => this.#sender.run()) : this.#sender.run());
      }
    } finally {
      this.#run = null;
    }
  }
}
