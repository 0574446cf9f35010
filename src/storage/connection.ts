import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';

/** The layout of an IndexedDB database. A new version migrates the existing data to its layout. */
export type Layout<Schema extends DBSchema> = {
  readonly name: string;
  readonly version: number;
  readonly upgrade: (database: IDBPDatabase<Schema>) => void;
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
   * The open database. Rejects as the browser does, or with a `TimeoutError` after the limit; the next call tries
   * again.
   */
  open(): Promise<IDBPDatabase<Schema>> {
    if (this.#opening) return this.#opening;
    const { name, version, upgrade } = this.#layout;
    const opening = this.#limited(
      openDB<Schema>(name, version, {
        upgrade,
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
