import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { Connection } from '../storage/connection.ts';
import { storageFailure } from '../storage/failure.ts';

/** A row that does not parse, kept unchanged. `foundAt` is ms since epoch. */
export type DamagedRow = {
  readonly key: string;
  readonly row: unknown;
  readonly problem: string;
  readonly foundAt: number;
};

interface ReportingSchema extends DBSchema {
  /** Outbox entries by id. Unknown until parsed: a stored row is not trusted. */
  entries: { key: string; value: unknown };
  damaged: { key: string; value: DamagedRow };
  /** Unfinished reports and disputes by kind and subject. */
  drafts: { key: [string, string]; value: unknown };
  /** The bytes of the files attached to drafts and entries, by file id. */
  files: { key: string; value: unknown };
}
export type ReportingStores = StoreNames<ReportingSchema>;
export type ReportingTransaction = IDBPTransaction<ReportingSchema, ReportingStores[], 'readwrite'>;

/**
 * The IndexedDB database of the outbox and the drafts. It is opened on first use, and again after the browser closed
 * it.
 */
export class ReportingDatabase {
  readonly #connection: Connection<ReportingSchema>;

  constructor(name = 'wary-reporting') {
    this.#connection = new Connection({
      name,
      version: 2,
      stores: { entries: {}, damaged: {}, drafts: {}, files: {} },
    });
  }

  /**
   * Runs `work` in one transaction and returns its result once everything is stored: on disk with `durability`
   * `strict`, handed to the operating system with `relaxed`.
   * @throws StorageFailure when the browser cannot store it; the whole transaction is rolled back then
   */
  async write<T>(
    stores: ReportingStores[],
    work: (transaction: ReportingTransaction) => Promise<T>,
    durability: 'strict' | 'relaxed' = 'strict',
  ): Promise<T> {
    const transaction = (await this.connection()).transaction(stores, 'readwrite', { durability });
    const done = transaction.done.then(
      () => null,
      (error: unknown) => ({ error }),
    );
    let result: T;
    try {
      result = await work(transaction);
    } catch (error) {
      abort(transaction);
      const failure = await done;
      throw storageError(isAbort(error) ? (failure?.error ?? error) : error);
    }
    const failure = await done;
    if (failure) throw storageError(failure.error);
    return result;
  }

  /**
   * Runs `work` on an open connection, for reading.
   * @throws StorageFailure when the database cannot be opened or read
   */
  read<T>(work: (connection: IDBPDatabase<ReportingSchema>) => Promise<T>): Promise<T> {
    return orStorageFailure(this.connection().then(work));
  }

  /** Opens the database in advance, so that the first write does not wait for it. */
  connection(): Promise<IDBPDatabase<ReportingSchema>> {
    return orStorageFailure(this.#connection.open());
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /**
   * Deletes the database and everything in it.
   * @throws StorageFailure when the browser cannot
   */
  remove(): Promise<void> {
    return orStorageFailure(this.#connection.remove());
  }
}

/** A request of an aborted transaction only reports the abort; the reason is the transaction's own error. */
const isAbort = (error: unknown): boolean => isStorageFault(error) && (error as DOMException).name === 'AbortError';
const isStorageFault = (error: unknown): boolean => error instanceof DOMException;

const storageError = (error: unknown): unknown => (isStorageFault(error) ? storageFailure(error) : error);
const orStorageFailure = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw storageError(error);
  });

function abort(transaction: ReportingTransaction): void {
  try {
    transaction.abort();
  } catch (error) {
    if (!isStorageFault(error)) throw error;
    // The browser has already ended the transaction; `done` carries the reason.
  }
}
