import * as z from 'zod/mini';
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

/** Number of shards built and compared at once: about two milliseconds at a million entries. */
const SLICE_SIZE = 1_024;
const ALL: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard);

/** The record of the list with which a worker of this browser session has compared all shards, and of its additions. */
const COMPARED = 'shards-compared';
const compared = z.object({ sha256: z.string(), added: z.string(), additions: z.array(z.int()) });

export type ShardCopyParts = {
  readonly area: StorageArea;
  /** Storage that ends with the browser; content scripts cannot access it. */
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
 * An attacker in a renderer process can change shards. A guard would then show its page, but the worker checks its own
 * list and stops the tab. The first worker of each browser session compares all shards and repairs them (decisions.md).
 */
export class ShardCopy {
  readonly #parts: ShardCopyParts;
  #work: Promise<boolean> = Promise.resolve(true);

  constructor(parts: ShardCopyParts) {
    this.#parts = parts;
    parts.list.onChange(() => void this.follow());
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
      sha256: snapshot.sha256,
      added: added?.sha256 ?? '',
      platforms: ` ${this.#parts.platforms.join(' ')} `,
    };
    const last = compared.safeParse((await session.get([COMPARED]))[COMPARED]).data;
    const isCompared = last !== undefined && last.sha256 === stored?.sha256 && last.added === stored.added;
    const isInLine =
      stored?.sha256 === wanted.sha256 && stored.added === wanted.added && stored.platforms === wanted.platforms;
    if (isCompared && isInLine) return;
    const additions = added?.prefixes ?? new Uint32Array();
    const touched = [...new Set([...(last?.additions ?? []), ...additions].map(shardOf))];
    const slots = ALL.map((shard): Slot => (stored ? slotOf(stored.slots, shard) : 0));
    const isOfSnapshot = isCompared && last.sha256 === wanted.sha256;
    const left = await this.#fill(slots, isOfSnapshot ? touched : ALL, snapshot.table, additions);
    const text = slotsText(slots);
    if (!isInLine || text !== stored.slots) {
      const entries = snapshot.table.size + additions.length;
      await area.set({ [SHARDS_OF]: shardedList({ ...wanted, entries, at: Date.now(), slots: text }) });
    }
    await session.set({ [COMPARED]: { sha256: wanted.sha256, added: wanted.added, additions: [...additions] } });
    if (left.length > 0) await area.remove(left);
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
