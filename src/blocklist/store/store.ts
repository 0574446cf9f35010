import * as z from 'zod/mini';
import { FIRST_SYNC, type SyncRecord, syncRecord } from '../sync/sync-state.ts';
import { HotTable } from '../table/hot-table.ts';
import { PrefixTable } from '../table/prefix-table.ts';
import { ListConnection } from './database.ts';
import { bytesOf, type ListParts } from './snapshot.ts';

const storedName = z.object({
  token: z.string(),
  /** Over the sorted big-endian prefixes, or the file; computed when it was accepted. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

/** A part of the list as stored. Its bytes are a file: a million entries inline take as long to serialize as to read. */
const storedPart = z.extend(storedName, {
  algoVersion: z.string(),
  /** Base address of the service that published it; null if unknown. */
  service: z.nullable(z.string()),
  /** Null if it had no version; the signature is null if none was required. */
  seal: z.nullable(z.object({ version: z.int().check(z.nonnegative()), signature: z.nullable(z.string()) })),
  /** Milliseconds since epoch. */
  at: z.number(),
  bytes: z.instanceof(Blob),
});

/** Everything that the database has of the list in use. `damaged` are the parts whose stored data is invalid. */
export type StoredList = ListParts & { readonly sync: SyncRecord; readonly damaged: readonly (keyof ListParts)[] };

/** A change that is written in one transaction. A null part is deleted. */
export type StoredChange = { readonly [Name in keyof ListParts]?: ListParts[Name] | undefined };

/** The list in IndexedDB: one row for each part. If the worker is killed while it writes, everything stays as it was. */
export class ListStore {
  readonly #connection = new ListConnection();

  /** @throws StorageFailure */
  read(): Promise<StoredList> {
    return this.#connection.use(async (database) => {
      const { store } = database.transaction('parts');
      const [names, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      const storedAs = (name: string): unknown => values[names.indexOf(name)];
      const list = async (name: string) => {
        const part = await partOf(storedAs(name), (bytes) => PrefixTable.from(new Uint32Array(bytes)));
        return part && { ...part, origin: 'service' as const };
      };
      const file = (name: string) => partOf(storedAs(name), (bytes) => new HotTable(new Uint8Array(bytes)));
      const [snapshot, recent] = await Promise.all([list('snapshot'), list('recent')]);
      const [hot, own, official] = await Promise.all([file('hot'), file('own'), file('official')]);
      const parts = { snapshot, recent, hot, own, official };
      const all = Object.keys(parts) as (keyof ListParts)[];
      const damaged = all.filter((name) => parts[name] === null && storedAs(name) !== undefined);
      return { ...parts, sync: syncRecord.safeParse(storedAs('sync')).data ?? FIRST_SYNC, damaged };
    });
  }

  /** Stores what changed in one transaction. @throws StorageFailure */
  write(change: StoredChange): Promise<void> {
    return this.#connection.write(async (parts) => {
      for (const [name, part] of Object.entries(change)) {
        if (part === null) await parts.delete(name);
        if (!part) continue;
        const { table: _, ...facts } = part;
        await parts.put({ ...facts, bytes: new Blob([bytesOf(part) as Uint8Array<ArrayBuffer>]) }, name);
      }
    });
  }

  /** Whether the database currently has this snapshot, and additions and hot tier with these tokens. @throws StorageFailure */
  holds(
    { token, sha256 }: { readonly token: string; readonly sha256: string },
    recentToken: string | null,
    hotToken: string | null,
  ): Promise<boolean> {
    return this.#connection.use(async (database) => {
      const rows = await Promise.all(['snapshot', 'recent', 'hot'].map((name) => database.get('parts', name)));
      const [snapshot, recent, hot] = rows.map((row) => storedName.safeParse(row).data);
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
    return syncRecord.safeParse(record).data ?? FIRST_SYNC;
  }
}

/** Null if the stored value is invalid, or its file is truncated, unreadable or no list. Its digest is checked later. */
async function partOf<Table>(value: unknown, tableOf: (bytes: ArrayBuffer) => Table) {
  const { data } = storedPart.safeParse(value);
  if (!data) return null;
  const { bytes, ...facts } = data;
  const table = await bytes
    .arrayBuffer()
    .then(tableOf)
    .catch(() => null);
  return table && { ...facts, table };
}
