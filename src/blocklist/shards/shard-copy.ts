import type { Blocklist } from '../blocklist.ts';
import type { PrefixTable } from '../table/prefix-table.ts';
import {
  EMPTY_TAG,
  rangeOf,
  readShardedList,
  SHARDS,
  SHARDS_OF,
  shardedList,
  shardKey,
  shardOf,
  shardTag,
  shardText,
} from './shard.ts';
import { ADDITIONS, fingerprintOf, PROFILE_LIST, readAdditions } from './shard-store.ts';

/** Shards that are made and compared in one turn of the worker: about two milliseconds at a million entries. */
const SLICE = 1_024;
const ALL: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard);

type Area = {
  get(keys: string[]): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
};
export type ShardCopyParts = {
  readonly area: Area;
  readonly list: Pick<Blocklist, 'ready' | 'snapshot' | 'additions' | 'onChange'>;
  /** Hosts below which addresses may name accounts. */
  readonly platforms: readonly string[];
  /** Where the worker of private windows finds which list this is, out of reach of content scripts. */
  readonly session?: Pick<Area, 'set'>;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number;
};

/**
 * Keeps the shards in `storage.local` in line with the list. That storage is open to content scripts and outlives the browser, so a
 * guard has them from the first page on. Somebody who has taken over a renderer could change them: a guard would then lift its curtain
 * too early, and the worker, which believes its own list, takes the tab away all the same; each start mends a part. A death in
 * between leaves some shards of the old list and some of the new one, and tags that say so; the next start goes on. What is stored is
 * overwritten only where it differs.
 */
export class ShardCopy {
  readonly #parts: ShardCopyParts;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: ShardCopyParts) {
    this.#parts = parts;
    parts.list.onChange(() => void this.follow());
  }

  /** Settles when what was begun has ended; never rejects. */
  get settled(): Promise<void> {
    return this.#work;
  }

  /** Brings the shards in line. Where the storage refuses, they are taken away, and guards ask the worker. Never rejects. */
  follow(): Promise<void> {
    this.#work = this.#work
      .then(() => this.#follow())
      .catch(() => this.#parts.area.remove([SHARDS_OF]).catch(() => undefined));
    return this.#work;
  }

  async #follow(): Promise<void> {
    const { area, list } = this.#parts;
    await list.ready;
    const { snapshot, additions: added } = list;
    const held = readShardedList((await area.get([SHARDS_OF]))[SHARDS_OF]);
    if (snapshot?.origin !== 'service') return held ? area.remove([SHARDS_OF]) : undefined;
    const wanted = {
      snapshot: snapshot.token,
      sha256: snapshot.sha256,
      recent: added && { token: added.token, sha256: added.sha256 },
      platforms: ` ${this.#parts.platforms.join(' ')} `,
    };
    // Before the shards, so that a change of these always finds it.
    await this.#parts.session?.set({ [PROFILE_LIST]: fingerprintOf(wanted) });
    const isSame = held?.sha256 === wanted.sha256 && held.snapshot === wanted.snapshot;
    const isInLine = isSame && held.recent?.sha256 === wanted.recent?.sha256 && held.platforms === wanted.platforms;
    const additions = added?.prefixes ?? new Uint32Array();
    const some = isInLine ? this.#sample() : isSame ? await this.#touched(additions) : null;
    const tags = some && held ? [...held.tags] : ALL.map(() => EMPTY_TAG);
    await this.#write(snapshot.table, additions, some ?? ALL, tags);
    if (isInLine && tags.join('') === held.tags) return;
    const entries = snapshot.table.size + additions.length;
    await area.set({
      [SHARDS_OF]: shardedList({ ...wanted, entries, at: Date.now(), tags: tags.join('') }),
      [ADDITIONS]: [...additions],
    });
  }

  /** A sixteenth of the shards: each start mends what somebody else may have written there, at two milliseconds. */
  #sample(): readonly number[] {
    const { random = Math.random } = this.#parts;
    const start = Math.floor((random() * SHARDS) / SLICE) * SLICE;
    return ALL.slice(start, start + SLICE);
  }

  /** The shards of the additions that come and go; null where it is not known which are there. */
  async #touched(additions: Uint32Array): Promise<number[] | null> {
    const before = readAdditions(await this.#parts.area.get([ADDITIONS]));
    if (!before) return null;
    const shards = [...before, ...additions].map(shardOf);
    return [...new Set(shards)].sort((one, other) => one - other);
  }

  /** Writes the shards that differ, and notes the tag of each. */
  async #write(table: PrefixTable, beside: Uint32Array, shards: readonly number[], tags: string[]): Promise<void> {
    const { area } = this.#parts;
    const besides = new Map<number, number[]>();
    for (const prefix of beside) besides.set(shardOf(prefix), [...(besides.get(shardOf(prefix)) ?? []), prefix]);
    for (let start = 0; start < shards.length; start += SLICE) {
      const slice = shards.slice(start, start + SLICE);
      const stored = await area.get(slice.map(shardKey));
      const changed: Record<string, string> = {};
      for (const shard of slice) {
        const text = shardText([...table.between(...rangeOf(shard)), ...(besides.get(shard) ?? [])]);
        if (text !== (stored[shardKey(shard)] ?? '')) changed[shardKey(shard)] = text;
        tags[shard] = shardTag(shard, text);
      }
      if (Object.keys(changed).length > 0) await area.set(changed);
    }
  }
}
