import { describe, expect, test } from 'vitest';
import { tokenOf } from '../../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { awake, service, setStage } from '../../../test/fixtures/blocklist/stage.ts';
import { FakeStorageArea } from '../../../test/fixtures/blocklist/storage-area.ts';
import { AT, recentOf, snapshotOf } from '../../../test/fixtures/blocklist/worker.ts';
import { Blocklist } from '../blocklist.ts';
import { BundledList } from '../store/bundled.ts';
import { SHARDS_OF, type ShardedList, shardKey, shardOf, slotOf } from './shard.ts';
import { ShardCopy } from './shard-copy.ts';
import { ShardStore } from './shard-store.ts';

const LIST = randomPrefixes(2_000, 1);
const ADDED = randomPrefixes(30, 2);

setStage();

/** The key of the record in use of a prefix's shard. */
function usedKey(area: FakeStorageArea, prefix: number): string {
  const { slots } = area.records.get(SHARDS_OF) as ShardedList;
  return shardKey(shardOf(prefix), slotOf(slots, shardOf(prefix)) as 1 | 2);
}

/** The storage of a profile whose worker holds a list, and that worker. */
async function profile(recent = true) {
  const { blocklist } = await awake();
  await blocklist.adopt({ snapshot: snapshotOf(LIST), ...(recent ? { recent: recentOf(ADDED) } : {}) });
  const area = new FakeStorageArea();
  const session = new FakeStorageArea();
  const copy = new ShardCopy({ area, session, list: blocklist, platforms: [] });
  await copy.follow();
  return { blocklist, area, session, copy };
}

/** The list of a worker for private windows; its package carries no list. */
async function privately(area: FakeStorageArea, session = new FakeStorageArea()): Promise<Blocklist> {
  const bundled = new BundledList((path) => service.baseUrl + path, null);
  const list = new Blocklist({
    store: new ShardStore(area, session),
    bundled,
    algoVersion: '2',
    later: () => undefined,
  });
  await list.ready;
  return list;
}

describe('the list of private windows', () => {
  test('is that of the profile, additions too, without a network', async () => {
    const { area } = await profile();
    await service.stop();
    const list = await privately(area);
    expect(list.info).toMatchObject({ token: tokenOf(LIST), recentToken: tokenOf(ADDED), origin: 'service' });
    expect([...LIST, ...ADDED].filter((prefix) => !list.has(prefix))).toEqual([]);
    expect(list.has((LIST[7]! + 1) >>> 0)).toBe(false);
    await list.verify();
    expect(list.info?.entries).toBe(LIST.length + ADDED.length);
  });

  test('follows that of the profile', async () => {
    const { area, blocklist, copy } = await profile(false);
    const list = await privately(area);
    expect(list.has(ADDED[0]!)).toBe(false);
    await blocklist.adopt({ recent: recentOf(ADDED) });
    await copy.follow();
    await list.reload();
    expect(list.has(ADDED[0]!)).toBe(true);
  });

  test('is not one that somebody else wrote whole, where the worker of the profile has run', async () => {
    const { area, session } = await profile();
    const other = new FakeStorageArea();
    const { blocklist: forger } = await awake();
    await forger.adopt({ snapshot: snapshotOf(ADDED) });
    await new ShardCopy({ area: other, session: new FakeStorageArea(), list: forger, platforms: [] }).follow();
    expect((await privately(area, session)).info?.token).toBe(tokenOf(LIST));
    for (const [key, value] of other.records) area.records.set(key, value);
    for (const key of area.records.keys()) if (!other.records.has(key)) area.records.delete(key);
    expect((await privately(area, session)).info).toBeNull();
    expect((await privately(area)).info?.token).toBe(tokenOf(ADDED));
  });

  test('writes nothing', async () => {
    const { area } = await profile();
    area.writes.length = 0;
    const list = await privately(area);
    await list.adopt({ snapshot: snapshotOf(ADDED) });
    await list.confirm({ at: AT, confirmPrefixLength: 4, service: service.baseUrl });
    expect(area.writes).toEqual([]);
  });

  test.each<[string, (area: FakeStorageArea) => void]>([
    ['are those of two lists', (area) => area.records.set(usedKey(area, LIST[3]!), '')],
    ['are damaged', (area) => area.records.set(usedKey(area, LIST[3]!), 7)],
    ['cannot be read', (area) => Object.assign(area, { get: () => Promise.reject(new Error('IO error')) })],
  ])('is none, and says so, where shards %s', async (_, spoil) => {
    const { area } = await profile();
    spoil(area);
    const list = await privately(area);
    expect([list.info, list.storeProblem?.kind]).toEqual([null, 'broken']);
  });

  test('is none where the profile has none', async () => {
    const list = await privately(new FakeStorageArea());
    expect([list.info, list.storeProblem]).toEqual([null, null]);
  });

  test('keeps what it has while the profile writes another', async () => {
    const { area } = await profile();
    const list = await privately(area);
    area.records.set(SHARDS_OF, { ...(area.records.get(SHARDS_OF) as object), sha256: 'f'.repeat(64) });
    await list.reload();
    expect(list.info?.token).toBe(tokenOf(LIST));
  });
});
