import type { DBSchema, IDBPObjectStore } from 'idb';
import type * as z from 'zod/mini';
import { Connection } from '../storage/connection.ts';
import { type StorageFailure, storageFailure } from '../storage/failure.ts';

/** For what the store or the browser's rules may refuse: they keep the problem, which the popup shows. Never rejects. */
export const quietly = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);

/** The tables of the database `wary-protection`. Keys are strings; values are checked when they are read. */
interface Tables extends DBSchema {
  buckets: { key: string; value: unknown };
  hosts: { key: string; value: unknown };
  allowances: { key: string; value: unknown };
}
export type TableName = 'buckets' | 'hosts' | 'allowances';
type WrittenTable = IDBPObjectStore<Tables, TableName[], TableName, 'readwrite'>;

/**
 * What the protection stores on the device: cached confirmations, confirmed hosts and allowances. Reading never fails: a
 * broken store reads as empty and reports it in `problem`. Writing throws.
 */
export class ProtectionStore {
  readonly #connection = new Connection<Tables>({
    name: 'wary-protection',
    version: 1,
    stores: { buckets: {}, hosts: {}, allowances: {} },
  });

  /** Why the last access failed; null if it did not. */
  get problem(): StorageFailure | null {
    return this.#connection.problem;
  }

  /** Every valid row of a table by its key. Invalid ones are removed, except allowances, which a higher version may have stored. */
  async load<T>(table: TableName, schema: z.ZodMiniType<T>): Promise<Map<string, T>> {
    const rows = new Map<string, T>();
    const spoiled: string[] = [];
    try {
      const [keys, values] = await this.#connection.use(async (database) => {
        const { store } = database.transaction(table);
        return Promise.all([store.getAllKeys(), store.getAll()]);
      });
      for (const [index, key] of keys.entries()) {
        const row = schema.safeParse(values[index]);
        if (row.success) rows.set(key, row.data);
        else spoiled.push(key);
      }
      if (spoiled.length > 0 && table !== 'allowances') await this.remove(table, spoiled);
    } catch {
      // `problem` has the reason.
    }
    return rows;
  }

  /**
   * Returns when the row is written. A person's decision is on disk by then; data that can be fetched again may not be.
   * @throws StorageFailure when it cannot be written; `problem` holds the reason
   */
  async put(table: TableName, key: string, value: unknown): Promise<void> {
    await this.#write(table, (store) => store.put(value, key));
  }

  /** @throws StorageFailure when the rows cannot be removed; `problem` holds the reason */
  async remove(table: TableName, keys: readonly string[]): Promise<void> {
    await this.#write(table, (store) => Promise.all(keys.map((key) => store.delete(key))));
  }

  /** Removes every row. @throws StorageFailure as {@link remove} */
  async clear(table: TableName): Promise<void> {
    await this.#write(table, (store) => store.clear());
  }

  async #write(table: TableName, change: (store: WrittenTable) => Promise<unknown>): Promise<void> {
    const durability = table === 'allowances' ? 'strict' : 'relaxed';
    try {
      await this.#connection.write([table], (transaction) => change(transaction.objectStore(table)), durability);
    } catch (error) {
      throw storageFailure(error);
    }
  }
}
