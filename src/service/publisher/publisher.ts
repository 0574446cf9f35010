import { setTimeout as pause } from 'node:timers/promises';
import {
  applyChanges,
  decodePrefixes,
  digestOf,
  encodeChanges,
  MAX_HOT,
  PrefixTable,
} from '../../blocklist/codec/artifact.ts';
import { AwayCache } from '../database/away.ts';
import type { Database } from '../database/database.ts';
import { inTurn } from '../thread/in-turn.ts';
import {
  CALLER_CACHE_MS,
  insertFile,
  type PublishedList,
  readFile,
  readProgress,
  readTokens,
} from './list/list-file.ts';
import { isOfOrganization } from './organization-files.ts';
import { publish, SNAPSHOT_PACE, SnapshotCache, type SnapshotPace } from './publication.ts';
import { ensureKey, readSigner, type SignedList, signedList } from './signing.ts';
import { ListCopy } from './store/list-copy.ts';
import type { ListStore } from './store/list-store.ts';

export type PublisherTiming = {
  /** Delay of a publication after the latest change… */
  readonly debounceMs: number;
  /** …and its maximum delay after the first one. */
  readonly maxDelayMs: number;
  /** How often the database is polled for changes by other processes. */
  readonly pollIntervalMs: number;
  /** Time between making and announcing a list, in which the caches of all processes catch up with it. */
  readonly catchUpMs: number;
  /** How often removals make a new snapshot. */
  readonly pace: SnapshotPace;
  /** The hot tier is published again after this long times the number of its entries. */
  readonly hotIntervalPerEntryMs: number;
  /** How often the store is searched for files that are no longer published. */
  readonly cleanIntervalMs: number;
};

type PublisherWork = 'publication' | 'cleaning of the list store';

/** All hot tiers of a day together have at most {@link MAX_HOT} entries, 160 kB for each client. */
const HOT_ENTRY_MS = 86_400_000 / MAX_HOT;
/** A file never changes, nor do the changes between two. */
const CACHE = { freshMs: Number.POSITIVE_INFINITY, most: 12 } as const;
type Ends = { readonly from: string; readonly to: string };

const TIMING: PublisherTiming = {
  debounceMs: 150,
  maxDelayMs: 800,
  pollIntervalMs: 1_000,
  catchUpMs: CALLER_CACHE_MS,
  pace: SNAPSHOT_PACE,
  hotIntervalPerEntryMs: HOT_ENTRY_MS,
  cleanIntervalMs: 5 * 60_000,
};

/**
 * Publishes the list. An addition by any process reaches {@link list} within two seconds, and so does a removal while
 * there are few (see `SnapshotPace`). Its memory is a cache of the database.
 */
export class Publisher {
  readonly #database: Database;
  readonly #timing: PublisherTiming;
  readonly #onError: (error: unknown, work: PublisherWork) => void;
  readonly #onNotice: () => void;
  readonly #snapshots = new SnapshotCache();
  readonly #files = new AwayCache((token: string) => this.#read(token), CACHE);
  readonly #changes = new AwayCache((ends: Ends) => this.#changesBetween(ends), {
    ...{ ...CACHE, nameOf: ({ from, to }: Ends) => `${to}/${from}` },
  });
  readonly #fileKey: string | null;
  readonly #hotEntries: number;
  readonly #copy: ListCopy | null;
  readonly #now: () => number;
  #list: SignedList | null = null;
  #inStore: boolean;
  #failingSince: number | null = null;
  #seen = { edit: -1, urgent: -1, file: -1, publicKey: '' };
  /** When waiting removals are due, and when that was found; ms since epoch. */
  #removals: { readonly dueAt: number; readonly foundAt: number } | null = null;
  /** When the hot tier was published or last found unchanged; ms since epoch. */
  #hotAt = 0;
  #running: Promise<void> | null = null;
  #holds = 0;
  #stopped = false;
  #firstNoticeAt: number | null = null;
  #debounce: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | null = null;

  /**
   * @param fileKey the secret key of `--signing-key-file` @param hotEntries of the hot tier @param store gets every
   * file before it is announced @param onError for failed work, which is retried at the next change or poll
   */
  constructor(options: {
    database: Database;
    fileKey?: string | null;
    hotEntries?: number;
    store?: ListStore | null;
    onError: (error: unknown, work: PublisherWork) => void;
    /** Called at once when this process has listed or removed something. */
    onNotify?: () => void;
    timing?: Partial<PublisherTiming>;
    /** Milliseconds since epoch. Default: the machine's clock. */
    now?: () => number;
  }) {
    this.#database = options.database;
    this.#fileKey = options.fileKey ?? null;
    this.#hotEntries = options.hotEntries ?? MAX_HOT;
    this.#onError = options.onError;
    this.#onNotice = options.onNotify ?? (() => {});
    this.#timing = { ...TIMING, ...options.timing };
    this.#copy = options.store ? new ListCopy(options.store, this, this.#timing.cleanIntervalMs) : null;
    this.#inStore = this.#copy === null;
    this.#now = options.now ?? Date.now;
  }

  /** Publishes the current list, also if the store fails ({@link inStore}), and starts polling. */
  async start(): Promise<void> {
    await ensureKey(this.#database, this.#fileKey);
    // Another process may hold the lock of the very first publication.
    while (!this.#list) {
      await this.#publish().catch((error: unknown) => {
        if (!this.#list) throw error;
        this.#onError(error, 'publication');
      });
      if (!this.#list) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    if (this.#failingSince === null && this.#hotIsDue()) await this.#publish();
    this.#timer = setInterval(() => this.#poll(), this.#timing.pollIntervalMs);
  }

  /** Waits for a running publication or poll, so that nothing uses the database afterwards. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#debounce);
    this.#stopped = true;
    await this.#copy?.stop();
    await this.#polling;
    // Its failure is reported to the caller that started it.
    while (this.#running) await this.#running.catch(() => undefined);
  }

  /** The published list, signed. */
  get list(): SignedList {
    if (!this.#list) throw new Error('The publisher has not been started');
    return this.#list;
  }

  /** Whether the store has all files of {@link list}; true without a store. */
  get inStore(): boolean {
    return this.#inStore;
  }

  /** Start of the current series of failed publications, in ms since epoch; null while they succeed. */
  get failingSince(): number | null {
    return this.#failingSince;
  }

  /** The listed expressions or the signing key changed. */
  notify(): void {
    this.#onNotice();
    const now = performance.now();
    this.#firstNoticeAt ??= now;
    clearTimeout(this.#debounce);
    const left = this.#firstNoticeAt + this.#timing.maxDelayMs - now;
    this.#debounce = setTimeout(() => this.#publishLater(), Math.max(0, Math.min(this.#timing.debounceMs, left)));
  }

  /** Publishes nothing while `work` runs, so that no import is published in parts, except removals by a person. */
  async holdWhile<T>(work: () => Promise<T>): Promise<T> {
    this.#holds += 1;
    try {
      return await work();
    } finally {
      this.#holds -= 1;
      this.notify();
    }
  }

  /** The bytes of a published file other than changes; null for an unknown token. */
  file(token: string): Promise<Uint8Array | null> {
    return isOfOrganization(token) ? this.#read(token) : this.#files.of(token);
  }

  async #read(token: string): Promise<Uint8Array | null> {
    const file = await readFile(this.#database, token);
    return file === null || file.kind === 'changes' ? null : file.body;
  }

  /** The changes between published snapshots, computed on first use; null unless the second one is newer. */
  changes(fromToken: string, toToken: string): Promise<Uint8Array | null> {
    return this.#changes.of({ from: fromToken, to: toToken });
  }

  async #changesBetween(ends: Ends): Promise<Uint8Array | null> {
    const token = `${ends.to}/${ends.from}`;
    const made = await readFile(this.#database, token);
    if (made) return made.body;
    const [from, to] = await Promise.all([ends.from, ends.to].map((name) => readFile(this.#database, name)));
    if (from?.kind !== 'snapshot' || to?.kind !== 'snapshot' || from.id >= to.id) return null;
    if (from.algoVersion !== to.algoVersion) return null;
    const [base, target] = await inTurn([from.body, to.body], decodePrefixes);
    const [body] = await inTurn([target], (prefixes) => encodeChanges(base, prefixes));
    const [changed] = await inTurn([body], (bytes) => applyChanges(PrefixTable.from(base), bytes));
    const [sha256] = await inTurn([changed], (table) => digestOf(table.prefixes()));
    if (sha256 !== to.sha256) throw new Error(`Changes to ${ends.to} do not lead there`);
    const { algoVersion, version, count, editId } = to;
    const facts = { algoVersion, version, count, sha256, editId };
    await insertFile(this.#database, { token, kind: 'changes', fromToken: ends.from, ...facts, body });
    return body;
  }

  #poll(): void {
    if (this.#stopped || this.#running || this.#polling) return;
    this.#polling = this.#pollOnce().finally(() => {
      this.#polling = null;
    });
  }

  async #pollOnce(): Promise<void> {
    try {
      const { edit, urgent, file } = await readProgress(this.#database);
      if (this.#holds > 0 && urgent <= this.#seen.urgent && !this.#removalsAreDue()) return;
      const { publicKey } = await readSigner(this.#database, this.#fileKey);
      const known = edit <= this.#seen.edit && file === this.#seen.file && publicKey === this.#seen.publicKey;
      if (!known || this.#hotIsDue() || this.#removalsAreDue()) this.#publishLater(true);
    } catch (error) {
      this.#onError(error, 'publication');
    }
  }

  #publishLater(evenOnHold = false): void {
    if (this.#stopped || (this.#holds > 0 && !evenOnHold)) return;
    this.#publish().catch((error) => {
      if (!this.#copy?.stopped) this.#onError(error, 'publication');
    });
  }

  /** Runs one publication at a time; changes in the meantime are in the next one. */
  #publish(): Promise<void> {
    if (this.#running) return this.#running.then(() => this.#publish());
    this.#firstNoticeAt = null;
    this.#running = this.#publishOnce()
      .catch((error: unknown) => {
        this.#failingSince ??= Date.now();
        throw error;
      })
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  /** A client that got a new list from this process must not get an older answer from another process. */
  async #caughtUp({ snapshot, recent }: PublishedList): Promise<void> {
    const announced = this.#list;
    if (!announced || (announced.snapshot.id === snapshot.id && announced.recent.id === recent.id)) return;
    await pause(this.#timing.catchUpMs);
  }

  #hotIsDue(): boolean {
    if (this.#hotEntries === 0 || !this.#list) return false;
    const { hot } = this.#list;
    return !hot || Date.now() - this.#hotAt >= Math.max(1, hot.count) * this.#timing.hotIntervalPerEntryMs;
  }

  #removalsAreDue(): boolean {
    if (this.#removals === null) return false;
    const now = this.#now();
    // After the clock went back, it is read again.
    return this.#removals.dueAt <= now || now < this.#removals.foundAt;
  }

  async #publishOnce(): Promise<void> {
    const seen = await readProgress(this.#database);
    const hotIsDue = this.#hotIsDue();
    const { pace } = this.#timing;
    const now = this.#now();
    const rules = { hotEntries: hotIsDue ? this.#hotEntries : 0, pace, now };
    const publication = await publish(this.#database, this.#snapshots, rules);
    if (!publication) return;
    const published = publication.list;
    const list = this.#hotEntries === 0 ? { ...published, hot: null } : published;
    if (list.hot && list.hot.token !== this.#list?.hot?.token) this.#hotAt = Math.min(Date.now(), list.hot.version);
    else if (hotIsDue) this.#hotAt = Date.now();
    const signer = await readSigner(this.#database, this.#fileKey);
    const caughtUp = this.#caughtUp(list);
    try {
      await this.#copy?.write(list);
      await caughtUp;
      this.#inStore = true;
    } catch (error) {
      // The announced list stays, because the store has its files; without one, the service serves the new list itself.
      if (!this.#inStore) this.#list = signedList(list, signer);
      throw error;
    }
    this.#list = signedList(list, signer);
    const { removalsAt } = publication;
    this.#removals = removalsAt === null ? null : { dueAt: removalsAt, foundAt: now };
    this.#seen = { edit: seen.edit, urgent: seen.urgent, file: newestId(published), publicKey: signer.publicKey };
    this.#failingSince = null;
    // Memory has them also while the database is away. A failure is one of the next publication.
    for (const file of [list.snapshot, list.recent, ...(list.hot ? [list.hot] : [])])
      this.file(file.token).catch(() => undefined);
    this.#copy?.clean(
      () => readTokens(this.#database),
      (error) => this.#onError(error, 'cleaning of the list store'),
    );
  }
}

const newestId = ({ snapshot, recent, hot }: PublishedList): number => Math.max(snapshot.id, recent.id, hot?.id ?? 0);
