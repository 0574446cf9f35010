import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Shape } from '../api/shape.ts';

/** The tables of the database `wary-protection`. Keys are strings; values are checked when they are read. */
interface Tables extends DBSchema {
  buckets: { key: string; value: unknown };
  hosts: { key: string; value: unknown };
  allowances: { key: string; value: unknown };
  state: { key: string; value: unknown };
}
const TABLES = ['buckets', 'hosts', 'allowances', 'state'] as const;
export type TableName = (typeof TABLES)[number];

/** Why the browser's storage does not hold what it should. */
export type StoreProblem = { readonly kind: 'storage-full' | 'storage-broken'; readonly detail: string };

/** A write that did not happen. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}

const DATABASE = 'wary-protection';

/**
 * What the protection keeps on the device: cached confirmations, confirmed hosts, allowances and when confirmation last
 * worked. Reading never fails (a broken store reads as empty and says so in `problem`), writing throws.
 */
export class ProtectionStore {
  problem: StoreProblem | null = null;
  readonly #begun = new Map<TableName, Promise<[string[], unknown[]]>>();
  #connection: Promise<IDBPDatabase<Tables>> | null = null;

  /** Begins to read every table ahead of the first `load` of each. */
  begin(): void {
    const opened = this.#open().then((database) => database.transaction(TABLES));
    for (const table of TABLES) {
      const rows = opened.then((transaction) => rowsOf(transaction.objectStore(table)));
      rows.catch(() => undefined);
      this.#begun.set(table, rows);
    }
  }

  /** Every row of a table by its key. Rows of another shape are dropped and removed. */
  async load<T>(table: TableName, shape: Shape<T>): Promise<Map<string, T>> {
    const rows = new Map<string, T>();
    const spoiled: string[] = [];
    try {
      const begun = this.#begun.get(table);
      this.#begun.delete(table);
      const [keys, values] = await (begun ?? this.#rows(table));
      for (const [index, key] of keys.entries()) {
        const row = shape(values[index]);
        if (row === null) spoiled.push(key);
        else rows.set(key, row);
      }
      if (spoiled.length > 0) await this.remove(table, spoiled);
    } catch (error) {
      this.#note(error);
    }
    return rows;
  }

  /**
   * Answers when the row is written; a decision of the person is on the disk by then, what can be asked for again need not be.
   * @throws StoreFailure when it cannot be written; `problem` holds why
   */
  async put(table: TableName, key: string, value: unknown): Promise<void> {
    await this.#write(table, (store) => store.put(value, key));
  }

  /** @throws StoreFailure when the rows cannot be removed; `problem` holds why */
  async remove(table: TableName, keys: readonly string[]): Promise<void> {
    await this.#write(table, (store) => Promise.all(keys.map((key) => store.delete(key))));
  }

  async #rows(table: TableName): Promise<[string[], unknown[]]> {
    return rowsOf((await this.#open()).transaction(table).store);
  }

  async #write(
    table: TableName,
    change: (store: {
      put(value: unknown, key: string): Promise<unknown>;
      delete(key: string): Promise<unknown>;
    }) => Promise<unknown>,
  ): Promise<void> {
    try {
      const durability = table === 'allowances' ? 'strict' : 'relaxed';
      const transaction = (await this.#open()).transaction(table, 'readwrite', { durability });
      await Promise.all([change(transaction.store), transaction.done]);
      this.problem = null;
    } catch (error) {
      this.#note(error);
      throw new StoreFailure(`The browser did not keep the change: ${this.problem?.detail}`, { cause: error });
    }
  }

  #open(): Promise<IDBPDatabase<Tables>> {
    const forget = () => {
      this.#connection = null;
    };
    this.#connection ??= openDB<Tables>(DATABASE, 1, {
      upgrade(database) {
        for (const table of TABLES) database.createObjectStore(table);
      },
      blocking: (_current, _next, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget();
      throw error;
    });
    return this.#connection;
  }

  #note(error: unknown): void {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    this.problem = {
      kind: name === 'QuotaExceededError' ? 'storage-full' : 'storage-broken',
      detail: message || name,
    };
  }
}

/** A table is mostly empty, and each request costs a cold worker time: the keys are asked for only where there are rows. */
async function rowsOf(store: {
  getAll(): Promise<unknown[]>;
  getAllKeys(): Promise<string[]>;
}): Promise<[string[], unknown[]]> {
  const values = await store.getAll();
  return [values.length === 0 ? [] : await store.getAllKeys(), values];
}
