import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import { StoreError } from './store-error.ts';

export const DATABASE_NAME = 'wary-blocklist';
/** Another number for another shape of what is stored: the list of before is dropped then, and fetched again. */
export const DATABASE_VERSION = 2;
const TIME_LIMIT_MS = 3_000;

/** Values are read as unknown: what a disk gives back is checked like any other input. */
interface ListSchema extends DBSchema {
  /** Versions of the list by the key that the pointer names. */
  versions: { key: string; value: unknown };
  /** Small records by name: `pointer`, `recent`, `hot`, `sync`. */
  state: { key: string; value: unknown };
}
export type ListDatabase = IDBPDatabase<ListSchema>;

/** What is tried when the database fails, in this order. */
const MENDS = ['none', 'open again', 'make anew'] as const;
/** Names of errors after which the database is deleted and made anew: its content can be fetched again. Some of them pass by themselves. */
const BEYOND_REPAIR = new Set(['VersionError', 'NotFoundError', 'UnknownError', 'DataError', 'ConstraintError']);

/** The connection to the list's database: opened when first used, again after it was closed or deleted under us. */
export class ListConnection {
  #opening: Promise<ListDatabase> | null = null;

  /**
   * Runs `work` on the open database. A connection that was closed under us is opened again, and a database that is beyond repair even
   * then is made anew, each once.
   * @throws StoreError when it does not work even so
   */
  async use<T>(work: (database: ListDatabase) => Promise<T>): Promise<T> {
    let failure: unknown;
    for (const mend of MENDS) {
      if (mend === 'make anew' && !BEYOND_REPAIR.has(nameOf(failure))) break;
      if (mend !== 'none') await this.#reset(mend === 'make anew');
      try {
        return await work(await this.#open());
      } catch (error) {
        failure = error;
        if (nameOf(error) === 'QuotaExceededError') throw new StoreError('full', { cause: error });
        if (nameOf(error) === 'TimeoutError') break;
      }
    }
    this.#opening = null;
    throw new StoreError('broken', { cause: failure });
  }

  /** Lets go of the database, so that another holder may change or delete it. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    const database = await opening?.catch(() => null);
    database?.close();
  }

  #open(): Promise<ListDatabase> {
    if (this.#opening) return this.#opening;
    const opening = limited(
      openDB<ListSchema>(DATABASE_NAME, DATABASE_VERSION, {
        upgrade(database) {
          for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
          database.createObjectStore('versions');
          database.createObjectStore('state');
        },
        blocking: () => this.close(),
        terminated: () => this.#forget(opening),
      }),
    );
    this.#opening = opening;
    opening.catch(() => this.#forget(opening));
    return opening;
  }

  #forget(opening: Promise<ListDatabase>): void {
    if (this.#opening === opening) this.#opening = null;
  }

  async #reset(remove: boolean): Promise<void> {
    await this.close();
    if (!remove) return;
    try {
      await limited(deleteDB(DATABASE_NAME));
    } catch (error) {
      throw new StoreError('broken', { cause: error });
    }
  }
}

/** A request that another connection blocks would never end. */
function limited<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException('The database is held by another', 'TimeoutError')),
      TIME_LIMIT_MS,
    );
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

const nameOf = (error: unknown): string => (error instanceof Error || error instanceof DOMException ? error.name : '');
