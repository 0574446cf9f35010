import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { rehearseReport } from './rehearsal.ts';

const ENDPOINT = { baseUrl: 'https://service.test', apiKey: 'k' };

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('a rehearsed report comes to its request, sends nothing and leaves nothing', async () => {
  const sending = vi.spyOn(globalThis, 'fetch');
  const rehearsal = await rehearseReport('http://a.example/', async () => ENDPOINT);
  expect(rehearsal).toMatchObject({
    kind: 'ready',
    request: { method: 'POST', url: 'https://service.test/api/v2/report/create' },
  });
  expect(rehearsal.kind === 'ready' && rehearsal.request.bytes).toBeGreaterThan('http://a.example/'.length);
  expect(sending).not.toHaveBeenCalled();
  expect(await indexedDB.databases()).toEqual([]);
});

test('a rehearsed report that would have to wait says why, in the words of a real one', async () => {
  const rehearsal = await rehearseReport('http://a.example/', async () => null);
  expect(rehearsal).toEqual({ kind: 'waiting', cause: 'noKey' });
});
