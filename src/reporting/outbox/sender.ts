import type { Endpoint } from '../../api/client.ts';
import { MAX_WAIT, retryDelay, waitDelay } from '../../storage/back-off.ts';
import type { OutboxEntry } from '../entry.ts';
import type { AttachedFiles } from '../files.ts';
import type { Follower, FollowerDependencies } from '../outcome/follower.ts';
import { type Delivery, type deliver, NO_KEY, SWITCHED_OFF_RECHECK_INTERVAL_MS } from './delivery.ts';
import { uploadFiles } from './upload.ts';

/** Sent entries are kept this long, in ms (a year), and at most this many: they are the person's history. */
const SENT_RETENTION_MS = 365 * 24 * 3_600_000;
const MAX_SENT = 500;
/** Delay before the first retry, in ms. */
const FIRST_RETRY_DELAY_MS = 30_000;

type SenderDependencies = FollowerDependencies & {
  readonly files: AttachedFiles;
  readonly deliver: typeof deliver;
  readonly follower: Pick<Follower, 'run'>;
};

/** One run over the outbox: sends what is due, follows sent entries, deletes old ones. */
export class Sender {
  readonly #parts: SenderDependencies;

  constructor(parts: SenderDependencies) {
    this.#parts = parts;
  }

  /** Sends due entries, one at a time, each at most once; stops when the service accepts nothing. */
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
      await this.#record(entry, delivery, endpoint);
      if (delivery.kind === 'wait' && delivery.scope === 'service') break;
    }
  }

  /** Removes the contact details from every waiting entry. */
  async #leaveContactOut(): Promise<void> {
    await this.#parts.table.changeWhere(
      (entry) => entry.state.kind === 'waiting' && withoutContact(entry) !== null,
      withoutContact,
    );
  }

  /** Marks every waiting entry as stopped by the organization; this does not count as an attempt. */
  async #hold(): Promise<void> {
    const nextAttemptAt = this.#parts.now() + SWITCHED_OFF_RECHECK_INTERVAL_MS;
    const state = { kind: 'waiting', cause: 'switchedOff' } as const;
    await this.#parts.table.changeWhere(
      (entry) => entry.state.kind === 'waiting' && (entry.state.cause !== 'switchedOff' || this.#isDue(entry)),
      (entry) => ({ ...entry, nextAttemptAt, state }),
    );
  }

  async #bring(entry: OutboxEntry, endpoint: Endpoint): Promise<Delivery> {
    const uploaded = await uploadFiles(entry, endpoint, this.#parts.files, (uploads) =>
      this.#parts.table.change([entry.id], (stored) => ({ ...stored, uploads })),
    );
    return 'kind' in uploaded ? uploaded : this.#parts.deliver(entry, endpoint, uploaded.urls);
  }

  /**
   * Takes the due entry whose last attempt is oldest and stores the attempt before it is made. If the worker dies
   * during it, the entry waits as after any failure, and no other context takes it meanwhile.
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

  /** Stores the outcome of an attempt; a failure of the whole service also puts off everything else that is due. */
  async #record(tried: OutboxEntry, delivery: Delivery, endpoint: Endpoint | null): Promise<void> {
    const at = this.#parts.now();
    if (delivery.kind === 'sent') {
      const service = endpoint?.baseUrl;
      const state = { ...delivery, at, ...(service === undefined ? {} : { service }) };
      await this.#parts.table.change([tried.id], (entry) => ({ ...entry, state }));
      return;
    }
    if (delivery.kind === 'refused') {
      const state = { ...delivery, at };
      await this.#parts.table.change([tried.id], (entry) =>
        entry.state.kind === 'waiting' ? { ...entry, state, hasNews: true } : null,
      );
      return;
    }
    const { cause, retryAfterMs, scope, filesGone } = delivery;
    const nextAttemptAt =
      at +
      (retryAfterMs === undefined
        ? retryDelay(tried.attempts, FIRST_RETRY_DELAY_MS, this.#parts.random())
        : waitDelay(retryAfterMs));
    const state = { kind: 'waiting' as const, cause };
    const wait = (entry: OutboxEntry) => (entry.state.kind === 'waiting' ? { ...entry, nextAttemptAt, state } : null);
    await this.#parts.table.change([tried.id], (entry) => wait(filesGone ? { ...entry, uploads: [] } : entry));
    if (scope === 'entry') return;
    await this.#parts.table.changeWhere(
      (entry) => entry.id !== tried.id && this.#isDue(entry),
      (entry) => wait({ ...entry, attempts: entry.attempts + 1 }),
    );
  }

  /** A waiting entry is due when its time has come, or lies so far ahead that the clock must have been wrong. */
  #isDue({ state, nextAttemptAt }: OutboxEntry): boolean {
    const now = this.#parts.now();
    return state.kind === 'waiting' && (nextAttemptAt <= now || nextAttemptAt > now + MAX_WAIT);
  }

  /**
   * Deletes entries that were sent, or known to the service before, if they are older than a year or beyond the newest 500; waiting and
   * refused ones stay.
   */
  async #forget(): Promise<void> {
    const oldest = this.#parts.now() - SENT_RETENTION_MS;
    const old = (await this.#parts.table.all())
      .flatMap(({ id, state }) =>
        state.kind === 'sent' || (state.kind === 'refused' && state.isKnown) ? [{ id, at: state.at }] : [],
      )
      .filter(({ at }, index) => index >= MAX_SENT || at < oldest);
    await this.#parts.table.remove(old.map(({ id }) => id));
    // An entry that the browser cannot load may need any of them.
    await this.#parts.files.sweep().catch((error: unknown) => console.warn('No file was removed', error));
  }
}

/**
 * The entry without contact details; null where it has none. An entry that was already tried gets a new id: it may have
 * arrived, and the service rejects a different body under the same key.
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
