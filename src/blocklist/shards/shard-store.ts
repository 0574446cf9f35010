import * as z from 'zod/mini';
import { StorageFailure, storageFailure } from '../../storage/failure.ts';
import type { ListStorage } from '../blocklist.ts';
import { digestAside } from '../codec/entries.ts';
import type { StoredList } from '../store/store.ts';
import { FIRST_SYNC } from '../sync/sync-state.ts';
import { PrefixTable } from '../table/prefix-table.ts';
import {
  readShardedList,
  SHARDS,
  SHARDS_OF,
  type ShardArea,
  type ShardedList,
  shardEntries,
  shardKey,
  shardOf,
  slotOf,
} from './shard.ts';

/** The record of the additions that the shards hold after the entries of the snapshot. Guards do not read it. */
export const ADDITIONS = 'shard-additions';
const additionsRecord = z.array(z.int());
/**
 * The record in `storage.session` with the fingerprint of the list in the shards, as the worker of the profile checked and wrote it, and of the
 * one that it is writing.
 */
export const PROFILE_LISTS = 'shard-lists';
const profileLists = z.array(z.string());

/** Identifies a list. */
export const fingerprintOf = ({ sha256, recent }: Pick<ShardedList, 'sha256' | 'recent'>): string =>
  `${sha256} ${recent?.sha256 ?? ''}`;

/** Guards look up prefixes, so the shards do not contain these files; the service is asked instead. */
const NO_FILES = { hot: null, own: null, official: null } as const;

/** Number of shards read in one turn of the worker. */
const SLICE = 1_024;
/** How many times the list is read if it is replaced meanwhile. */
const MAX_ATTEMPTS = 5;

/** The content of {@link ADDITIONS}; null if it is missing or invalid. */
export const readAdditions = (records: Readonly<Record<string, unknown>>): number[] | null =>
  additionsRecord.safeParse(records[ADDITIONS]).data ?? null;

/** The content of {@link PROFILE_LISTS}; null before the profile's worker has checked the shards in this session. */
export const readProfileLists = (records: Readonly<Record<string, unknown>>): string[] | null =>
  profileLists.safeParse(records[PROFILE_LISTS]).data ?? null;

/**
 * Reads the list from its shards instead of the database, for the worker of private windows. That worker's own database
 * is empty and in memory, while `storage.local` belongs to the profile (Chromium, `"incognito": "split"`; measured). It
 * writes nothing. If the profile's worker has run in this session, {@link PROFILE_LISTS} reveals shards written by
 * anybody else.
 */
export class ShardStore implements ListStorage {
  readonly #area: ShardArea;
  readonly #session: ShardArea;

  /** @param session storage that holds {@link PROFILE_LISTS} */
  constructor(area: ShardArea, session: ShardArea) {
    this.#area = area;
    this.#session = session;
  }

  /** @throws StorageFailure if shards are missing or damaged */
  async read(): Promise<StoredList> {
    try {
      for (let attempt = 1; ; attempt += 1) {
        const records = await this.#area.get([SHARDS_OF, ADDITIONS]);
        const list = readShardedList(records[SHARDS_OF]);
        if (!list) return { version: null, recent: null, ...NO_FILES, sync: FIRST_SYNC, damaged: false };
        try {
          return await this.#stored(list, Uint32Array.from(readAdditions(records) ?? []));
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || (await this.#isInUse(list))) throw error;
        }
      }
    } catch (error) {
      throw storageFailure(error);
    }
  }

  async readPrevious(): Promise<null> {
    return null;
  }

  async write(): Promise<void> {}

  async holds(): Promise<boolean> {
    return true;
  }

  async dropVersions(): Promise<void> {}

  async drop(): Promise<void> {}

  /** False once the list was replaced: its slots may be written again. */
  async #isInUse({ slots, at }: ShardedList): Promise<boolean> {
    const now = readShardedList((await this.#area.get([SHARDS_OF]))[SHARDS_OF]);
    return now?.slots === slots && now.at === at;
  }

  async #stored(list: ShardedList, additions: Uint32Array): Promise<StoredList> {
    const checked = readProfileLists(await this.#session.get([PROFILE_LISTS]));
    if (checked && !checked.includes(fingerprintOf(list)))
      throw new StorageFailure('broken', { cause: 'shards of another list than that of the profile' });
    const { algoVersion, sha256, snapshot: token, recent, at: storedAt } = list;
    const entries = await this.#snapshotEntries(list, additions);
    if ((await digestAside(entries)) !== sha256) throw new StorageFailure('broken', { cause: 'damaged shards' });
    const facts = { algoVersion, service: null, seal: null };
    return {
      version: { ...facts, token, sha256, storedAt, ...PrefixTable.from(entries).parts },
      recent: recent && { ...facts, ...recent, prefixes: additions },
      ...NO_FILES,
      sync: FIRST_SYNC,
      damaged: false,
    };
  }

  /** The entries of the shards without the additions. */
  async #snapshotEntries(list: ShardedList, additions: Uint32Array): Promise<Uint32Array> {
    const added = new Map<number, number>();
    for (const prefix of additions) added.set(shardOf(prefix), (added.get(shardOf(prefix)) ?? 0) + 1);
    const found: number[] = [];
    for (let start = 0; start < SHARDS; start += SLICE) {
      const shards = Array.from({ length: SLICE }, (_, index) => start + index);
      const keys = shards.map((shard) => {
        const slot = slotOf(list.slots, shard);
        return slot === 0 ? null : shardKey(shard, slot);
      });
      const records = await this.#area.get(keys.filter((key) => key !== null));
      for (const [index, shard] of shards.entries()) {
        const key = keys[index]!;
        const entries = key === null ? [] : shardEntries(shard, records[key]);
        if (!entries) throw new StorageFailure('broken', { cause: `shard ${shard}` });
        found.push(...entries.slice(0, Math.max(0, entries.length - (added.get(shard) ?? 0))));
      }
    }
    return Uint32Array.from(found);
  }
}
