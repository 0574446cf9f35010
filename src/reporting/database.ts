import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { Connection } from '../storage/connection.ts';
import { type StorageFailure, storageFailure } from '../storage/failure.ts';

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
  write<T>(
    stores: ReportingStores[],
    work: (transaction: ReportingTransaction) => Promise<T>,
    durability: 'strict' | 'relaxed' = 'strict',
  ): Promise<T> {
    return orStorageFailure(this.#connection.write(stores, work, durability));
  }

  /**
   * Runs `work` on the open database, for reading.
   * @throws StorageFailure when the database cannot be opened or read
   */
  read<T>(work: (database: IDBPDatabase<ReportingSchema>) => Promise<T>): Promise<T> {
    return orStorageFailure(this.#connection.use(work));
  }

  /** Why the last access failed; null if it did not. */
  get problem(): StorageFailure | null {
    return this.#connection.problem;
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

const orStorageFailure = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof DOMException ? storageFailure(error) : error;
  });
