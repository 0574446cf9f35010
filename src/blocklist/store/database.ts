import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb';
import { Connection } from '../../storage/connection.ts';
import { type StorageFailure, storageFailure } from '../../storage/failure.ts';

export const DATABASE_NAME = 'wary-blocklist';

/** Values are read as unknown: stored data is checked like any other input. */
interface ListSchema extends DBSchema {
  /** The parts of the list by name: `snapshot`, `recent`, `hot`, `own`, `official`; and the record of the sync, `sync`. */
  parts: { key: string; value: unknown };
}
type ListDatabase = IDBPDatabase<ListSchema>;
type Parts = IDBPObjectStore<ListSchema, 'parts'[], 'parts', 'readwrite'>;

/** Recovery steps after a failure, in this order. */
const REPAIRS = ['none', 'open again', 'create again'] as const;
/**
 * Names of errors after which the database is deleted and created again; its content can be fetched again. Some of
 * these errors are temporary.
 */
const BEYOND_REPAIR = new Set(['VersionError', 'NotFoundError', 'UnknownError', 'DataError', 'ConstraintError']);

/** The list's database, with recovery from failures. */
export class ListConnection {
  readonly #connection = new Connection<ListSchema>({ name: DATABASE_NAME, version: 1, stores: { parts: {} } });

  /** Runs `work` on the open database, for reading. @throws StorageFailure when the last attempt fails too */
  use<T>(work: (database: ListDatabase) => Promise<T>): Promise<T> {
    return this.#repairing(() => this.#connection.use(work));
  }

  /** Runs `work` in one transaction, which is on disk afterwards. @throws StorageFailure when the last attempt fails too */
  write(work: (parts: Parts) => Promise<unknown>): Promise<void> {
    return this.#repairing(() =>
      this.#connection.write(['parts'], async (transaction) => void (await work(transaction.objectStore('parts')))),
    );
  }

  /**
   * After a failure the connection is reopened once. If that fails with an error in {@link BEYOND_REPAIR}, the database is deleted
   * and created again once.
   */
  async #repairing<T>(attempt: () => Promise<T>): Promise<T> {
    let failure: StorageFailure | null = null;
    for (const repair of REPAIRS) {
      if (repair === 'create again' && !BEYOND_REPAIR.has(nameOf(failure?.cause))) break;
      try {
        if (repair === 'open again') await this.#connection.close();
        if (repair === 'create again') await this.#connection.remove();
        return await attempt();
      } catch (error) {
        failure = storageFailure(error);
        if (failure.kind === 'full' || nameOf(error) === 'TimeoutError') break;
      }
    }
    throw failure;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error || error instanceof DOMException ? error.name : '');
