import type { DBSchema } from 'idb';
import { Connection } from './connection.ts';

interface RecordSchema extends DBSchema {
  records: { key: string; value: unknown };
}

export const RECORDS_DATABASE = 'wary-records';

/**
 * Small records by name in an IndexedDB database: what only the extension's own pages and workers may read and write. `storage.local`
 * is open to content scripts, and so to whoever takes over the renderer of a page.
 */
export class Records {
  readonly #connection = new Connection<RecordSchema>({
    name: RECORDS_DATABASE,
    version: 1,
    upgrade: (database) => void database.createObjectStore('records'),
  });

  /** @returns the records in the order of their names, undefined where there is none. Rejects as the browser's database does. */
  async read(...names: string[]): Promise<unknown[]> {
    const transaction = (await this.#connection.open()).transaction('records');
    return Promise.all(names.map((name) => transaction.store.get(name)));
  }

  /** Stores all of these or none, and resolves when they are on the disk. Rejects as the browser's database does. */
  async write(records: Readonly<Record<string, unknown>>): Promise<void> {
    const transaction = (await this.#connection.open()).transaction('records', 'readwrite', { durability: 'strict' });
    const puts = Object.entries(records).map(([name, value]) => transaction.store.put(value, name));
    await Promise.all([...puts, transaction.done]);
  }
}
