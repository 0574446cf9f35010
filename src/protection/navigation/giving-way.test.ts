import { beforeEach, expect, test, vi } from 'vitest';
import { FakeSession, WARNING } from '../../../test/fixtures/protection.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { StoppedNavigations } from '../warning/stopped-navigations.ts';
import { type Judge, NavigationGuard } from './navigation.ts';

const EVIL = 'http://evil.test/x?y=1';
const SHOWN = `${WARNING}#${EVIL}`;

let kind: Verdict['kind'];
let shown: [number, string][];
let discarded: number[];
let address: string;
let pending: string | undefined;
let isBusy: boolean;
let closedWindowsOf: number[];
let guard: NavigationGuard;
let judge: { -readonly [K in keyof Judge]: Judge[K] };

beforeEach(async () => {
  vi.useFakeTimers();
  kind = 'blocked';
  shown = [];
  discarded = [];
  address = EVIL;
  pending = undefined;
  isBusy = false;
  closedWindowsOf = [];
  const asset = { type: 'URL', content: 'evil.test' } as const;
  const verdict = (): Verdict => ({ kind, asset, expression: 'evil.test/', confirmation: 'none', checkedAt: 1 });
  judge = { loaded: true, ready: Promise.resolve(), verdict, settle: async () => verdict() };
  const tabs = {
    update: async (tabId: number, { url }: { url: string }) => void shown.push([tabId, url]),
    reach: () => (isBusy ? new Promise(() => {}) : Promise.resolve()),
    get: async () => ({ url: address, pendingUrl: pending }),
    discard: async (tabId: number) => {
      discarded.push(tabId);
      return { id: tabId + 100 };
    },
  };
  const stopped = new StoppedNavigations(new FakeSession(), WARNING);
  await stopped.load();
  guard = new NavigationGuard(judge, tabs, stopped, WARNING, (tabId) => closedWindowsOf.push(tabId));
});

const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const moved = () => guard.onHistoryStateUpdated({ tabId: 1, frameId: 0, url: EVIL });
const failed = (error: string, url = SHOWN) => guard.onErrorOccurred({ tabId: 1, frameId: 0, url, error });

test('a page that blocks its warning is discarded, and its tab shows the warning under its new tab id', async () => {
  moved();
  await later(300);
  expect(discarded).toEqual([1]);
  expect(shown).toEqual([
    [1, SHOWN],
    [101, SHOWN],
  ]);
});

test('a page whose warning is under way is dropped only where that takes long', async () => {
  moved();
  await later(100);
  pending = SHOWN;
  await later(300);
  expect(discarded).toEqual([]);
  await later(1_600);
  expect(discarded).toEqual([1]);
});

test('a running page that keeps itself busy is dropped in time, before its warning is opened', async () => {
  isBusy = true;
  moved();
  await later(299);
  expect(discarded).toEqual([1]);
  expect(shown).toEqual([[101, SHOWN]]);
});

test('a busy page that is on its way elsewhere is dropped too, and one that answers is left to go', async () => {
  pending = 'http://never.test/';
  moved();
  await later(400);
  expect(discarded).toEqual([]);
  isBusy = true;
  moved();
  await later(299);
  expect(discarded).toEqual([1]);
});

test('a page that answers and sets out for elsewhere again and again is taken to its warning', async () => {
  pending = 'http://never.test/';
  moved();
  await later(2_500);
  expect(shown).toEqual([]);
  await later(1_000);
  expect(shown[0]).toEqual([1, SHOWN]);
});

test('a page that ran before its guard saw the verdict, and is busy since, is dropped in time', async () => {
  isBusy = true;
  void guard.stopIfListed(1, EVIL, 290, { isRunning: true });
  await later(299);
  expect(discarded).toEqual([1]);
  expect(shown).toEqual([[101, SHOWN]]);
});

test('the windows that a running page filled are closed with the verdict, and those of a page that never ran stay', async () => {
  kind = 'checking';
  moved();
  await later(1);
  expect(closedWindowsOf).toEqual([]);
  kind = 'blocked';
  void guard.stopIfListed(1, EVIL, 0);
  await later(1);
  expect(closedWindowsOf).toEqual([]);
  void guard.stopIfListed(1, EVIL, 300, { isRunning: true });
  await later(1);
  expect(closedWindowsOf).toEqual([1]);
  void guard.endOpenPage(2, EVIL);
  expect(closedWindowsOf).toEqual([1, 2]);
});

test('a page whose warning has started to load gets more time, and is discarded only after very long', async () => {
  moved();
  await later(100);
  guard.onWarningRequest(1);
  pending = SHOWN;
  await later(10_000);
  expect(discarded).toEqual([]);
  await later(6_000);
  expect(discarded).toEqual([1]);
});

test('a page that arrives after its warning started to load gets more time too, and is not sent there twice', async () => {
  guard.onBeforeNavigate({ tabId: 1, frameId: 0, url: EVIL });
  guard.onWarningRequest(1);
  guard.onCommitted({ tabId: 1, frameId: 0, url: EVIL });
  await later(10_000);
  expect(discarded).toEqual([]);
  expect(shown).toEqual([[1, SHOWN]]);
  await later(6_000);
  expect(discarded).toEqual([1]);
});

test('a page that its guard sends to the warning while the worker starts is not sent there twice', async () => {
  let start = () => {};
  judge.loaded = false;
  judge.ready = new Promise((resolve) => {
    start = resolve;
  });
  guard.onBeforeNavigate({ tabId: 1, frameId: 0, url: EVIL });
  guard.onWarningRequest(1);
  judge.loaded = true;
  start();
  await later(100);
  expect(shown).toEqual([]);
  await later(17_000);
  expect(discarded).toEqual([1]);
});

test('a page that navigates away after its warning started to load is discarded when it comes back', async () => {
  moved();
  await later(100);
  guard.onWarningRequest(1);
  guard.onBeforeNavigate({ tabId: 1, frameId: 0, url: 'http://other.test/' });
  await later(600);
  expect(discarded).toEqual([1]);
});

test('a page that stopped its warning after it had begun is dropped', async () => {
  moved();
  await later(100);
  guard.onWarningRequest(1);
  pending = SHOWN;
  await later(1_000);
  failed('net::ERR_ABORTED');
  await later(1_200);
  expect(discarded).toEqual([1]);
});

test('a page that changes its own address while it is asked to leave is dropped all the same', async () => {
  void guard.endOpenPage(1, EVIL);
  await later(100);
  address = 'http://evil.test/x?y=2';
  await later(300);
  expect(discarded).toEqual([1]);
  expect(shown.at(-1)).toEqual([101, `${WARNING}#${address}`]);
});

test('a tab that shows another site is left alone, listed or not: that page has its own warning', async () => {
  void guard.endOpenPage(1, EVIL);
  await later(100);
  address = 'http://other.test/';
  await later(300);
  expect(discarded).toEqual([]);
});

test('a page that gives way is not dropped', async () => {
  moved();
  await later(100);
  address = SHOWN;
  await later(300);
  expect(discarded).toEqual([]);
});

test('a page that its warning has opened again is not dropped', async () => {
  moved();
  await later(100);
  kind = 'clear';
  await later(300);
  expect(discarded).toEqual([]);
});

test('the worker opens a warning, once, if the page forbids its document to navigate there', () => {
  for (let time = 0; time < 3; time += 1) failed('net::ERR_BLOCKED_BY_CLIENT');
  expect(shown).toEqual([[1, SHOWN]]);
  guard.onCommitted({ tabId: 1, frameId: 0, url: SHOWN });
  failed('net::ERR_BLOCKED_BY_CLIENT');
  expect(shown).toHaveLength(2);
});

test('a warning that the person left is not opened again, nor for any other address', () => {
  failed('net::ERR_ABORTED');
  failed('net::ERR_BLOCKED_BY_CLIENT', EVIL);
  expect(shown).toEqual([]);
});
