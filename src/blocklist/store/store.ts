import type * as z from 'zod/mini';
import { FIRST_SYNC, type SyncRecord, syncRecord } from '../sync/sync-state.ts';
import { ListConnection } from './database.ts';
import {
  filed,
  type HotRecord,
  hotRecord,
  type ListRecord,
  recentRecord,
  storedName,
  unfiled,
} from './store-record.ts';

/**
 * The files of full hashes: the hot tier, the organization's own list, and the addresses that officially belong to it.
 */
export type FileName = 'hot' | 'own' | 'official';

/** The parts of a list in the database; null for one that is missing. */
type StoredParts = {
  readonly snapshot: ListRecord | null;
  readonly recent: ListRecord | null;
} & Readonly<Record<FileName, HotRecord | null>>;

/** Everything that the database holds of the list in use. `damaged` if stored data is invalid. */
export type StoredList = StoredParts & { readonly sync: SyncRecord; readonly damaged: boolean };

/** A change that is written in one transaction. A null part is deleted. */
export type StoredChange = Partial<StoredParts>;

/** The list in IndexedDB: one row for each part. If the worker is killed while it writes, everything stays as it was. */
export class ListStore {
  readonly #connection = new ListConnection();

  /** @throws StorageFailure */
  read(): Promise<StoredList> {
    return this.#connection.use(async (database) => {
      const { store } = database.transaction('parts');
      const [names, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      const storedAs = (name: string): unknown => values[names.indexOf(name)];
      const parts = {
        snapshot: await unfiled(storedAs('snapshot')),
        recent: recordOf(recentRecord, storedAs('recent')),
        hot: recordOf(hotRecord, storedAs('hot')),
        own: recordOf(hotRecord, storedAs('own')),
        official: recordOf(hotRecord, storedAs('official')),
      };
      const damaged = Object.entries(parts).some(([name, part]) => part === null && storedAs(name) !== undefined);
      return { ...parts, sync: recordOf(syncRecord, storedAs('sync')) ?? FIRST_SYNC, damaged };
    });
  }

  /** Stores what changed in one transaction. @throws StorageFailure */
  write(change: StoredChange): Promise<void> {
    return this.#connection.write(async (parts) => {
      for (const [name, part] of Object.entries(change)) {
        if (part === null) await parts.delete(name);
        else if (part) await parts.put(name === 'snapshot' ? filed(part as ListRecord) : part, name);
      }
    });
  }

  /** Whether the database currently holds this snapshot, and additions and hot tier with these tokens. @throws StorageFailure */
  holds(
    { token, sha256 }: { readonly token: string; readonly sha256: string },
    recentToken: string | null,
    hotToken: string | null,
  ): Promise<boolean> {
    return this.#connection.use(async (database) => {
      const rows = await Promise.all(['snapshot', 'recent', 'hot'].map((name) => database.get('parts', name)));
      const [snapshot, recent, hot] = rows.map((row) => recordOf(storedName, row));
      // Tokens of two services may name different lists.
      const isSame = snapshot?.token === token && snapshot.sha256 === sha256;
      return isSame && (recent?.token ?? null) === recentToken && (hot?.token ?? null) === hotToken;
    });
  }

  /** @throws StorageFailure */
  writeSync(record: SyncRecord): Promise<void> {
    return this.#connection.write((parts) => parts.put(record, 'sync'));
  }

  /** @throws StorageFailure */
  async readSync(): Promise<SyncRecord> {
    const record = await this.#connection.use((database) => database.get('parts', 'sync'));
    return recordOf(syncRecord, record) ?? FIRST_SYNC;
  }
}

/** Null if the stored value is invalid. */
const recordOf = <T>(schema: z.ZodMiniType<T>, value: unknown): T | null => schema.safeParse(value).data ?? null;
