import type { StorageArea } from '../../storage/session.ts';
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

/** Number of shards built and compared at once: about two milliseconds at a million entries. */
const SLICE_SIZE = 1_024;
const ALL: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard);

export type ShardCopyParts = {
  readonly area: StorageArea;
  readonly list: Pick<Blocklist, 'ready' | 'snapshot' | 'additions' | 'onChange'>;
  /** Hosts under which an address may name an account. */
  readonly platforms: readonly string[];
  /** Storage in which the worker of private windows reads which list this is; content scripts cannot access it. */
  readonly session?: Pick<StorageArea, 'set'>;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number;
};

/**
 * Keeps the shards in `storage.local` equal to the list. Content scripts read that storage, and it survives the
 * browser, so that a guard can use the shards from the first page on. An attacker in a renderer process can change
 * them. A guard would then lift its curtain too early, but the worker checks its own list and closes the page; each
 * start of the worker compares and repairs a part (decisions.md). If the worker is killed during a write, some shards
 * belong to the old list and some to the new one; their tags show it, and the next start continues. A shard is written
 * only if it differs.
 */
export class ShardCopy {
  readonly #parts: ShardCopyParts;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: ShardCopyParts) {
    this.#parts = parts;
    parts.list.onChange(() => void this.follow());
  }

  /** Resolves when all pending writes have ended. Never rejects. */
  get settled(): Promise<void> {
    return this.#work;
  }

  /**
   * Makes the shards equal to the list. If the storage fails, their record is removed, and guards ask the worker. Never
   * rejects.
   */
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
    // Written before the shards: a reader that sees new shards then finds the new fingerprint.
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

  /** A random sixteenth of the shards: each start checks and repairs them, in about two milliseconds. */
  #sample(): readonly number[] {
    const { random = Math.random } = this.#parts;
    const start = Math.floor((random() * SHARDS) / SLICE_SIZE) * SLICE_SIZE;
    return ALL.slice(start, start + SLICE_SIZE);
  }

  /** The shards affected by added or removed additions; null if it is not known which additions they hold. */
  async #touched(additions: Uint32Array): Promise<number[] | null> {
    const before = readAdditions(await this.#parts.area.get([ADDITIONS]));
    if (!before) return null;
    const shards = [...before, ...additions].map(shardOf);
    return [...new Set(shards)].sort((one, other) => one - other);
  }

  /** Writes the shards that differ, and records the tag of each. */
  async #write(table: PrefixTable, beside: Uint32Array, shards: readonly number[], tags: string[]): Promise<void> {
    const { area } = this.#parts;
    const besides = new Map<number, number[]>();
    for (const prefix of beside) besides.set(shardOf(prefix), [...(besides.get(shardOf(prefix)) ?? []), prefix]);
    for (let start = 0; start < shards.length; start += SLICE_SIZE) {
      const slice = shards.slice(start, start + SLICE_SIZE);
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
