import { setTimeout as pause } from 'node:timers/promises';
import {
  applyChanges,
  decodePrefixes,
  digestOf,
  encodeChanges,
  MAX_HOT,
  PrefixTable,
} from '../../blocklist/codec/artifact.ts';
import { CALLER_AGE_MS } from '../access/caller-lookup.ts';
import type { Database } from '../database/database.ts';
import { insertFile, type PublishedList, readFile, readProgress, readTokens } from './list-file.ts';
import { publish, SnapshotCache } from './publication.ts';
import { type SignedList, signedList } from './signed-list.ts';
import { ensureKey, readSigner } from './signing/key.ts';
import { SNAPSHOT_PACE, type SnapshotPace } from './snapshot-pace.ts';
import { ListCopy } from './store/list-copy.ts';
import type { ListStore } from './store/list-store.ts';

export type PublisherTiming = {
  /** A change is published this long after the last one… */
  readonly quietMs: number;
  /** …or this long after the first one. */
  readonly longestMs: number;
  /** How often the database is asked for changes that another process made. */
  readonly watchMs: number;
  /** A list is announced this long after it was made, when every process knows what is in it and what is not. */
  readonly settleMs: number;
  /** How often removals make a new snapshot. */
  readonly pace: SnapshotPace;
  /** The hot tier is published again after this long for each entry that it has. */
  readonly hotEntryMs: number;
  /** How often the store is looked through for files that are published no more. */
  readonly cleanMs: number;
};

/** What the publisher was at when something failed. */
export type PublisherWork = 'publication' | 'cleaning of the list store';

/** The hot tiers of a day have at most as many entries together as the largest one, 160 kB for each client. */
const HOT_ENTRY_MS = 86_400_000 / MAX_HOT;
const TIMING: PublisherTiming = {
  quietMs: 150,
  longestMs: 800,
  watchMs: 1_000,
  settleMs: CALLER_AGE_MS,
  pace: SNAPSHOT_PACE,
  hotEntryMs: HOT_ENTRY_MS,
  cleanMs: 5 * 60_000,
};

/**
 * Keeps the published list up to date with what is listed: an addition reaches {@link list} within two seconds, whichever
 * process made it, and so does a removal while there are few (see `SnapshotPace`). What it holds in memory is a cache of the database.
 */
export class Publisher {
  readonly #database: Database;
  readonly #timing: PublisherTiming;
  readonly #onError: (error: unknown, work: PublisherWork) => void;
  readonly #onNotice: () => void;
  readonly #snapshots = new SnapshotCache();
  readonly #bodies = new Map<string, Promise<Uint8Array | null>>();
  readonly #fileKey: string | null;
  readonly #hotEntries: number;
  readonly #copy: ListCopy | null;
  readonly #now: () => number;
  #list: SignedList | null = null;
  #inStore: boolean;
  #failingSince: number | null = null;
  #seen = { edit: -1, urgent: -1, file: -1, publicKey: '' };
  /** When removals that wait are due; ms since epoch. */
  #removalsAt: number | null = null;
  /** When the hot tier was published, or last found to be the same; ms since epoch. */
  #hotAt = 0;
  #running: Promise<void> | null = null;
  #held = 0;
  #stopped = false;
  #firstNoticeAt: number | null = null;
  #quiet: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;

  /**
   * @param fileKey the secret key of `--signing-key-file`, where it does not lie in the database
   * @param hotEntries the most entries that the hot tier may have; 0 publishes none
   * @param store gets every file before anybody is sent there for it
   * @param onError is told of a publication or a cleaning that failed; it is tried again at the next change or look
   */
  constructor(options: {
    database: Database;
    fileKey?: string | null;
    hotEntries?: number;
    store?: ListStore | null;
    onError: (error: unknown, work: PublisherWork) => void;
    /** Is told at once that something was listed or lifted in this process. */
    onNotice?: () => void;
    timing?: Partial<PublisherTiming>;
    /** Milliseconds since epoch. Default: the machine's clock. */
    now?: () => number;
  }) {
    this.#database = options.database;
    this.#fileKey = options.fileKey ?? null;
    this.#hotEntries = options.hotEntries ?? MAX_HOT;
    this.#onError = options.onError;
    this.#onNotice = options.onNotice ?? (() => {});
    this.#timing = { ...TIMING, ...options.timing };
    this.#copy = options.store ? new ListCopy(options.store, this, this.#timing.cleanMs) : null;
    this.#inStore = this.#copy === null;
    this.#now = options.now ?? Date.now;
  }

  /**
   * Publishes what is there and begins to watch. A store that fails is no reason to answer nobody: the list is announced all
   * the same, as lying at the service ({@link inStore}).
   * @throws whatever the database throws
   */
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
    this.#watch = setInterval(() => this.#look(), this.#timing.watchMs);
  }

  /** Ends once the publication or the look that is under way has ended: nothing touches the database after that. */
  async stop(): Promise<void> {
    clearInterval(this.#watch);
    clearTimeout(this.#quiet);
    this.#stopped = true;
    await this.#copy?.stop();
    await this.#looking;
    // Whoever began a publication is told how it failed.
    while (this.#running) await this.#running.catch(() => undefined);
  }

  /** The list as it is published, signed. */
  get list(): SignedList {
    if (!this.#list) throw new Error('The publisher has not been started');
    return this.#list;
  }

  /** Whether everything that {@link list} names lies in the store: not before the store took a list. True without a store. */
  get inStore(): boolean {
    return this.#inStore;
  }

  /** Since when publications fail, so that {@link list} may be behind; ms since epoch, null while they do not. */
  get failingSince(): number | null {
    return this.#failingSince;
  }

  /** Tells that the listed expressions changed, or the key that signs. */
  notify(): void {
    this.#onNotice();
    const now = performance.now();
    this.#firstNoticeAt ??= now;
    clearTimeout(this.#quiet);
    const left = this.#firstNoticeAt + this.#timing.longestMs - now;
    this.#quiet = setTimeout(() => this.#publishLater(), Math.max(0, Math.min(this.#timing.quietMs, left)));
  }

  /**
   * Publishes nothing while `work` runs, so that an import does not publish every part of itself, unless a person takes something off
   * meanwhile: whom that stops does not wait for an import.
   */
  async holdWhile<T>(work: () => Promise<T>): Promise<T> {
    this.#held += 1;
    try {
      return await work();
    } finally {
      this.#held -= 1;
      this.notify();
    }
  }

  /** The bytes of a published snapshot, recent or hot file; null when there is none of this token. */
  file(token: string): Promise<Uint8Array | null> {
    return this.#kept(token, async () => {
      const file = await readFile(this.#database, token);
      return file === null || file.kind === 'changes' ? null : file.body;
    });
  }

  /**
   * What turns one published snapshot into a later one; made when it is first asked for. Null unless both are published
   * and the later one is newer.
   */
  changes(fromToken: string, toToken: string): Promise<Uint8Array | null> {
    const token = `${toToken}/${fromToken}`;
    return this.#kept(token, async () => {
      const made = await readFile(this.#database, token);
      if (made) return made.body;
      const [from, to] = await Promise.all([fromToken, toToken].map((name) => readFile(this.#database, name)));
      if (from?.kind !== 'snapshot' || to?.kind !== 'snapshot' || from.id >= to.id) return null;
      if (from.algoVersion !== to.algoVersion) return null;
      const base = decodePrefixes(from.body);
      const body = encodeChanges(base, decodePrefixes(to.body));
      const changed = applyChanges(PrefixTable.from(base), body);
      if (digestOf(changed.prefixes()) !== to.sha256) throw new Error(`Changes to ${toToken} do not lead there`);
      const { algoVersion, version, count, sha256, editId } = to;
      const facts = { algoVersion, version, count, sha256, editId };
      await insertFile(this.#database, { token, kind: 'changes', fromToken, ...facts, body });
      return body;
    });
  }

  /** A few bodies stay in memory; a file never changes. */
  #kept(token: string, read: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
    const held = this.#bodies.get(token);
    if (held) return held;
    const body = read();
    this.#bodies.set(token, body);
    const forget = () => this.#bodies.delete(token);
    body.then((bytes) => bytes ?? forget(), forget);
    const oldest = this.#bodies.size > 12 ? this.#bodies.keys().next().value : undefined;
    if (oldest !== undefined) this.#bodies.delete(oldest);
    return body;
  }

  #look(): void {
    if (this.#stopped || this.#running || this.#looking) return;
    this.#looking = this.#lookAround().finally(() => {
      this.#looking = null;
    });
  }

  async #lookAround(): Promise<void> {
    try {
      const { edit, urgent, file } = await readProgress(this.#database);
      if (this.#held > 0 && urgent <= this.#seen.urgent && !this.#removalsAreDue()) return;
      const { publicKey } = await readSigner(this.#database, this.#fileKey);
      const known = edit <= this.#seen.edit && file === this.#seen.file && publicKey === this.#seen.publicKey;
      if (!known || this.#hotIsDue() || this.#removalsAreDue()) this.#publishLater(true);
    } catch (error) {
      this.#onError(error, 'publication');
    }
  }

  #publishLater(evenHeld = false): void {
    if (this.#stopped || (this.#held > 0 && !evenHeld)) return;
    this.#publish().catch((error) => {
      if (!this.#copy?.stopped) this.#onError(error, 'publication');
    });
  }

  /** One publication at a time; what was announced while one ran is published by the next. */
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

  /** Whoever is told of a list and asks another process about it must not be told there what was so before. */
  async #settled({ snapshot, recent }: PublishedList): Promise<void> {
    const announced = this.#list;
    if (!announced || (announced.snapshot.id === snapshot.id && announced.recent.id === recent.id)) return;
    await pause(this.#timing.settleMs);
  }

  #hotIsDue(): boolean {
    if (this.#hotEntries === 0 || !this.#list) return false;
    const { hot } = this.#list;
    return !hot || Date.now() - this.#hotAt >= Math.max(1, hot.count) * this.#timing.hotEntryMs;
  }

  #removalsAreDue(): boolean {
    return this.#removalsAt !== null && this.#removalsAt <= this.#now();
  }

  async #publishOnce(): Promise<void> {
    const seen = await readProgress(this.#database);
    const hotIsDue = this.#hotIsDue();
    const { pace } = this.#timing;
    const rules = { hotEntries: hotIsDue ? this.#hotEntries : 0, pace, now: this.#now() };
    const publication = await publish(this.#database, this.#snapshots, rules);
    if (!publication) return;
    const published = publication.list;
    const list = this.#hotEntries === 0 ? { ...published, hot: null } : published;
    if (list.hot && list.hot.token !== this.#list?.hot?.token) this.#hotAt = Math.min(Date.now(), list.hot.version);
    else if (hotIsDue) this.#hotAt = Date.now();
    const signer = await readSigner(this.#database, this.#fileKey);
    const settled = this.#settled(list);
    try {
      await this.#copy?.write(list);
      await settled;
      this.#inStore = true;
    } catch (error) {
      // The files of the list that is announced lie in the store; until there is such a list, the service serves them itself.
      if (!this.#inStore) this.#list = signedList(list, signer);
      throw error;
    }
    this.#list = signedList(list, signer);
    this.#removalsAt = publication.removalsAt;
    this.#seen = { edit: seen.edit, urgent: seen.urgent, file: newestId(published), publicKey: signer.publicKey };
    this.#failingSince = null;
    this.#copy?.clean(
      () => readTokens(this.#database),
      (error) => this.#onError(error, 'cleaning of the list store'),
    );
  }
}

const newestId = ({ snapshot, recent, hot }: PublishedList): number => Math.max(snapshot.id, recent.id, hot?.id ?? 0);
