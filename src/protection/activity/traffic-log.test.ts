import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import type { OutgoingRequest } from '../../api/outgoing.ts';
import type { TrafficKept } from '../../settings/catalogue.ts';
import { groupedRequests, TrafficLog } from './traffic-log.ts';

const HOUR = 3_600_000;
let now = 0;
let kept: TrafficKept = 'day';
const counted: string[] = [];
const log = () => new TrafficLog({ kept: async () => kept, now: () => now, onRequest: (what) => counted.push(what) });
const request = (over: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  what: 'blocklistVersion',
  method: 'GET',
  url: 'https://service.test/version',
  headers: { accept: 'application/json', 'X-API-KEY': 'secret' },
  body: null,
  isPrivate: Promise.resolve(false),
  ...over,
});

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  now = 100 * HOUR;
  kept = 'day';
  counted.length = 0;
});

test('a request is remembered with what it said and what came back, and without the key', async () => {
  const answered = log().observe(request({ method: 'POST', body: '{"a":"ü"}' }));
  answered(200);
  await expect.poll(async () => (await log().all())[0]?.status).toBe(200);
  const [sent] = await log().all();
  expect(sent).toMatchObject({
    at: now,
    method: 'POST',
    body: '{"a":"ü"}',
    bytes: 10,
    headers: { accept: 'application/json' },
  });
  expect(JSON.stringify(sent)).not.toContain('secret');
});

test('files are remembered by their names and sizes', async () => {
  const form = new FormData();
  form.append('files', new File(['12345'], 'picture.png'));
  const traffic = log();
  traffic.observe(request({ body: form }));
  expect((await traffic.all())[0]).toMatchObject({ body: 'files: picture.png, 5 bytes', bytes: 5 });
});

test('requests are remembered for a day, or a week where that is wanted', async () => {
  const traffic = log();
  traffic.observe(request());
  await traffic.all();
  now += 25 * HOUR;
  expect(await traffic.all()).toEqual([]);
  kept = 'week';
  expect(await traffic.all()).toHaveLength(1);
});

test('what a private window brought about is held in memory alone, and counts nothing', async () => {
  const traffic = log();
  traffic.observe(request({ isPrivate: Promise.resolve(true) }))(200);
  await expect.poll(async () => (await traffic.all())[0]?.status).toBe(200);
  expect(await log().all()).toEqual([]);
  expect(counted).toEqual([]);
});

test('all of it can be forgotten', async () => {
  const traffic = log();
  traffic.observe(request());
  await traffic.forget();
  expect(await traffic.all()).toEqual([]);
});

test('shows identical requests of one hour as one, with what a question was about', async () => {
  const traffic = log();
  for (const minute of [0, 1, 2]) {
    now = (100 + minute / 60) * HOUR;
    traffic.observe(request());
  }
  traffic.observe(request({ what: 'blocklistConfirm', body: '{"prefixes":["ab12"]}' }));
  const questions = [
    { at: now, cause: 'navigation' as const, bucket: 'ab12', about: ['evil.test/'] },
    { at: now, cause: 'navigation' as const, bucket: 'ffff', about: ['other.test/'] },
  ];
  const groups = groupedRequests(await traffic.all(), questions);
  expect(Object.fromEntries(groups.map(({ what, times, about }) => [what, [times.length, about]]))).toEqual({
    blocklistVersion: [3, []],
    blocklistConfirm: [1, ['evil.test/']],
  });
});
