import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import type { OutgoingRequest } from '../../api/outgoing.ts';
import type { TrafficKept } from '../../settings/catalogue.ts';
import { TrafficLog } from './traffic-log.ts';

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
  const answered = log().observe(request({ what: 'reportCreate', method: 'POST', body: '{"a":"ü"}' }));
  answered(200);
  await expect.poll(async () => (await log().all())[0]?.status).toBe(200);
  const [sent] = await log().all();
  expect(sent).toMatchObject({
    times: [now],
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
  traffic.observe(request({ what: 'reportCreate', body: form }));
  expect((await traffic.all())[0]).toMatchObject({ body: 'files: picture.png, 5 bytes', bytes: 5 });
});

test('requests are remembered for a day, or a week where that is wanted', async () => {
  const traffic = log();
  traffic.observe(request())(200);
  await traffic.all();
  now += 25 * HOUR;
  expect(await traffic.all()).toEqual([]);
  kept = 'week';
  expect(await traffic.all()).toHaveLength(1);
});

test('what a private window brought about is kept in memory alone, and counts nothing', async () => {
  const traffic = log();
  traffic.observe(request({ isPrivate: Promise.resolve(true) }))(200);
  await expect.poll(async () => (await traffic.all())[0]?.status).toBe(200);
  expect(await log().all()).toEqual([]);
  expect(counted).toEqual([]);
  traffic.observe(request())(200);
  await traffic.forgetPrivate();
  expect(await traffic.all()).toHaveLength(1);
});

test('all of it can be forgotten', async () => {
  const traffic = log();
  traffic.observe(request())(200);
  await traffic.forget();
  expect(await traffic.all()).toEqual([]);
});

test('identical requests of one hour are one, with what a question was about, also across workers', async () => {
  const reason = (about: string) => ({ cause: 'navigation', about: [about] });
  for (const minute of [0, 1, 2]) {
    now = (100 + minute / 60) * HOUR;
    const traffic = log();
    traffic.observe(request())(200);
    const question = request({
      what: 'blocklistConfirm',
      body: '{"prefixes":["ab12"]}',
      reason: reason(`${minute}.test/`),
    });
    traffic.observe(question)(200);
    await traffic.all();
  }
  const all = await log().all();
  expect(Object.fromEntries(all.map(({ what, times, about }) => [what, [times.length, about]]))).toEqual({
    blocklistVersion: [3, []],
    blocklistConfirm: [3, ['2.test/', '1.test/', '0.test/']],
  });
  expect(counted).toHaveLength(6);
});
