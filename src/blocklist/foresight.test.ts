import { describe, expect, test } from 'vitest';
import { randomPrefixes } from '../../test/fixtures/blocklist/random.ts';
import { awake, service, setStage, storing } from '../../test/fixtures/blocklist/stage.ts';
import { FakeStorageArea } from '../../test/fixtures/blocklist/storage-area.ts';
import { AT } from '../../test/fixtures/blocklist/worker.ts';
import { Blocklist } from './blocklist.ts';
import { BundledList } from './bundled.ts';
import { shardKey, shardOf } from './shard.ts';
import { ShardCopy } from './shard-copy.ts';
import { ListStore } from './store.ts';

const LIST = randomPrefixes(2_000, 1);
const LISTED = LIST[5]!;
const UNLISTED = (LISTED + 1) >>> 0;
const PACKAGED = {
  token: 'packaged',
  algoVersion: '1',
  count: 0,
  sha256: '0'.repeat(64),
  publishedAt: new Date(Date.now() + 60_000).toISOString(),
};

setStage();

/** A profile whose list and shards an earlier worker stored. */
async function stored(): Promise<FakeStorageArea> {
  const { blocklist } = await storing(LIST);
  const area = new FakeStorageArea();
  await new ShardCopy({ area, list: blocklist, platforms: ['x.com'] }).follow();
  return area;
}

function cold(shards: FakeStorageArea, packaged: typeof PACKAGED | null = null): Blocklist {
  const bundled = new BundledList(
    (path) => service.baseUrl + path,
    async () => packaged,
  );
  return new Blocklist({ store: new ListStore(), bundled, algoVersion: '1', shards, later: () => undefined });
}

describe('a cold worker', () => {
  test('answers from the shards before it has read the list, and from the list afterwards', async () => {
    const blocklist = cold(await stored());
    expect(await blocklist.look([LISTED, UNLISTED])).toMatchObject({ platforms: ' x.com ' });
    expect([blocklist.loaded, blocklist.has(LISTED), blocklist.has(UNLISTED)]).toEqual([false, true, false]);
    expect(blocklist.info).toMatchObject({ origin: 'service', entries: LIST.length });
    await blocklist.ready;
    expect([blocklist.has(LISTED), blocklist.has(LIST[77]!), blocklist.has(UNLISTED)]).toEqual([true, true, false]);
    expect(blocklist.info).toMatchObject({ currentAt: AT });
  });

  test('reads the list although nobody asks', async () => {
    const blocklist = cold(await stored());
    await blocklist.ready;
    expect(blocklist.has(LISTED)).toBe(true);
  });

  test('without shards waits for the list', async () => {
    await storing(LIST);
    const blocklist = cold(new FakeStorageArea());
    expect([await blocklist.look([LISTED]), blocklist.has(LISTED), blocklist.info]).toEqual([null, false, null]);
    await blocklist.ready;
    expect(blocklist.has(LISTED)).toBe(true);
  });

  test('whose storage fails waits for the list', async () => {
    const area = await stored();
    area.get = () => Promise.reject(new Error('IO error'));
    const blocklist = cold(area);
    expect(await blocklist.look([LISTED])).toBeNull();
    await blocklist.ready;
    expect(blocklist.has(LISTED)).toBe(true);
  });

  test('of a package with a newer list believes no older shards', async () => {
    expect(await cold(await stored(), PACKAGED).look([LISTED])).toBeNull();
  });

  test('that has lost its list, and a shard of it, says so, whatever the others foretold', async () => {
    const area = await stored();
    await (await awake()).store.dropVersions();
    area.records.delete(shardKey(shardOf(LIST[77]!)));
    const blocklist = cold(area);
    await blocklist.look([LISTED]);
    await blocklist.ready;
    expect([blocklist.info, blocklist.has(LISTED)]).toEqual([null, false]);
  });
});
