import * as z from 'zod/mini';
import { type StorageFailure, storageFailure } from '../../storage/failure.ts';
import { Sequence } from '../../storage/sequence.ts';
import type { StorageArea } from '../../storage/session.ts';
import { limited } from '../../storage/time-limit.ts';
import type { Blocklist } from '../blocklist.ts';
import { PrefixTable } from '../table/prefix-table.ts';
import { RULES, rangeOf, readShardedList, SHARDS, SHARDS_OF, shardKey, shardOf, shardText } from './shard.ts';

/** Number of shards built and compared at once: about two milliseconds at a million entries. */
const SLICE_SIZE = 1_024;
const ALL: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard);

/** Milliseconds to write a whole list on a slow disk; a worker that waits for a disk that hangs ends after thirty seconds. */
const WRITE_TIMEOUT_MS = 20_000;

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
 * browser, so that a guard can use the shards from the first page on. The shards that differ and the record of the list are
 * written in one call: a reader always finds a whole list, wherever the worker is killed.
 *
 * An attacker in a renderer process can change shards. A guard would then show its page, but the worker checks its own
 * list and stops the tab. The first worker of each browser session compares all shards and repairs them (decisions.md).
 */
export class ShardCopy {
  readonly #parts: ShardCopyParts;
  readonly #turns = new Sequence();
  /** Why the shards could not be made equal to the list; null where they are. */
  problem: StorageFailure | null = null;

  constructor(parts: ShardCopyParts) {
    this.#parts = parts;
    parts.list.onChange(() => void this.follow());
  }

  /**
   * Makes the shards equal to the list. A packaged list replaces none: shards that are older than it are given up.
   * Never rejects: if the storage fails, the shards hold the list before, and `problem` says why.
   */
  async follow(): Promise<void> {
    try {
      await this.#turns.run(() => this.#follow());
      this.problem = null;
    } catch (error) {
      this.problem = storageFailure(error);
    }
  }

  async #follow(): Promise<void> {
    const { area, session, list } = this.#parts;
    await list.ready;
    const { snapshot, additions: added } = list;
    const stored = readShardedList((await limited(area.get([SHARDS_OF])))[SHARDS_OF]);
    if (snapshot?.origin !== 'service') {
      if (stored && snapshot && snapshot.at > stored.at) await limited(area.remove([SHARDS_OF]));
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
    const tables = [snapshot.table, PrefixTable.from(additions)];
    const isOfSnapshot = isCompared && last.sha256 === wanted.sha256;
    const changed: Record<string, unknown> = {};
    for (const slice of slicesOf(isOfSnapshot ? touched : ALL)) {
      const before = await limited(area.get(slice.map(shardKey)));
      for (const shard of slice) {
        const key = shardKey(shard);
        const text = shardText(tables.flatMap((table) => [...table.between(...rangeOf(shard))]));
        if (text !== before[key]) changed[key] = text;
      }
    }
    const record = { ...RULES, ...wanted, entries: snapshot.table.size + additions.length, at: Date.now() };
    if (!isInLine || Object.keys(changed).length > 0)
      await limited(area.set({ ...changed, [SHARDS_OF]: record }), undefined, WRITE_TIMEOUT_MS);
    await session.set({ [COMPARED]: { sha256: wanted.sha256, added: wanted.added, additions: [...additions] } });
  }
}

const slicesOf = (shards: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(shards.length / SLICE_SIZE) }, (_, at) =>
    shards.slice(at * SLICE_SIZE, (at + 1) * SLICE_SIZE),
  );
