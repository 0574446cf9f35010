import type { StorageArea } from '../../storage/session.ts';
import type { Blocklist } from '../blocklist.ts';
import type { PrefixTable } from '../table/prefix-table.ts';
import {
  rangeOf,
  readShardedList,
  SHARDS,
  SHARDS_OF,
  type Slot,
  shardedList,
  shardKey,
  shardOf,
  shardText,
  slotOf,
  slotsText,
} from './shard.ts';
import { ADDITIONS, fingerprintOf, PROFILE_LISTS, readAdditions, readProfileLists } from './shard-store.ts';

/** Number of shards built and compared at once: about two milliseconds at a million entries. */
const SLICE_SIZE = 1_024;
const ALL: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard);

export type ShardCopyParts = {
  readonly area: StorageArea;
  /** Storage in which the worker of private windows reads which lists these are; content scripts cannot access it. */
  readonly session: Pick<StorageArea, 'get' | 'set'>;
  readonly list: Pick<Blocklist, 'ready' | 'snapshot' | 'additions' | 'onChange'>;
  /** Hosts under which an address may name an account. */
  readonly platforms: readonly string[];
};

/**
 * Keeps the shards in `storage.local` equal to the list. Content scripts read that storage, and it survives the
 * browser, so that a guard can use the shards from the first page on. A change fills the free slots of the shards that differ,
 * then the record of the list names them, then the slots before are removed: a reader always finds a whole list, wherever the worker
 * is killed.
 *
 * An attacker in a renderer process can change shards. A guard would then lift its curtain too early, but the worker checks its
 * own list and closes the page. The first worker of each browser session compares all shards and repairs them (decisions.md).
 */
export class ShardCopy {
  readonly #parts: ShardCopyParts;
  #work: Promise<boolean> = Promise.resolve(true);

  constructor(parts: ShardCopyParts) {
    this.#parts = parts;
    parts.list.onChange(() => void this.follow());
  }

  /** Resolves when all pending writes have ended, as the last {@link follow}. Never rejects. */
  get settled(): Promise<boolean> {
    return this.#work;
  }

  /**
   * Makes the shards equal to the list. A packaged list replaces none: shards that are older than it are given up.
   * @returns false if the storage failed; the shards then hold the list before. Never rejects
   */
  follow(): Promise<boolean> {
    this.#work = this.#work
      .then(() => this.#follow())
      .then(
        () => true,
        () => false,
      );
    return this.#work;
  }

  async #follow(): Promise<void> {
    const { area, session, list } = this.#parts;
    await list.ready;
    const { snapshot, additions: added } = list;
    const stored = readShardedList((await area.get([SHARDS_OF]))[SHARDS_OF]);
    if (snapshot?.origin !== 'service') {
      if (stored && snapshot && snapshot.at > stored.at) await area.remove([SHARDS_OF]);
      return;
    }
    const wanted = {
      snapshot: snapshot.token,
      sha256: snapshot.sha256,
      recent: added && { token: added.token, sha256: added.sha256 },
      platforms: ` ${this.#parts.platforms.join(' ')} `,
    };
    const checked = readProfileLists(await session.get([PROFILE_LISTS]));
    const isChecked = stored !== null && checked?.includes(fingerprintOf(stored)) === true;
    const isSame = stored?.sha256 === wanted.sha256 && stored.snapshot === wanted.snapshot;
    const isInLine = isSame && stored.recent?.sha256 === wanted.recent?.sha256 && stored.platforms === wanted.platforms;
    if (isChecked && isInLine) return;
    const additions = added?.prefixes ?? new Uint32Array();
    const some = isChecked && isSame ? await this.#touched(additions) : null;
    if (checked) await session.set({ [PROFILE_LISTS]: [...checked, fingerprintOf(wanted)] });
    const slots = ALL.map((shard): Slot => (stored ? slotOf(stored.slots, shard) : 0));
    const left = await this.#fill(slots, some ?? ALL, snapshot.table, additions);
    const text = slotsText(slots);
    if (!isInLine || text !== stored.slots) {
      const entries = snapshot.table.size + additions.length;
      const record = shardedList({ ...wanted, entries, at: Date.now(), slots: text });
      await area.set({ [SHARDS_OF]: record, [ADDITIONS]: [...additions] });
    }
    await session.set({ [PROFILE_LISTS]: [fingerprintOf(wanted)] });
    if (left.length > 0) await area.remove(left);
  }

  /** The shards affected by added or removed additions; null if it is not known which additions they hold. */
  async #touched(additions: Uint32Array): Promise<number[] | null> {
    const before = readAdditions(await this.#parts.area.get([ADDITIONS]));
    if (!before) return null;
    const shards = [...before, ...additions].map(shardOf);
    return [...new Set(shards)].sort((one, other) => one - other);
  }

  /**
   * Writes the shards that differ into their free slots, and notes these as in use.
   * @returns the keys of records that are no longer used
   */
  async #fill(slots: Slot[], shards: readonly number[], table: PrefixTable, beside: Uint32Array): Promise<string[]> {
    const { area } = this.#parts;
    const besides = new Map<number, number[]>();
    for (const prefix of beside) besides.set(shardOf(prefix), [...(besides.get(shardOf(prefix)) ?? []), prefix]);
    const left: string[] = [];
    for (let start = 0; start < shards.length; start += SLICE_SIZE) {
      const slice = shards.slice(start, start + SLICE_SIZE);
      const stored = await area.get(slice.flatMap((shard) => [shardKey(shard, 1), shardKey(shard, 2)]));
      const changed: Record<string, string> = {};
      for (const shard of slice) {
        const text = shardText([...table.between(...rangeOf(shard)), ...(besides.get(shard) ?? [])]);
        const used = slots[shard]!;
        const free = used === 1 ? 2 : 1;
        const isUsable = used === 0 ? text === '' : stored[shardKey(shard, used)] === text;
        const next = isUsable ? used : text === '' ? 0 : free;
        if (next === free && stored[shardKey(shard, free)] !== text) changed[shardKey(shard, free)] = text;
        slots[shard] = next;
        for (const slot of [1, 2] as const)
          if (slot !== next && shardKey(shard, slot) in stored) left.push(shardKey(shard, slot));
      }
      if (Object.keys(changed).length > 0) await area.set(changed);
    }
    return left;
  }
}
