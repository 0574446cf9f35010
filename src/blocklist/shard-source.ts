import { isInteger, isListOf, isNumber, isTextOrNull, shaped } from '../api/shape.ts';
import { digestAside } from './digest.ts';
import { PrefixTable } from './prefix-table.ts';
import type { Seal } from './seal.ts';
import {
  isFilled,
  readShardedList,
  SHARDS,
  SHARDS_OF,
  type ShardArea,
  type ShardedList,
  shardEntries,
  shardKey,
  shardOf,
} from './shard.ts';
import type { Recent, Snapshot } from './snapshot.ts';
import { isSealOrNull } from './store-record.ts';

/** The record beside the shards that holds what else is to be known of their list. No guard reads it. */
export const SHARD_SOURCE = 'shard-source';
/** Shards that are read in one turn of the worker. */
const SLICE = 1_024;

/** A list as its shards hold it. */
export type ListFromShards = { readonly snapshot: Snapshot; readonly recent: Recent | null };

/** Who published a list. */
type Publication = { readonly service: string | null; readonly seal: Seal | null };
/** What is to be known of a list beside its shards and {@link ShardedList} to make it anew. */
export type ShardSource = {
  readonly snapshot: Publication & { readonly at: number };
  /** The additions that stand in the shards behind the entries of the snapshot. */
  readonly recent: (Publication & { readonly prefixes: readonly number[] }) | null;
};

const publication = ({ service, seal }: { readonly service?: unknown; readonly seal?: unknown }): boolean =>
  isTextOrNull(service) && isSealOrNull(seal);
const snapshotSource = shaped<ShardSource['snapshot']>((value) => publication(value) && isNumber(value.at));
const recentSource = shaped<NonNullable<ShardSource['recent']>>(
  (value) => publication(value) && isListOf(value.prefixes, isInteger),
);
/** What the record says that was stored; null where it is none. */
export const readShardSource = shaped<ShardSource>(
  ({ snapshot, recent }) => snapshotSource(snapshot) !== null && (recent === null || recentSource(recent) !== null),
);

/** The record of a list that is cut into shards. */
export const shardSource = (snapshot: Snapshot, recent: Recent | null): ShardSource => ({
  snapshot: { service: snapshot.service, seal: snapshot.seal, at: snapshot.at },
  recent: recent && { service: recent.service, seal: recent.seal, prefixes: [...recent.table.prefixes()] },
});

/**
 * The list that was cut into shards, made anew out of them: for a worker that has lost its database, perhaps without a network. The digests
 * keep damage away, not somebody who can write into this storage: the settings beside it name the service itself.
 * @returns null where shards are missing or not those of one list
 * @throws as the browser's storage does
 */
export async function listOfShards(area: ShardArea): Promise<ListFromShards | null> {
  const records = await area.get([SHARDS_OF, SHARD_SOURCE]);
  const list = readShardedList(records[SHARDS_OF]);
  const source = readShardSource(records[SHARD_SOURCE]);
  if (!list || !source) return null;
  const additions = Uint32Array.from(source.recent?.prefixes ?? []);
  const entries = await snapshotEntries(area, list, additions);
  if (!entries || (await digestAside(entries)) !== list.sha256) return null;
  const { algoVersion } = list;
  return {
    snapshot: {
      ...source.snapshot,
      token: list.snapshot,
      algoVersion,
      sha256: list.sha256,
      origin: 'service',
      table: PrefixTable.from(entries),
    },
    recent:
      list.recent && source.recent && (await digestAside(additions)) === list.recent.sha256
        ? {
            ...list.recent,
            algoVersion,
            service: source.recent.service,
            seal: source.recent.seal,
            table: PrefixTable.from(additions),
          }
        : null,
  };
}

/** The entries of the shards without the additions behind them; null where a shard is missing or damaged. */
async function snapshotEntries(
  area: ShardArea,
  list: ShardedList,
  additions: Uint32Array,
): Promise<Uint32Array | null> {
  const added = new Map<number, number>();
  for (const shard of additions.map(shardOf)) added.set(shard, (added.get(shard) ?? 0) + 1);
  const found: number[] = [];
  for (let start = 0; start < SHARDS; start += SLICE) {
    const shards = Array.from({ length: SLICE }, (_, index) => start + index).filter((shard) =>
      isFilled(list.filled, shard),
    );
    const records = await area.get(shards.map(shardKey));
    for (const shard of shards) {
      const entries = shardEntries(shard, records[shardKey(shard)]);
      if (!entries) return null;
      found.push(...entries.slice(0, Math.max(0, entries.length - (added.get(shard) ?? 0))));
    }
  }
  return Uint32Array.from(found);
}
