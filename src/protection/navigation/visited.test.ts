import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSession } from '../../../test/fixtures/protection.ts';
import { Visited } from './visited.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('pages that come together are one write, which does not stand in their way, and the next worker knows them', async () => {
  const session = new FakeSession();
  const write = vi.spyOn(session, 'set');
  const visited = new Visited(session);
  for (const tabId of [1, 2, 3]) visited.add(tabId, `https://${tabId}.test/`);
  visited.forgetTab(2);
  expect(write).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(write).toHaveBeenCalledTimes(1);
  const next = new Visited(session);
  await next.load();
  expect(next.all).toEqual([
    { tabId: 1, url: 'https://1.test/' },
    { tabId: 3, url: 'https://3.test/' },
  ]);
});

test('a page that came while one was written is written too', async () => {
  const session = new FakeSession();
  const visited = new Visited(session);
  visited.add(1, 'https://1.test/');
  await vi.advanceTimersByTimeAsync(1_000);
  visited.add(1, 'https://2.test/');
  await vi.advanceTimersByTimeAsync(1_000);
  const next = new Visited(session);
  await next.load();
  expect(next.all).toHaveLength(2);
});
