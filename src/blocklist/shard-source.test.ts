import { describe, expect, test } from 'vitest';
import { randomPrefixes } from '../../test/fixtures/blocklist/random.ts';
import { FakeStorageArea } from '../../test/fixtures/blocklist/storage-area.ts';
import { recentOf, snapshotOf } from '../../test/fixtures/blocklist/worker.ts';
import { SHARDS_OF, shardKey, shardOf } from './shard.ts';
import { ShardCopy } from './shard-copy.ts';
import { listOfShards, SHARD_SOURCE } from './shard-source.ts';
import type { Recent, Snapshot } from './snapshot.ts';

const LIST = randomPrefixes(40_000, 1);
/** Most of them share a shard with entries of the list, and one is listed already. */
const ADDED = Uint32Array.from(new Set([...randomPrefixes(900, 3), LIST[11]!])).sort();

/** A storage with the shards of a list. */
async function sharded(snapshot: Snapshot, recent: Recent | null = null): Promise<FakeStorageArea> {
  const area = new FakeStorageArea();
  const list = { ready: Promise.resolve(), snapshot, recent, onChange: () => () => undefined };
  await new ShardCopy({ area, list, platforms: [] }).follow();
  return area;
}

describe('a list', () => {
  test.each([0, 1, 500, 40_000])('of %i entries comes out of its shards as it was', async (count) => {
    const seal = { version: 7, signature: 'ab'.repeat(64) };
    const snapshot = { ...snapshotOf(randomPrefixes(count, 7 + count), 'https://service.example'), seal };
    const found = await listOfShards(await sharded(snapshot));
    expect(found).toEqual({ snapshot, recent: null });
    expect(found?.snapshot.table.prefixes()).toEqual(snapshot.table.prefixes());
  });

  test('comes out of them without its additions, and these beside it', async () => {
    const [snapshot, recent] = [snapshotOf(LIST), recentOf(ADDED)];
    const found = await listOfShards(await sharded(snapshot, recent));
    expect(found?.snapshot.table.prefixes()).toEqual(LIST);
    expect(found?.recent?.table.prefixes()).toEqual(ADDED);
    expect(found).toEqual({ snapshot, recent });
  });

  test('comes out of them after its additions were lifted', async () => {
    const area = new FakeStorageArea();
    const list = {
      ready: Promise.resolve(),
      snapshot: snapshotOf(LIST),
      recent: recentOf(ADDED),
      onChange: () => () => undefined,
    };
    const copy = new ShardCopy({ area, list, platforms: [] });
    await copy.follow();
    list.recent = recentOf(ADDED.subarray(100));
    await copy.follow();
    expect(await listOfShards(area)).toEqual({ snapshot: list.snapshot, recent: list.recent });
  });
});

const change = (area: FakeStorageArea, key: string, edit: (record: never) => unknown) =>
  area.records.set(key, edit(area.records.get(key) as never));
const SHARD = shardKey(shardOf(LIST[9]!));

describe('no list comes out of shards', () => {
  test.each<[string, (area: FakeStorageArea) => void]>([
    ['of which none are there', (area) => area.records.clear()],
    ['of which one is gone', (area) => area.records.delete(SHARD)],
    ['of which one is cut', (area) => change(area, SHARD, (text: string) => text.slice(1))],
    ['of which one lost an entry', (area) => change(area, SHARD, (text: string) => text.slice(3))],
    ['of which one has other entries', (area) => change(area, SHARD, (text: string) => text.replace(/^.../, 'AAA'))],
    ['of which one is written otherwise', (area) => change(area, SHARD, (text: string) => text.replace(/^./, '*'))],
    ['of which one is no text', (area) => change(area, SHARD, () => 7)],
    ['of which one was emptied', (area) => change(area, SHARD, () => '')],
    ['of which nothing says whose they are', (area) => area.records.delete(SHARDS_OF)],
    ['of which nothing says who published them', (area) => area.records.delete(SHARD_SOURCE)],
    [
      'of which it is unclear what was added',
      (area) => change(area, SHARD_SOURCE, (source: object) => ({ ...source, recent: null })),
    ],
    [
      'whose additions are damaged',
      (area) =>
        change(area, SHARD_SOURCE, (source: { recent: object }) => ({ ...source, recent: { prefixes: ['1'] } })),
    ],
    [
      'whose seal is damaged',
      (area) =>
        change(area, SHARD_SOURCE, (source: { snapshot: object }) => ({
          ...source,
          snapshot: { ...source.snapshot, seal: 'yes' },
        })),
    ],
  ])('%s', async (_, damage) => {
    const area = await sharded(snapshotOf(LIST), recentOf(ADDED));
    expect(await listOfShards(area)).not.toBeNull();
    damage(area);
    expect(await listOfShards(area)).toBeNull();
  });

  test('that a death left half-written', async () => {
    const area = await sharded(snapshotOf(LIST));
    const half = await sharded(snapshotOf(randomPrefixes(40_000, 2)));
    for (const [key, text] of half.records) if (/^shard-\d{1,3}$/.test(key)) area.records.set(key, text);
    expect(await listOfShards(area)).toBeNull();
  });
});

test('additions that are not those which were published are left out', async () => {
  const area = await sharded(snapshotOf(LIST), recentOf(ADDED));
  const other = ADDED.map((prefix, index) => (index === 0 ? prefix ^ 1 : prefix));
  change(area, SHARD_SOURCE, (source: { recent: object }) => ({
    ...source,
    recent: { ...source.recent, prefixes: [...other] },
  }));
  expect(await listOfShards(area)).toMatchObject({ snapshot: { token: snapshotOf(LIST).token }, recent: null });
});
