import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blocklistVersion } from '../../../api/blocklist.ts';
import { listWriter } from '../../feature/import/list-writer.ts';
import { decide } from '../../feature/listing/decision.ts';
import { IMPLEMENTATIONS, ROUTES } from '../../feature/operations.ts';
import { createApplication } from '../../http/application.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { Publisher } from '../publisher.ts';
import { ListFolder } from './list-folder.ts';

const LISTS = 'https://lists.example';
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'wary-lists-'));
});
afterEach(() => rm(root, { recursive: true, maxRetries: 5 }));

const names = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());

test('a file is written once, and a failed write leaves no file', async () => {
  const folder = new ListFolder(root);
  await folder.write('/lists/a.bin', async () => Uint8Array.of(1, 2));
  await folder.write('/lists/a.bin', () => Promise.reject(new Error('It is read again')));
  expect([...(await readFile(join(root, 'lists/a.bin')))]).toEqual([1, 2]);
  const unwritable = Promise.resolve({} as Uint8Array);
  await expect(folder.write('/lists/b.bin', () => unwritable)).rejects.toThrow();
  expect((await names()).map(({ name }) => name)).toEqual(['a.bin']);
});

test('files that are no longer announced, or unfinished, are deleted after an hour', async () => {
  const folder = new ListFolder(root);
  for (const path of [
    '/lists/old.bin',
    '/lists/old/from/older.bin',
    '/lists/known.bin',
    '/lists/fresh.bin',
    '/lists/.died',
  ])
    await folder.write(path, async () => Uint8Array.of(1));
  const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of ['old.bin', 'old', 'known.bin', '.died'])
    await utimes(join(root, 'lists', name), longAgo, longAgo);
  await folder.forget(new Set(['known']));
  expect((await readdir(join(root, 'lists'))).sort()).toEqual(['fresh.bin', 'known.bin']);
});

test('the version document names only files that are in the folder', async () => {
  const fixture = await ServiceFixture.open();
  const { database } = fixture.opened;
  const errors: unknown[] = [];
  const folder = new ListFolder(join(root, 'served'));
  // Another publishing process could write between two steps of this test.
  await fixture.service.publisher.stop();
  const publisher = new Publisher({
    database,
    store: folder,
    onError: (error) => errors.push(error),
    timing: { pollIntervalMs: 50 },
  });
  try {
    await publisher.start();
    const key = await fixture.key(['protect']);
    const app = createApplication({ ...fixture.service, publisher, listUrl: LISTS }, IMPLEMENTATIONS, ROUTES);
    const version = async () => {
      const url = `http://service.example/api/v2${blocklistVersion.path}`;
      const answer = await app.request(url, { headers: { 'X-API-KEY': key } });
      return blocklistVersion.response.parse(await answer.json());
    };
    const set = async (content: string, status: 'BLOCKED' | 'UNKNOWN', count: number) => {
      const asset = { type: 'URL', content } as const;
      await decide(database, { asset, status, decidedBy: 'OPERATOR', source: 'test', reason: null });
      publisher.notify();
      const total = () => publisher.list.snapshot.count + publisher.list.recent.count;
      await expect.poll(total, { timeout: 20_000 }).toBe(count);
    };
    const many = Array.from({ length: 1_100 }, (_, n) => `many${n}.example`);
    const entry = { type: 'URL', status: 'BLOCKED', reason: null, source: 'test' } as const;
    await listWriter(database)(
      many.map((content) => ({ ...entry, content })),
      () => undefined,
    );
    await set('one.example', 'BLOCKED', 1_101);
    await set('many7.example', 'UNKNOWN', 1_100);
    await set('two.example', 'BLOCKED', 1_101);
    const { recent, snapshot, hot } = await version();
    expect([recent.count, snapshot.changes.length]).toEqual([1, 1]);
    for (const { url } of [recent, snapshot, ...snapshot.changes, ...(hot ? [hot] : [])]) {
      expect(url.startsWith(`${LISTS}/lists/`)).toBe(true);
      const path = new URL(url).pathname;
      const served = await app.request(path);
      expect(await readFile(join(root, 'served', path))).toEqual(Buffer.from(await served.arrayBuffer()));
    }

    // A file that is still being written creates the folder again.
    const blocked = async () => {
      await rm(join(root, 'served'), { recursive: true, force: true, maxRetries: 5 });
      await writeFile(join(root, 'served'), 'in the way of the folder');
    };
    await vi.waitFor(blocked, { timeout: 10_000 });
    const before = await version();
    const decision = { status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'test', reason: null } as const;
    await decide(database, { asset: { type: 'URL', content: 'three.example' }, ...decision });
    await expect.poll(() => errors.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await version()).toEqual(before);

    await rm(join(root, 'served'));
    await expect.poll(async () => (await version()).recent.count, { timeout: 20_000 }).toBe(2);
    expect((await names()).length).toBeGreaterThan(1);
  } finally {
    await publisher.stop();
    await fixture.close();
  }
}, 60_000);
