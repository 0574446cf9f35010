import type { Endpoint } from '../api/client.ts';
import { MAX_WAIT_MS, retryDelay, waitDelay } from '../storage/back-off.ts';
import { type Delivery, deliver, NO_KEY } from './delivery.ts';
import { followAt, followDispute } from './dispute-status.ts';
import type { DisputeOutcome, OutboxEntry } from './entry.ts';
import type { EntryTable } from './table.ts';

/** Sent entries are kept this long, in ms (30 days), and at most so many. */
const KEPT_MS = 30 * 24 * 3_600_000;
const KEPT_MOST = 200;
/** Before the first retry of what was not sent. */
const RETRY_MS = 30_000;

export type SenderDependencies = {
  readonly table: EntryTable;
  /** Where to send, or null while there is no key. */
  readonly endpoint: () => Promise<Endpoint | null>;
  /** Milliseconds since epoch. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
};

/** One run over the outbox: sends what is due, follows disputes, forgets what was sent long ago. */
export class Sender {
  readonly #table: EntryTable;
  readonly #endpoint: () => Promise<Endpoint | null>;
  readonly #now: () => number;
  readonly #random: () => number;

  constructor({ table, endpoint, now, random }: SenderDependencies) {
    this.#table = table;
    this.#endpoint = endpoint;
    this.#now = now;
    this.#random = random;
  }

  /** Sends what is due, one at a time, each entry at most once; stops where the whole service takes nothing. */
  async run(): Promise<void> {
    const tried = new Set<string>();
    for (;;) {
      const entry = await this.#claim(tried);
      if (!entry) break;
      tried.add(entry.id);
      const endpoint = await this.#endpoint();
      const delivery = endpoint ? await deliver(entry, endpoint) : NO_KEY;
      await this.#settle(entry, delivery);
      if (delivery.kind === 'wait' && delivery.scope === 'service') break;
    }
    await this.#follow();
    await this.#forget();
  }

  /**
   * Takes the due entry that was tried longest ago and notes the attempt before it is made: should the worker die in the
   * middle, the entry waits like after any failure, and another context finds it not due.
   */
  async #claim(tried: ReadonlySet<string>): Promise<OutboxEntry | null> {
    const due = (await this.#table.all())
      .filter((entry) => !tried.has(entry.id) && this.#isDue(entry))
      .sort((a, b) => (a.lastAttemptAt ?? 0) - (b.lastAttemptAt ?? 0) || a.createdAt - b.createdAt);
    for (const { id } of due) {
      const [claimed] = await this.#table.change([id], (entry) => {
        if (!this.#isDue(entry)) return null;
        const lastAttemptAt = this.#now();
        const attempts = entry.attempts + 1;
        return {
          ...entry,
          attempts,
          lastAttemptAt,
          nextAttemptAt: lastAttemptAt + retryDelay(attempts, RETRY_MS, this.#random()),
        };
      });
      if (claimed) return claimed;
    }
    return null;
  }

  /** Notes what came of an attempt; a failure of the whole service puts off everything else that is due as well. */
  async #settle(tried: OutboxEntry, delivery: Delivery): Promise<void> {
    const at = this.#now();
    if (delivery.kind === 'sent') {
      await this.#table.change([tried.id], (entry) => ({ ...entry, state: { ...delivery, at } }));
      return;
    }
    if (delivery.kind === 'refused') {
      const state = { ...delivery, at };
      await this.#table.change([tried.id], (entry) => (entry.state.kind === 'waiting' ? { ...entry, state } : null));
      return;
    }
    const { problem, retryAfterMs, scope } = delivery;
    const nextAttemptAt =
      at +
      (retryAfterMs === undefined ? retryDelay(tried.attempts, RETRY_MS, this.#random()) : waitDelay(retryAfterMs));
    const state = { kind: 'waiting' as const, problem };
    const wait = (entry: OutboxEntry) => (entry.state.kind === 'waiting' ? { ...entry, nextAttemptAt, state } : null);
    await this.#table.change([tried.id], wait);
    if (scope === 'entry') return;
    const others = (await this.#table.all()).filter((entry) => entry.id !== tried.id && this.#isDue(entry));
    await this.#table.change(
      others.map(({ id }) => id),
      (entry) => wait({ ...entry, attempts: entry.attempts + 1 }),
    );
  }

  /** Due are waiting entries whose time has come, or lies so far ahead that the clock must have been wrong. */
  #isDue({ state, nextAttemptAt }: OutboxEntry): boolean {
    const now = this.#now();
    return state.kind === 'waiting' && (nextAttemptAt <= now || nextAttemptAt > now + MAX_WAIT_MS);
  }

  /** Asks about sent disputes whose hour has come. Where the service cannot be reached, all of them wait another hour. */
  async #follow(): Promise<void> {
    const now = this.#now();
    const due = (await this.#table.all()).filter((entry) => (followAt(entry) ?? Number.POSITIVE_INFINITY) <= now);
    const endpoint = due.length > 0 ? await this.#endpoint() : null;
    if (!endpoint) return;
    let reached = true;
    for (const { id, state } of due) {
      if (state.kind !== 'sent' || state.receipt === undefined) continue;
      const before = { ...state.dispute, followedAt: now };
      const followed: { dispute: DisputeOutcome; reached: boolean } = reached
        ? await followDispute(state.receipt, endpoint, before)
        : { dispute: before, reached };
      reached = followed.reached;
      await this.#table.change([id], (stored) =>
        stored.state.kind === 'sent' ? { ...stored, state: { ...stored.state, dispute: followed.dispute } } : null,
      );
    }
  }

  /** Drops sent entries that are older than 30 days or beyond the newest 200; waiting and refused ones stay. */
  async #forget(): Promise<void> {
    const oldest = this.#now() - KEPT_MS;
    const sent = (await this.#table.all()).filter(({ state }) => state.kind === 'sent');
    const old = sent.filter(({ state }, index) => index >= KEPT_MOST || (state.kind === 'sent' && state.at < oldest));
    await this.#table.remove(old.map(({ id }) => id));
  }
}
