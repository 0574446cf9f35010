import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSession } from '../../../test/fixtures/protection.ts';
import { OpenedWindows, VisitedPages } from './tab-records.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const OPENING = { tabId: 2, sourceTabId: 1, sourceFrameId: 7 };

test('pages that load together are stored in one write, do not wait for it, and are known to the next worker', async () => {
  const session = new FakeSession();
  const write = vi.spyOn(session, 'set');
  const visited = new VisitedPages(session);
  await visited.load();
  for (const tabId of [1, 2, 3]) visited.add(tabId, `https://${tabId}.test/`);
  visited.forgetTab(2);
  expect(write).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(write).toHaveBeenCalledTimes(1);
  const next = new VisitedPages(session);
  await next.load();
  expect(next.all).toEqual([
    { tabId: 1, url: 'https://1.test/' },
    { tabId: 3, url: 'https://3.test/' },
  ]);
});

test('a page that writes its address long, and goes on and on, takes neither the session from others nor their records', async () => {
  const session = new FakeSession();
  const visited = new VisitedPages(session);
  await visited.load();
  visited.add(1, 'https://1.test/');
  for (let at = 0; at < 300; at += 1) visited.add(2, `https://2.test/${at}?${'a'.repeat(200_000)}`);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(JSON.stringify(await session.get('visited')).length).toBeLessThan(300_000);
  expect(visited.all).toHaveLength(51);
  expect(visited.siteOf(1)).toBe('1.test');
  expect(visited.all.at(-1)?.url).toMatch(/^https:\/\/2\.test\/299\?a+$/);
});

test('a page that came while one was written is written too', async () => {
  const session = new FakeSession();
  const visited = new VisitedPages(session);
  await visited.load();
  visited.add(1, 'https://1.test/');
  await vi.advanceTimersByTimeAsync(1_000);
  visited.add(1, 'https://2.test/');
  await vi.advanceTimersByTimeAsync(1_000);
  const next = new VisitedPages(session);
  await next.load();
  expect(next.all).toHaveLength(2);
});

test('the next worker of the session knows the windows that a page opened, until they are closed', async () => {
  const session = new FakeSession();
  const first = new OpenedWindows(session);
  await first.load();
  first.add({ ...OPENING, url: 'about:blank' } as never);
  first.add({ ...OPENING, tabId: 3, sourceTabId: 9 });
  first.add({ ...OPENING, tabId: 4 });
  first.forgetTab(4);
  await vi.advanceTimersByTimeAsync(1_000);
  const second = new OpenedWindows(session);
  await second.load();
  expect(second.of(1)).toEqual([OPENING]);
});

test('what the session holds in another form is left out', async () => {
  const session = new FakeSession();
  await session.set({ 'opened-windows': [{ tabId: 'two' }] });
  const windows = new OpenedWindows(session);
  await windows.load();
  expect(windows.of(1)).toEqual([]);
});

test('the windows of a page are forgotten once its tab shows another one', async () => {
  const windows = new OpenedWindows(new FakeSession());
  await windows.load();
  windows.add(OPENING);
  windows.add({ ...OPENING, sourceTabId: 9 });
  windows.forgetOpener(1);
  expect(windows.of(1)).toEqual([]);
  expect(windows.of(9)).toHaveLength(1);
});

test('the windows of a page are forgotten too where the one after it wakes the worker', async () => {
  const session = new FakeSession();
  await session.set({ 'opened-windows': [OPENING, { ...OPENING, sourceTabId: 9 }] });
  const windows = new OpenedWindows(session);
  windows.forgetOpener(1);
  await windows.load();
  expect(windows.of(1)).toEqual([]);
  expect(windows.of(9)).toHaveLength(1);
});
