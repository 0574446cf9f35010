import type { DBSchema } from 'idb';
import { Connection } from './connection.ts';
import type { StorageFailure } from './failure.ts';

interface RecordSchema extends DBSchema {
  records: { key: string; value: unknown };
}

export const RECORDS_DATABASE = 'wary-records';

/**
 * Small named records in an IndexedDB database that only the extension's own pages and workers can access.
 * `storage.local` is also open to content scripts, and therefore to an attacker who takes over the renderer of a page.
 */
export class Records {
  readonly #connection = new Connection<RecordSchema>({
    name: RECORDS_DATABASE,
    version: 1,
    stores: { records: {} },
  });

  /** Why the last access failed; null if it did not. */
  get problem(): StorageFailure | null {
    return this.#connection.problem;
  }

  /**
   * @returns the records in the order of the names, undefined for a missing one. Rejects as the browser's database
   * does.
   */
  async read(...names: string[]): Promise<unknown[]> {
    return this.#connection.use(async (database) => {
      const { store } = database.transaction('records');
      return Promise.all(names.map((name) => store.get(name)));
    });
  }

  /** Stores all of these or none, and resolves when they are on disk. Rejects as the browser's database does. */
  async write(records: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#connection.write(['records'], (transaction) =>
      Promise.all(Object.entries(records).map(([name, value]) => transaction.objectStore('records').put(value, name))),
    );
  }
}
