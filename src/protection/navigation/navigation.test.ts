import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeSession, WARNING } from '../../../test/fixtures/protection.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { navigationGuard } from './navigation.ts';
import { Tabs } from './tabs.ts';

const EVIL = 'https://evil.test/login';
const FALSE_HIT = 'https://collision.test/';
const GOOD = 'https://good.test/';
const UNSURE = 'https://unsure.test/';
const KINDS: Readonly<Record<string, Verdict['kind']>> = { [EVIL]: 'blocked', [UNSURE]: 'unconfirmed' };

type Shown = { url: string; pendingUrl?: string; mutedInfo?: { muted: boolean } };

/** A browser whose tabs go where they are sent, unless their page stays; the service answers once `answer` is called. */
function browser() {
  const shown = new Map<number, Shown>();
  const sent: string[] = [];
  const discarded: number[] = [];
  const staying = new Set<number>();
  const waiting: (() => void)[] = [];
  const verdict = (url: string): Verdict => ({
    kind: KINDS[url] ?? 'clear',
    asset: { type: 'URL', content: 'evil.test' },
    confirmation: 'confirmed',
    checkedAt: 0,
  });
  const judge = {
    loaded: true,
    ready: Promise.resolve(),
    verdict,
    resolve: async (url: string) => {
      if (url !== GOOD) await new Promise<void>((resolve) => waiting.push(resolve));
      return verdict(url);
    },
  };
  const frames: { frameId: number; documentId: string; url: string }[] = [];
  const replaced: string[] = [];
  const port = {
    extensionId: 'wary',
    update: async (id: number, { url, muted }: { url?: string; muted?: boolean }) => {
      if (muted !== undefined) shown.set(id, { ...shown.get(id)!, mutedInfo: { muted } });
      if (url === undefined) return;
      sent.push(`${id} ${url.replace(WARNING, 'warning')}`);
      if (!staying.has(id)) shown.set(id, { url });
    },
    discard: async (id: number) => {
      discarded.push(id);
      staying.delete(id);
      return { id };
    },
    get: async (id: number) => shown.get(id) ?? { url: 'about:blank' },
    frames: async () => frames,
    replaceFrame: async ({ url }: { url: string }) => replaced.push(url),
  };
  const session = new FakeSession();
  const stops: string[] = [];
  const parts = { session, port, warningPage: WARNING, onStopped: (_: number, url: string) => void stops.push(url) };
  const tabs = new Tabs({ ...parts, mustLeave: (url) => KINDS[url] !== undefined });
  const guard = navigationGuard(judge, tabs, port, WARNING);
  const answer = async () => {
    for (const resolve of waiting.splice(0)) resolve();
    await vi.advanceTimersByTimeAsync(0);
  };
  const go = async (url: string, { commits = true, tabId = 1 } = {}) => {
    guard.onBeforeNavigate({ tabId, frameId: 0, url });
    if (commits) commit(url, tabId);
    await vi.advanceTimersByTimeAsync(0);
  };
  const commit = (url: string, tabId = 1) => {
    shown.set(tabId, { url });
    guard.onCommitted({ tabId, frameId: 0, url });
  };
  return { tabs, guard, session, shown, sent, discarded, staying, frames, replaced, stops, answer, go, commit };
}

const TO_WARNING = `1 warning#${EVIL}`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a tab', () => {
  test.each([true, false])('goes to the warning once, when its verdict comes (committed: %s)', async (commits) => {
    const { sent, answer, go, commit, tabs } = browser();
    await tabs.load();
    await go(EVIL, { commits });
    expect(sent).toEqual([]);
    await answer();
    commit(EVIL);
    await answer();
    await vi.runAllTimersAsync();
    expect(sent).toEqual([TO_WARNING]);
    expect(tabs.stopIn(1, EVIL)).toMatchObject({ loaded: true });
  });

  test('that a rule of the browser has taken to the warning is not taken there again, over a press on it', async () => {
    const { sent, answer, go, shown } = browser();
    await go(EVIL, { commits: false });
    shown.set(1, { url: `${WARNING}#${EVIL}` });
    await answer();
    expect(sent).toEqual([]);
  });

  test('stays where a hit was false, without a step in between', async () => {
    const { sent, answer, go } = browser();
    await go(FALSE_HIT);
    await answer();
    expect(sent).toEqual([]);
  });

  test('that has gone on meanwhile stays where it is', async () => {
    const { sent, answer, go } = browser();
    await go(EVIL, { commits: false });
    await go(GOOD);
    await answer();
    expect(sent).toEqual([]);
  });

  test('is stopped at each hop of a redirect', async () => {
    const { sent, answer, guard, go } = browser();
    await go(GOOD, { commits: false });
    guard.onBeforeRedirect({ tabId: 1, frameId: 0, url: GOOD, redirectUrl: EVIL });
    await answer();
    expect(sent).toEqual([TO_WARNING]);
  });

  test('is not stopped for what is requested ahead of a navigation', async () => {
    const { sent, answer, guard, go } = browser();
    await go(GOOD);
    guard.onBeforeRedirect({ tabId: 1, frameId: 0, url: FALSE_HIT, redirectUrl: EVIL });
    guard.onBeforeNavigate({ tabId: 1, frameId: 0, url: EVIL, documentLifecycle: 'prerender' });
    guard.onCommitted({ tabId: 1, frameId: 0, url: EVIL, documentLifecycle: 'prerender' });
    await answer();
    expect(sent).toEqual([]);
  });

  test('that does not let go is discarded, but not the page before it', async () => {
    const { sent, answer, go, staying, discarded, shown } = browser();
    staying.add(1).add(2);
    await go(EVIL);
    shown.set(2, { url: GOOD });
    await go(EVIL, { commits: false, tabId: 2 });
    await answer();
    await vi.runAllTimersAsync();
    expect(discarded).toEqual([1]);
    expect(sent.filter((each) => each === TO_WARNING)).toHaveLength(2);
  });

  test('whose document takes an address of its own goes only if that is confirmed', async () => {
    const { sent, answer, guard, go } = browser();
    await go(GOOD);
    guard.onHistoryStateUpdated({ tabId: 1, frameId: 0, url: UNSURE });
    await answer();
    expect(sent).toEqual([]);
    guard.onHistoryStateUpdated({ tabId: 1, frameId: 0, url: EVIL });
    await answer();
    expect(sent).toEqual([TO_WARNING]);
  });

  test('is muted while it waits, unless the person has muted it', async () => {
    const { shown, tabs } = browser();
    shown.set(1, { url: EVIL });
    let end = () => {};
    const work = new Promise<void>((resolve) => {
      end = resolve;
    });
    const muting = tabs.muteDuring(1, work);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown.get(1)?.mutedInfo).toEqual({ muted: true });
    end();
    await muting;
    expect(shown.get(1)?.mutedInfo).toEqual({ muted: false });
    shown.set(1, { url: EVIL, mutedInfo: { muted: true } });
    await tabs.muteDuring(1, work);
    expect(shown.get(1)?.mutedInfo).toEqual({ muted: true });
  });
});

describe('what was stopped in a tab', () => {
  test('outlives the worker and ends with the next document', async () => {
    const { tabs, session, stops, answer, go, commit } = browser();
    await tabs.load();
    await go(EVIL, { commits: false });
    await answer();
    commit(`${WARNING}#${EVIL}`);
    expect(stops).toEqual([EVIL]);
    await vi.runAllTimersAsync();
    const next = browser();
    Object.assign(next.session, { held: session.held });
    await next.tabs.load();
    expect(next.tabs.stopIn(1, EVIL)).toMatchObject({ loaded: false });
    expect(next.tabs.stopIn(2, EVIL)).toBeNull();
    next.commit(GOOD);
    expect(next.tabs.stopIn(1, EVIL)).toBeNull();
  });

  test('includes what a browser rule redirected, and nothing that a page opens itself', async () => {
    const { tabs, guard, go, commit } = browser();
    await tabs.load();
    await go(EVIL, { commits: false });
    guard.onBeforeRedirect({ tabId: 1, frameId: 0, url: EVIL, redirectUrl: `${WARNING}#${EVIL}` });
    commit(`${WARNING}#${EVIL}`);
    expect(tabs.stopIn(1, EVIL)).toMatchObject({ loaded: false });
    await go(GOOD);
    commit(`${WARNING}#${EVIL}`);
    expect(tabs.stopIn(1, EVIL)).toBeNull();
  });
});

describe('a listed frame', () => {
  const FRAME = { tabId: 1, frameId: 7, documentId: 'd', url: EVIL };

  test('that gives way to its notice leaves its page alone', async () => {
    const { sent, answer, guard, frames, replaced } = browser();
    frames.push(FRAME);
    guard.onCommitted(FRAME);
    void guard.endFrame(FRAME);
    await answer();
    expect(replaced).toEqual([EVIL]);
    frames.length = 0;
    await vi.runAllTimersAsync();
    expect(sent).toEqual([]);
  });

  test('that is still there some seconds after its verdict takes its tab to the warning about it, once', async () => {
    const { sent, answer, guard, frames } = browser();
    frames.push(FRAME);
    guard.onCommitted(FRAME);
    void guard.endFrame(FRAME);
    await answer();
    await vi.runAllTimersAsync();
    expect(sent).toEqual([TO_WARNING]);
  });
});
