import { type DBSchema, deleteDB, type IDBPDatabase, type OpenDBCallbacks, openDB, type StoreNames } from 'idb';

/**
 * The layout of an IndexedDB database. A higher version adds object stores, and neither removes one nor changes its keys: after a rollback
 * the code of a lower version goes on with what the higher one left ({@link Connection.open}). Rows are checked where they are read.
 */
export type Layout<Schema extends DBSchema> = {
  readonly name: string;
  readonly version: number;
  readonly stores: { readonly [Name in StoreNames<Schema> & string]: IDBObjectStoreParameters };
  /** Timeout of opening and removing in milliseconds. Default: they wait until other connections are closed. */
  readonly limitMs?: number;
};

/**
 * The connection to one IndexedDB database: opened on first use, and again after the browser closed it. It closes as
 * soon as another connection needs to upgrade or delete the database.
 */
export class Connection<Schema extends DBSchema> {
  readonly #layout: Layout<Schema>;
  #opening: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(layout: Layout<Schema>) {
    this.#layout = layout;
  }

  /**
   * The open database; the one of a higher version too, as long as it has every store of this layout. Rejects as the browser does (with a
   * `VersionError` where a store is missing), or with a `TimeoutError` after the limit; the next call tries again.
   */
  open(): Promise<IDBPDatabase<Schema>> {
    if (this.#opening) return this.#opening;
    const opening = this.#limited(
      this.#connect({
        upgrade: (database) => this.#addStores(database),
        blocking: () => void this.close(),
        terminated: () => this.#forget(opening),
      }),
    );
    this.#opening = opening;
    opening.catch(() => this.#forget(opening));
    return opening;
  }

  /** Closes the connection. Never rejects. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    const database = await opening?.catch(() => null);
    database?.close();
  }

  /** Deletes the database with all its data. Rejects as {@link open}. */
  async remove(): Promise<void> {
    await this.close();
    await this.#limited(deleteDB(this.#layout.name));
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

  #limited<T>(work: Promise<T>): Promise<T> {
    const { limitMs } = this.#layout;
    if (limitMs === undefined) return work;
    let timer: ReturnType<typeof setTimeout>;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DOMException('The database is held by another', 'TimeoutError')), limitMs);
    });
    return Promise.race([work, limit]).finally(() => clearTimeout(timer));
  }
}
