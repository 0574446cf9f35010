import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';

/** What an IndexedDB database is made of. Another version brings what is there to its own shape. */
export type Layout<Schema extends DBSchema> = {
  readonly name: string;
  readonly version: number;
  readonly upgrade: (database: IDBPDatabase<Schema>) => void;
  /** Milliseconds after which opening and removing give up; without it they wait until another holder lets go. */
  readonly limitMs?: number;
};

/**
 * The connection to one IndexedDB database: opened when first used, and again after the browser closed it. It closes as soon as another
 * holder wants to change or delete the database.
 */
export class Connection<Schema extends DBSchema> {
  readonly #layout: Layout<Schema>;
  #opening: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(layout: Layout<Schema>) {
    this.#layout = layout;
  }

  /** The open database. Rejects as the browser does, with a `TimeoutError` where the limit has passed; the next call tries again. */
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

  /** Lets go of the database. Never rejects. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    const database = await opening?.catch(() => null);
    database?.close();
  }

  /** Deletes the database with all that it holds. Rejects as {@link open}. */
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
