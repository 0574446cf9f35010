import { applyChanges, decodePrefixes, digestOf, encodeChanges, MAX_HOT } from '../../blocklist/artifact.ts';
import type { Database } from '../database/connection.ts';
import { ensureKey, readSigner } from '../signing/key.ts';
import { copyList } from './list-copy.ts';
import { insertFile, type PublishedList, readFile, readProgress, readTokens } from './list-file.ts';
import type { ListFolder } from './list-folder.ts';
import { publish, SnapshotCache } from './publication.ts';
import { type SignedList, signedList } from './signed-list.ts';
import { SNAPSHOT_PACE, type SnapshotPace } from './snapshot-pace.ts';

export type PublisherTiming = {
  /** A change is published this long after the last one… */
  readonly quietMs: number;
  /** …or this long after the first one. */
  readonly longestMs: number;
  /** How often the database is asked for changes that another process made. */
  readonly watchMs: number;
  /** How often removals make a new snapshot. */
  readonly pace: SnapshotPace;
  /** The hot tier is published again after this long for each entry that it has. */
  readonly hotEntryMs: number;
};

/** The hot tiers of a day have at most as many entries together as the largest one, 160 kB for each client. */
const HOT_ENTRY_MS = 86_400_000 / MAX_HOT;
const TIMING: PublisherTiming = {
  quietMs: 150,
  longestMs: 800,
  watchMs: 1_000,
  pace: SNAPSHOT_PACE,
  hotEntryMs: HOT_ENTRY_MS,
};

/**
 * Keeps the published list up to date with what is listed: an addition reaches {@link list} within two seconds, whichever
 * process made it, and so does a removal while there are few (see `SnapshotPace`). What it holds in memory is a cache of the database.
 */
export class Publisher {
  readonly #database: Database;
  readonly #timing: PublisherTiming;
  readonly #onError: (error: unknown) => void;
  readonly #snapshots = new SnapshotCache();
  readonly #bodies = new Map<string, Promise<Uint8Array | null>>();
  readonly #fileKey: string | null;
  readonly #hotEntries: number;
  readonly #folder: ListFolder | null;
  readonly #now: () => number;
  #list: SignedList | null = null;
  #seen = { edit: -1, file: -1, publicKey: '' };
  /** When removals that wait are due; ms since epoch. */
  #removalsAt: number | null = null;
  /** When the hot tier was published, or last found to be the same; ms since epoch. */
  #hotAt = 0;
  #running: Promise<void> | null = null;
  #held = 0;
  #firstNoticeAt: number | null = null;
  #quiet: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;

  /**
   * @param fileKey the secret key of `--signing-key-file`, where it does not lie in the database
   * @param hotEntries the most entries that the hot tier may have; 0 publishes none
   * @param folder gets every file before the list names it
   * @param onError is told of a publication that failed; it is tried again at the next change or look
   */
  constructor(options: {
    database: Database;
    fileKey?: string | null;
    hotEntries?: number;
    folder?: ListFolder | null;
    onError: (error: unknown) => void;
    timing?: Partial<PublisherTiming>;
    /** Milliseconds since epoch. Default: the machine's clock. */
    now?: () => number;
  }) {
    this.#database = options.database;
    this.#fileKey = options.fileKey ?? null;
    this.#hotEntries = options.hotEntries ?? MAX_HOT;
    this.#folder = options.folder ?? null;
    this.#onError = options.onError;
    this.#timing = { ...TIMING, ...options.timing };
    this.#now = options.now ?? Date.now;
  }

  /** Publishes what is there and begins to watch. @throws whatever the database throws */
  async start(): Promise<void> {
    await ensureKey(this.#database, this.#fileKey);
    // Another process may hold the lock of the very first publication.
    while (!this.#list) {
      await this.#publish();
      if (!this.#list) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    if (this.#hotIsDue()) await this.#publish();
    this.#watch = setInterval(() => this.#look(), this.#timing.watchMs);
  }

  /** Ends once the publication or the look that is under way has ended: nothing touches the database after that. */
  async stop(): Promise<void> {
    clearInterval(this.#watch);
    clearTimeout(this.#quiet);
    this.#held += 1;
    await this.#looking;
    // Whoever began a publication is told how it failed.
    while (this.#running) await this.#running.catch(() => undefined);
  }

  /** The list as it is published, signed. */
  get list(): SignedList {
    if (!this.#list) throw new Error('The publisher has not been started');
    return this.#list;
  }

  /** Tells that the listed expressions changed, or the key that signs. */
  notify(): void {
    const now = performance.now();
    this.#firstNoticeAt ??= now;
    clearTimeout(this.#quiet);
    const left = this.#firstNoticeAt + this.#timing.longestMs - now;
    this.#quiet = setTimeout(() => this.#publishLater(), Math.max(0, Math.min(this.#timing.quietMs, left)));
  }

  /** Publishes nothing while `work` runs, so that an import does not publish every part of itself. */
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
      if (digestOf(applyChanges(base, body)) !== to.sha256) throw new Error(`Changes to ${toToken} do not lead there`);
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
    if (this.#held > 0 || this.#running || this.#looking) return;
    this.#looking = this.#lookAround().finally(() => {
      this.#looking = null;
    });
  }

  async #lookAround(): Promise<void> {
    try {
      const { edit, file } = await readProgress(this.#database);
      const { publicKey } = await readSigner(this.#database, this.#fileKey);
      const known = edit <= this.#seen.edit && file === this.#seen.file && publicKey === this.#seen.publicKey;
      if (!known || this.#hotIsDue() || this.#removalsAreDue()) this.#publishLater();
    } catch (error) {
      this.#onError(error);
    }
  }

  #publishLater(): void {
    if (this.#held > 0) return;
    this.#publish().catch((error) => this.#onError(error));
  }

  /** One publication at a time; what was announced while one ran is published by the next. */
  #publish(): Promise<void> {
    if (this.#running) return this.#running.then(() => this.#publish());
    this.#firstNoticeAt = null;
    this.#running = this.#publishOnce().finally(() => {
      this.#running = null;
    });
    return this.#running;
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
    if (this.#folder) await copyList(list, this, this.#folder);
    if (list.hot && list.hot.token !== this.#list?.hot?.token) this.#hotAt = Math.min(Date.now(), list.hot.version);
    else if (hotIsDue) this.#hotAt = Date.now();
    const signer = await readSigner(this.#database, this.#fileKey);
    this.#list = signedList(list, signer);
    this.#removalsAt = publication.removalsAt;
    this.#seen = { edit: seen.edit, file: newestId(published), publicKey: signer.publicKey };
    await this.#folder?.forget(await readTokens(this.#database));
  }
}

const newestId = ({ snapshot, recent, hot }: PublishedList): number => Math.max(snapshot.id, recent.id, hot?.id ?? 0);
