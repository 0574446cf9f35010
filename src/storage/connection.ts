import {
  type DBSchema,
  deleteDB,
  type IDBPDatabase,
  type IDBPTransaction,
  type OpenDBCallbacks,
  openDB,
  type StoreNames,
} from 'idb';
import { type StorageFailure, storageFailure } from './failure.ts';
import { limited, timeout } from './time-limit.ts';

/**
 * The layout of an IndexedDB database. A higher version adds object stores, and neither removes one nor changes its keys: after a rollback
 * the code of a lower version goes on with what the higher one left ({@link Connection.use}). Rows are checked where they are read.
 */
export type Layout<Schema extends DBSchema> = {
  readonly name: string;
  readonly version: number;
  readonly stores: { readonly [Name in StoreNames<Schema> & string]: IDBObjectStoreParameters };
};

/** With less room, in bytes, the disk counts as full. */
const MIN_ROOM = 2 ** 20;

/**
 * The connection to one IndexedDB database: opened on first use, and again after the browser closed it. It closes as
 * soon as another connection needs to upgrade or delete the database.
 */
export class Connection<Schema extends DBSchema> {
  readonly #layout: Layout<Schema>;
  readonly #timeoutMs: number | undefined;
  #opening: Promise<IDBPDatabase<Schema>> | null = null;
  /** Accesses that did not end in time and have not ended since. */
  #hanging = 0;
  #problems: Readonly<Record<'read' | 'write', StorageFailure | null>> = { read: null, write: null };

  constructor(layout: Layout<Schema>, timeoutMs?: number) {
    this.#layout = layout;
    this.#timeoutMs = timeoutMs;
  }

  /** Why the last access failed; null once reading works again, or writing if that failed. */
  get problem(): StorageFailure | null {
    return this.#problems.write ?? this.#problems.read;
  }

  /**
   * Runs `work` on the open database; on one of a higher version too, as long as it has every store of this layout. Rejects as the browser
   * does (with a `VersionError` where a store is missing) or as `work` does, or with a `TimeoutError` after the limit. While something hangs, all else is
   * refused at once, so that who needs several records does not wait several times.
   */
  use<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    return this.#limited('read', async () => work(await this.#open()));
  }

  /**
   * Runs `work` in one transaction, and returns its result once everything is stored: on disk with `durability` `strict`, handed to the
   * operating system with `relaxed`. Rejects as {@link use}; the whole transaction is rolled back then.
   */
  write<T, Names extends StoreNames<Schema>>(
    stores: Names[],
    work: (transaction: IDBPTransaction<Schema, Names[], 'readwrite'>) => Promise<T>,
    durability: 'strict' | 'relaxed' = 'strict',
  ): Promise<T> {
    return this.#limited('write', async (signal) => {
      const transaction = (await this.#open()).transaction(stores, 'readwrite', { durability });
      signal.addEventListener('abort', () => abort(transaction));
      if (signal.aborted) abort(transaction);
      const working = Promise.resolve(transaction).then(work);
      working.catch(() => abort(transaction));
      const [worked, stored] = await Promise.allSettled([working, transaction.done]);
      const failures = [worked, stored].flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      if (worked.status === 'fulfilled' && failures.length === 0) return worked.value;
      throw failures.find((error) => !isAbort(error)) ?? failures[0];
    });
  }

  /** Closes the connection. Never rejects. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    const database = await opening?.catch(() => null);
    database?.close();
  }

  /** Deletes the database with all its data. Rejects as {@link use}. */
  remove(): Promise<void> {
    return this.#limited('write', async () => {
      await this.close();
      await deleteDB(this.#layout.name);
    });
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    if (this.#opening) return this.#opening;
    const opening = this.#connect({
      upgrade: (database) => this.#addStores(database),
      blocking: () => void this.close(),
      terminated: () => this.#forget(opening),
    });
    this.#opening = opening;
    opening.catch(() => this.#forget(opening));
    return opening;
  }

  async #connect(callbacks: OpenDBCallbacks<Schema>): Promise<IDBPDatabase<Schema>> {
    const { name, version } = this.#layout;
    try {
      return await openDB<Schema>(name, version, callbacks);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'VersionError') throw error;
      const higher = await openDB<Schema>(name, undefined, callbacks);
      if (this.#stores().every((store) => higher.objectStoreNames.contains(store))) return higher;
      higher.close();
      throw error;
    }
  }

  #addStores(database: IDBPDatabase<Schema>): void {
    for (const store of this.#stores())
      if (!database.objectStoreNames.contains(store)) database.createObjectStore(store, this.#layout.stores[store]);
  }

  #stores(): (StoreNames<Schema> & string)[] {
    return Object.keys(this.#layout.stores) as (StoreNames<Schema> & string)[];
  }

  #forget(opening: Promise<IDBPDatabase<Schema>>): void {
    if (this.#opening === opening) this.#opening = null;
  }

  async #limited<T>(kind: 'read' | 'write', work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const end = new AbortController();
    try {
      if (this.#hanging > 0) throw timeout();
      const running = work(end.signal);
      const onTimeout = () => {
        const ended = () => {
          this.#hanging -= 1;
        };
        this.#hanging += 1;
        running.then(ended, ended);
        end.abort();
      };
      const result = await limited(running, onTimeout, this.#timeoutMs);
      this.#problems = { read: null, write: kind === 'write' ? null : this.#problems.write };
      return result;
    } catch (refusal) {
      const error = await withReason(refusal);
      if (error instanceof DOMException) this.#problems = { ...this.#problems, [kind]: storageFailure(error) };
      throw error;
    }
  }
}

/** Chromium opens no database on a full disk and gives no reason, so the room that is left decides whether that is it. */
async function withReason(error: unknown): Promise<unknown> {
  if (!(error instanceof DOMException && error.name === 'UnknownError')) return error;
  const estimate = async (): Promise<StorageEstimate> => navigator.storage.estimate();
  const { quota = MIN_ROOM, usage = 0 } = await limited(estimate()).catch((): StorageEstimate => ({}));
  return quota - usage < MIN_ROOM ? new DOMException(error.message, 'QuotaExceededError') : error;
}

/** A request of an aborted transaction only reports the abort; the reason is the transaction's own error. */
const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The browser has already ended the transaction; `done` carries the reason.
  }
}
