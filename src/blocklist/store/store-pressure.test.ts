import { deleteDB, openDB } from 'idb';
import { beforeEach, describe, expect, test } from 'vitest';
import { tokenOf } from '../../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { awake, service, setStage, tokenAfterWake } from '../../../test/fixtures/blocklist/stage.ts';
import { DATABASE_NAME } from './database.ts';

const OLD = randomPrefixes(2_000, 1);
const NEW = randomPrefixes(2_100, 2);
const BUNDLED = randomPrefixes(1_500, 3);

setStage();
beforeEach(() => service.bundle(BUNDLED, '2026-10-01T00:00:00Z'));

/** A worker that holds and has stored the list. */
async function synced(list: Uint32Array) {
  service.publish({ snapshot: list });
  const worker = await awake();
  expect((await worker.sync.run('person')).problem).toBeNull();
  return worker;
}

describe('what the browser takes away between two lives of the worker', () => {
  test('the whole database: the package protects at once, the next poll brings the list back', async () => {
    await synced(OLD);
    await deleteDB(DATABASE_NAME);
    const { blocklist, sync } = await awake();
    expect(blocklist.info).toMatchObject({ origin: 'bundled', entries: BUNDLED.length });
    expect(blocklist.has(BUNDLED[7]!)).toBe(true);
    expect((await sync.run('start')).problem).toBeNull();
    expect(await tokenAfterWake()).toBe(tokenOf(OLD));
  });
});

describe('two holders of one database', () => {
  test('each has its list, and the one that comes late does not bring the old one back', async () => {
    const [one, other] = [await synced(OLD), await synced(OLD)];
    service.publish({ snapshot: NEW });
    expect((await other.sync.run('person')).problem).toBeNull();
    expect(one.blocklist.has(OLD[0]!)).toBe(true);
    expect((await one.sync.run('person')).problem).toBeNull();
    expect([one, other].map(({ blocklist }) => blocklist.info?.token)).toEqual([tokenOf(NEW), tokenOf(NEW)]);
    expect(await tokenAfterWake()).toBe(tokenOf(NEW));
  });

  test('one that deletes it takes the list from nobody, and both store it again', async () => {
    const [one, other] = [await synced(OLD), await synced(OLD)];
    await deleteDB(DATABASE_NAME);
    for (const { blocklist, sync } of [one, other]) {
      expect(blocklist.has(OLD[0]!)).toBe(true);
      expect((await sync.run('person')).problem).toBeNull();
    }
    expect(await tokenAfterWake()).toBe(tokenOf(OLD));
  });
});

describe('another version of the extension', () => {
  test('later, and it holds the database open: both use it, and the list is stored', async () => {
    const { blocklist, sync } = await synced(OLD);
    const later = await openDB(DATABASE_NAME, 2, {
      upgrade: (database) => void database.createObjectStore('more'),
    });
    service.publish({ snapshot: NEW });
    expect((await sync.run('person')).problem).toBeNull();
    expect(blocklist.has(NEW[0]!)).toBe(true);
    later.close();
    expect(await tokenAfterWake()).toBe(tokenOf(NEW));
  });

  test('later, without the stores of this one, and it keeps the database open: memory protects, the state says so, and its end repairs it', async () => {
    const { blocklist, sync } = await synced(OLD);
    const later = await openDB(DATABASE_NAME, 2, {
      upgrade: (database) => database.deleteObjectStore('parts'),
    });
    service.publish({ snapshot: NEW });
    expect((await sync.run('person')).problem?.kind).toBe('storage-broken');
    expect(blocklist.has(NEW[0]!)).toBe(true);
    expect(blocklist.storeProblem?.kind).toBe('broken');
    later.close();
    expect((await sync.run('person')).problem).toBeNull();
    expect(blocklist.storeProblem).toBeNull();
    expect(await tokenAfterWake()).toBe(tokenOf(NEW));
  }, 30_000);
});
