import type * as z from 'zod/mini';
import { StorageFailure } from '../../storage/failure.ts';
import { FIRST_SYNC, type SyncRecord, syncRecord } from '../sync/sync-state.ts';
import { ListConnection } from './database.ts';
import {
  filed,
  type HotRecord,
  hotRecord,
  pointerRecord,
  type RecentRecord,
  recentRecord,
  unfiled,
  type VersionRecord,
} from './store-record.ts';

/** Everything that the database holds of the list in use. `damaged` if stored data is invalid. */
export type StoredList = {
  readonly version: VersionRecord | null;
  readonly recent: RecentRecord | null;
  readonly sync: SyncRecord;
  readonly damaged: boolean;
} & Readonly<Record<FileName, HotRecord | null>>;

/**
 * The files of full hashes: the hot tier, the organization's own list, and the addresses that officially belong to it.
 */
const FILES = ['hot', 'own', 'official'] as const;
export type FileName = (typeof FILES)[number];

/** A change that is written in one transaction. A null file is deleted. */
export type StoredChange = {
  readonly version?: VersionRecord;
  readonly recent?: RecentRecord;
} & Readonly<Partial<Record<FileName, HotRecord | null>>>;

/**
 * The list in IndexedDB. A new version is written beside the old one, and the pointer changes in the same transaction:
 * if the worker is killed in between, the old list stays. The previous version is kept, older ones are deleted.
 */
export class ListStore {
  readonly #connection = new ListConnection();

  /** @throws StorageFailure */
  read(): Promise<StoredList> {
    return this.#connection.use(async (database) => {
      const transaction = database.transaction(['versions', 'state']);
      const state = transaction.objectStore('state');
      // All rows at once: there are only two versions, and their files are not loaded.
      const stored = transaction.objectStore('versions');
      const [names, values, keys, versions] = await Promise.all([
        state.getAllKeys(),
        state.getAll(),
        stored.getAllKeys(),
        stored.getAll(),
      ]);
      const storedAs = (name: string): unknown => values[names.indexOf(name)];
      const place = keys.indexOf(recordOf(pointerRecord, storedAs('pointer'))?.current ?? '');
      const version = place < 0 ? null : await unfiled(versions[place]);
      const parts = {
        recent: recordOf(recentRecord, storedAs('recent')),
        hot: recordOf(hotRecord, storedAs('hot')),
        own: recordOf(hotRecord, storedAs('own')),
        official: recordOf(hotRecord, storedAs('official')),
      };
      const records = Object.entries({ pointer: version, ...parts });
      const damaged = records.some(([name, record]) => record === null && storedAs(name) !== undefined);
      return { version, ...parts, sync: recordOf(syncRecord, storedAs('sync')) ?? FIRST_SYNC, damaged };
    });
  }

  /** The version before the current one, or null. @throws StorageFailure */
  readPrevious(): Promise<VersionRecord | null> {
    return this.#connection.use(async (database) => {
      const previous = recordOf(pointerRecord, await database.get('state', 'pointer'))?.previous;
      return previous ? unfiled(await database.get('versions', previous)) : null;
    });
  }

  /**
   * Stores what changed in one transaction. If there is no room, the previous version is deleted first.
   * @throws StorageFailure
   */
  async write(change: StoredChange): Promise<void> {
    try {
      await this.#write(change, true);
    } catch (error) {
      if (!(error instanceof StorageFailure) || error.kind !== 'full' || !change.version) throw error;
      await this.#dropPrevious();
      await this.#write(change, false);
    }
  }

  /** Whether the database currently points to these versions. @throws StorageFailure */
  holds(snapshotKey: string, recentToken: string | null, hotToken: string | null): Promise<boolean> {
    return this.#connection.use(async (database) => {
      const [pointer, recent, hot] = await Promise.all(
        ['pointer', 'recent', 'hot'].map((name) => database.get('state', name)),
      );
      if (recordOf(pointerRecord, pointer)?.current !== snapshotKey) return false;
      if ((recordOf(recentRecord, recent)?.token ?? null) !== recentToken) return false;
      if ((recordOf(hotRecord, hot)?.token ?? null) !== hotToken) return false;
      return (await database.getKey('versions', snapshotKey)) !== undefined;
    });
  }

  /** Removes every version and the pointer; the recent additions stay. @throws StorageFailure */
  dropVersions(): Promise<void> {
    return this.#connection.write((transaction) =>
      Promise.all([transaction.objectStore('versions').clear(), transaction.objectStore('state').delete('pointer')]),
    );
  }

  /** @throws StorageFailure */
  drop(name: 'recent' | FileName): Promise<void> {
    return this.#connection.write((transaction) => transaction.objectStore('state').delete(name));
  }

  /** @throws StorageFailure */
  writeSync(record: SyncRecord): Promise<void> {
    return this.#connection.write((transaction) => transaction.objectStore('state').put(record, 'sync'));
  }

  /** @throws StorageFailure */
  async readSync(): Promise<SyncRecord> {
    const record = await this.#connection.use((database) => database.get('state', 'sync'));
    return recordOf(syncRecord, record) ?? FIRST_SYNC;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #write(change: StoredChange, keepPrevious: boolean): Promise<void> {
    return this.#connection.write(async (transaction) => {
      const state = transaction.objectStore('state');
      if (change.recent) await state.put(change.recent, 'recent');
      for (const name of FILES) {
        if (change[name]) await state.put(change[name], name);
        if (change[name] === null) await state.delete(name);
      }
      if (!change.version) return;
      const versions = transaction.objectStore('versions');
      const key = keyOf(change.version);
      await versions.put(filed(change.version), key);
      const pointer = recordOf(pointerRecord, await state.get('pointer'));
      const before = pointer?.current === key ? pointer.previous : (pointer?.current ?? null);
      const previous = keepPrevious ? before : null;
      await state.put({ current: key, previous }, 'pointer');
      for (const old of await versions.getAllKeys()) if (old !== key && old !== previous) await versions.delete(old);
    });
  }

  #dropPrevious(): Promise<void> {
    return this.#connection.write(async (transaction) => {
      const state = transaction.objectStore('state');
      const pointer = recordOf(pointerRecord, await state.get('pointer'));
      if (!pointer?.previous) return;
      await transaction.objectStore('versions').delete(pointer.previous);
      await state.put({ ...pointer, previous: null }, 'pointer');
    });
  }
}

/** The key of a version in the database. Tokens of two services may name different lists, so the digest is included. */
export const keyOf = (version: { token: string; sha256: string }): string => `${version.token} ${version.sha256}`;

/** Null if the stored value is invalid. */
const recordOf = <T>(schema: z.ZodMiniType<T>, value: unknown): T | null => schema.safeParse(value).data ?? null;
