import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb';
import { Connection } from '../../storage/connection.ts';
import { storageFailure } from '../../storage/failure.ts';

export const DATABASE_NAME = 'wary-blocklist';

/** Values are read as unknown: stored data is checked like any other input. */
interface ListSchema extends DBSchema {
  /** The parts of the list by name: `snapshot`, `recent`, `hot`, `own`, `official`; and the record of the sync, `sync`. */
  parts: { key: string; value: unknown };
}
type ListDatabase = IDBPDatabase<ListSchema>;
type Parts = IDBPObjectStore<ListSchema, 'parts'[], 'parts', 'readwrite'>;

/**
 * Names of errors after which the database is deleted and created again, once: its content can be fetched again. Some are temporary,
 * so after the first failure it is only opened again.
 */
const BEYOND_REPAIR = new Set(['VersionError', 'NotFoundError', 'UnknownError', 'DataError', 'ConstraintError']);

/** The list's database. @throws StorageFailure from each method, when the last attempt fails too */
export class ListConnection {
  readonly #connection = new Connection<ListSchema>({ name: DATABASE_NAME, version: 1, stores: { parts: {} } });

  /** Runs `work` on the open database, for reading. */
  use<T>(work: (database: ListDatabase) => Promise<T>): Promise<T> {
    return this.#repairing(() => this.#connection.use(work));
  }

  /** Runs `work` in one transaction, which is on disk afterwards. */
  write(work: (parts: Parts) => Promise<unknown>): Promise<void> {
    return this.#repairing(() =>
      this.#connection.write(['parts'], async (transaction) => void (await work(transaction.objectStore('parts')))),
    );
  }

  async #repairing<T>(attempt: () => Promise<T>): Promise<T> {
    const repairs = [() => this.#connection.close(), () => this.#connection.remove()];
    let repair = async () => {};
    for (;;)
      try {
        await repair();
        return await attempt();
      } catch (error) {
        const failure = storageFailure(error);
        const { name = '' } = error as Partial<Error>;
        const next = repairs.shift();
        const isLast = repairs.length === 0 && !BEYOND_REPAIR.has(name);
        if (!next || isLast || failure.kind === 'full' || name === 'TimeoutError') throw failure;
        repair = next;
      }
  }
}
