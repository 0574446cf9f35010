import { expect, test, vi } from 'vitest';
import { damage, SLOTS, withWord } from '../../test/fixtures/blocklist/damage.ts';
import { tokenOf } from '../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../test/fixtures/blocklist/random.ts';
import { awake, service, setStage, storing, tokenAfterWake } from '../../test/fixtures/blocklist/stage.ts';
import { FakeStorageArea } from '../../test/fixtures/blocklist/storage-area.ts';
import { AT, wakeWorker } from '../../test/fixtures/blocklist/worker.ts';
import { ShardCopy } from './shard-copy.ts';
import { ListStore } from './store.ts';
import { StoreError } from './store-error.ts';

const LIST = randomPrefixes(2_000, 1);
const PACKAGED = LIST.subarray(0, 10);
const EARLIER = new Date(AT - 86_400_000).toISOString();
const LATER = new Date(AT + 86_400_000).toISOString();

setStage();

/** A profile whose list and shards an earlier worker stored, under a package with an older list. */
async function stored(): Promise<FakeStorageArea> {
  service.bundle(PACKAGED, EARLIER);
  const { blocklist } = await storing(LIST);
  const area = new FakeStorageArea();
  await new ShardCopy({ area, list: blocklist, platforms: [] }).follow();
  return area;
}

/** The same, without its database. */
async function lost(): Promise<FakeStorageArea> {
  const area = await stored();
  await (await awake()).store.dropVersions();
  return area;
}

/** A new life of the worker that has read what list there is. */
async function wake(shards: FakeStorageArea) {
  const worker = wakeWorker(service, { shards });
  await worker.blocklist.ready;
  return worker;
}

test('a list whose database is lost serves out of its shards, without a network', async () => {
  const area = await lost();
  const { blocklist } = await wake(area);
  expect(blocklist.info).toMatchObject({ token: tokenOf(LIST), origin: 'service', currentAt: AT });
  expect([...LIST].filter((prefix) => !blocklist.has(prefix) || blocklist.has((prefix + 1) >>> 0))).toEqual([]);
  await service.stop();
  expect((await wake(area)).blocklist.info?.token).toBe(tokenOf(LIST));
});

test('a list out of its shards is stored again when the service calls it current, without being fetched', async () => {
  const { sync } = await wake(await lost());
  service.publish({ snapshot: LIST });
  expect((await sync.run('start')).problem).toBeNull();
  expect(service.paths().filter((path) => path.startsWith('/snapshot'))).toEqual([]);
  expect(await tokenAfterWake()).toBe(tokenOf(LIST));
});

test('a list whose database cannot be read serves out of its shards, and the worker says what is wrong', async () => {
  const area = await stored();
  vi.spyOn(ListStore.prototype, 'read').mockRejectedValue(new StoreError('broken', {}));
  const { blocklist } = await wake(area);
  expect([blocklist.info?.token, blocklist.storeProblem?.kind]).toEqual([tokenOf(LIST), 'broken']);
});

test('a list whose entries were changed on disk serves out of its shards', async () => {
  const area = await stored();
  await damage('versions', (value) => withWord(value, SLOTS + 5, (word) => word ^ 1));
  const { blocklist, changes } = await wake(area);
  await blocklist.verify();
  expect([...LIST].filter((prefix) => !blocklist.has(prefix))).toEqual([]);
  expect([blocklist.info?.token, changes]).toEqual([tokenOf(LIST), ['heal']]);
});

test('shards of a list that is older than that of the package are left aside', async () => {
  const area = await lost();
  service.bundle(PACKAGED, LATER);
  expect((await wake(area)).blocklist.info).toMatchObject({ token: tokenOf(PACKAGED), origin: 'bundled' });
});

test.each<[string, (area: FakeStorageArea) => void]>([
  [
    'are not those of one list',
    (area) => area.records.set([...area.records.keys()].find((key) => /-\d/.test(key))!, ''),
  ],
  [
    'cannot be read',
    (area) => {
      area.get = () => Promise.reject(new Error('IO error'));
    },
  ],
])('where shards %s either, the list of the package serves', async (_, spoil) => {
  const area = await lost();
  spoil(area);
  expect((await wake(area)).blocklist.info).toMatchObject({ token: tokenOf(PACKAGED), origin: 'bundled' });
});
