import type { Endpoint } from '../api/client.ts';
import { MAX_WAIT_MS, retryDelay, waitDelay } from '../storage/back-off.ts';
import {
  type Delivery,
  type deliver,
  type MaySend,
  NO_KEY,
  SWITCHED_OFF,
  SWITCHED_OFF_RECHECK_INTERVAL_MS,
} from './delivery.ts';
import type { OutboxEntry } from './entry.ts';
import type { AttachedFiles } from './files.ts';
import type { Follower } from './outcome/follower.ts';
import type { EntryTable } from './table.ts';
import { uploadFiles } from './upload.ts';

/** What was sent is kept this long, in ms (a year), and at most so many: a person's history. */
const SENT_RETENTION_MS = 365 * 24 * 3_600_000;
const MAX_SENT = 500;
/** Before the first retry of what was not sent. */
const FIRST_RETRY_DELAY_MS = 30_000;

type SenderDependencies = {
  readonly table: EntryTable;
  readonly files: AttachedFiles;
  /** Where to send, or null while there is no key. */
  readonly endpoint: () => Promise<Endpoint | null>;
  readonly maySend: () => Promise<MaySend>;
  readonly deliver: typeof deliver;
  /** Milliseconds since epoch. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly follower: Pick<Follower, 'run'>;
  /** Told of entries that the service refused after the person has gone. */
  readonly onNews?: ((entries: readonly OutboxEntry[]) => void) | undefined;
};

/** One run over the outbox: sends what is due, follows what was sent, forgets what was sent long ago. */
export class Sender {
  readonly #parts: SenderDependencies;

  constructor(parts: SenderDependencies) {
    this.#parts = parts;
  }

  /** Sends what is due, one at a time, each entry at most once; stops where the whole service takes nothing. */
  async run(): Promise<void> {
    const may = await this.#parts.maySend();
    if (!may.contact) await this.#leaveContactOut();
    if (may.reports) await this.#sendDue();
    else await this.#hold();
    await this.#parts.follower.run();
    await this.#forget();
  }

  async #sendDue(): Promise<void> {
    const tried = new Set<string>();
    for (;;) {
      const entry = await this.#claim(tried);
      if (!entry) break;
      tried.add(entry.id);
      const endpoint = await this.#parts.endpoint();
      const delivery = endpoint ? await this.#bring(entry, endpoint) : NO_KEY;
      await this.#settle(entry, delivery, endpoint);
      if (delivery.kind === 'wait' && delivery.scope === 'service') break;
    }
  }

  /** Takes the contact details out of everything that waits. */
  async #leaveContactOut(): Promise<void> {
    const waiting = (await this.#parts.table.all()).filter(({ state }) => state.kind === 'waiting');
    const named = waiting.filter((entry) => withoutContact(entry) !== null);
    await this.#parts.table.change(
      named.map(({ id }) => id),
      (entry) => (entry.state.kind === 'waiting' ? withoutContact(entry) : null),
    );
  }

  /** Says of everything that waits that it does because the organization lets nothing be sent; none of it counts as tried. */
  async #hold(): Promise<void> {
    const held = (await this.#parts.table.all()).filter(
      (entry) => entry.state.kind === 'waiting' && (entry.state.cause !== 'switchedOff' || this.#isDue(entry)),
    );
    const nextAttemptAt = this.#parts.now() + SWITCHED_OFF_RECHECK_INTERVAL_MS;
    await this.#parts.table.change(
      held.map(({ id }) => id),
      (entry) =>
        entry.state.kind === 'waiting'
          ? { ...entry, nextAttemptAt, state: { kind: 'waiting', cause: 'switchedOff', problem: SWITCHED_OFF } }
          : null,
    );
  }

  async #bring(entry: OutboxEntry, endpoint: Endpoint): Promise<Delivery> {
    const uploaded = await uploadFiles(entry, endpoint, this.#parts.files, (uploads) =>
      this.#parts.table.change([entry.id], (stored) => ({ ...stored, uploads })),
    );
    return 'kind' in uploaded ? uploaded : this.#parts.deliver(entry, endpoint, uploaded.urls);
  }

  /**
   * Takes the due entry that was tried longest ago and notes the attempt before it is made: should the worker die in the
   * middle, the entry waits like after any failure, and another context finds it not due.
   */
  async #claim(tried: ReadonlySet<string>): Promise<OutboxEntry | null> {
    const due = (await this.#parts.table.all())
      .filter((entry) => !tried.has(entry.id) && this.#isDue(entry))
      .sort((a, b) => (a.lastAttemptAt ?? 0) - (b.lastAttemptAt ?? 0) || a.createdAt - b.createdAt);
    for (const { id } of due) {
      const [claimed] = await this.#parts.table.change([id], (entry) => {
        if (!this.#isDue(entry)) return null;
        const lastAttemptAt = this.#parts.now();
        const attempts = entry.attempts + 1;
        return {
          ...entry,
          attempts,
          lastAttemptAt,
          nextAttemptAt: lastAttemptAt + retryDelay(attempts, FIRST_RETRY_DELAY_MS, this.#parts.random()),
        };
      });
      if (claimed) return claimed;
    }
    return null;
  }

  /** Notes what came of an attempt; a failure of the whole service puts off everything else that is due as well. */
  async #settle(tried: OutboxEntry, delivery: Delivery, endpoint: Endpoint | null): Promise<void> {
    const at = this.#parts.now();
    if (delivery.kind === 'sent') {
      const service = endpoint?.baseUrl;
      const state = { ...delivery, at, ...(service === undefined ? {} : { service }) };
      await this.#parts.table.change([tried.id], (entry) => ({ ...entry, state }));
      return;
    }
    if (delivery.kind === 'refused') {
      const state = { ...delivery, at };
      // Of the first attempt the form itself says what came.
      const hasNews = tried.attempts > 1;
      const refused = await this.#parts.table.change([tried.id], (entry) =>
        entry.state.kind === 'waiting' ? { ...entry, state, ...(hasNews ? { hasNews } : {}) } : null,
      );
      if (hasNews && refused.length > 0) this.#parts.onNews?.(refused);
      return;
    }
    const { problem, cause, retryAfterMs, scope, filesGone } = delivery;
    const nextAttemptAt =
      at +
      (retryAfterMs === undefined
        ? retryDelay(tried.attempts, FIRST_RETRY_DELAY_MS, this.#parts.random())
        : waitDelay(retryAfterMs));
    const state = { kind: 'waiting' as const, problem, cause };
    const wait = (entry: OutboxEntry) => (entry.state.kind === 'waiting' ? { ...entry, nextAttemptAt, state } : null);
    await this.#parts.table.change([tried.id], (entry) => wait(filesGone ? { ...entry, uploads: [] } : entry));
    if (scope === 'entry') return;
    const others = (await this.#parts.table.all()).filter((entry) => entry.id !== tried.id && this.#isDue(entry));
    await this.#parts.table.change(
      others.map(({ id }) => id),
      (entry) => wait({ ...entry, attempts: entry.attempts + 1 }),
    );
  }

  /** Due are waiting entries whose time has come, or lies so far ahead that the clock must have been wrong. */
  #isDue({ state, nextAttemptAt }: OutboxEntry): boolean {
    const now = this.#parts.now();
    return state.kind === 'waiting' && (nextAttemptAt <= now || nextAttemptAt > now + MAX_WAIT_MS);
  }

  /** Drops sent entries that are older than a year or beyond the newest 500; waiting and refused ones stay. */
  async #forget(): Promise<void> {
    const oldest = this.#parts.now() - SENT_RETENTION_MS;
    const sent = (await this.#parts.table.all()).filter(({ state }) => state.kind === 'sent');
    const old = sent.filter(({ state }, index) => index >= MAX_SENT || (state.kind === 'sent' && state.at < oldest));
    await this.#parts.table.remove(old.map(({ id }) => id));
    await this.#parts.files.sweep();
  }
}

/**
 * The entry without how its author can be reached; null where it says nothing of that. One that was tried already may have arrived, and the
 * service takes no other text under the same key: it gets another id.
 */
function withoutContact(entry: OutboxEntry): OutboxEntry | null {
  const { item } = entry;
  const isNamed = item.kind === 'report' ? item.draft.contactInfo !== '' : item.draft.email !== '';
  if (!isNamed) return null;
  return {
    ...entry,
    ...(entry.attempts > 0 ? { id: crypto.randomUUID() } : {}),
    contactLeftOut: true,
    item:
      item.kind === 'report'
        ? { kind: 'report', draft: { ...item.draft, contactInfo: '' } }
        : { kind: 'dispute', draft: { ...item.draft, email: '' } },
  };
}
