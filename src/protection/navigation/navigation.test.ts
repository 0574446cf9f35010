import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeSession, WARNING } from '../../../test/fixtures/protection.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { StoppedNavigations } from '../warning/stopped-navigations.ts';
import { type Judge, NavigationGuard } from './navigation.ts';

const verdictOf = (kind: Verdict['kind']): Verdict => ({
  kind,
  asset: { type: 'URL', content: 'evil.test' },
  expression: 'evil.test/',
  confirmation: 'none',
  checkedAt: 1,
});

/** A judge whose verdicts a test sets, and whose settlements it releases. */
class FakeJudge implements Judge {
  loaded = true;
  ready: Promise<void> = Promise.resolve();
  readonly kinds = new Map<string, Verdict['kind']>();
  #waiting: (() => void)[] = [];

  verdict(url: string): Verdict {
    return verdictOf(this.kinds.get(new URL(url).hostname) ?? 'clear');
  }
  async settle(url: string): Promise<Verdict> {
    if (this.verdict(url).kind === 'checking') await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.verdict(url);
  }
  async settled(host: string, kind: Verdict['kind']): Promise<void> {
    this.kinds.set(host, kind);
    for (const go of this.#waiting.splice(0)) go();
    await vi.advanceTimersByTimeAsync(0);
  }
}

let judge: FakeJudge;
let shown: [number, string][];
let tabs: Map<number, { url: string; pendingUrl?: string }>;
let guard: NavigationGuard;
let stops: StoppedNavigations;

beforeEach(async () => {
  vi.useFakeTimers();
  judge = new FakeJudge();
  shown = [];
  tabs = new Map();
  const port = {
    update: async (tabId: number, { url }: { url: string }) => void shown.push([tabId, url]),
    discard: async (id: number) => ({ id }),
    reach: async () => undefined,
    get: async (tabId: number) => {
      const tab = tabs.get(tabId);
      if (!tab) throw new Error(`No tab with id: ${tabId}.`);
      return tab;
    },
  };
  stops = new StoppedNavigations(new FakeSession(), WARNING);
  await stops.load();
  guard = new NavigationGuard(judge, port, stops, WARNING);
});

const EVIL = 'http://evil.test/x?y=1';
const began = (tabId: number, url: string, more = {}) => guard.onBeforeNavigate({ tabId, frameId: 0, url, ...more });
const requested = (tabId: number, url: string, requestId: string, method = 'GET') =>
  guard.onBeforeRequest({ tabId, frameId: 0, url, requestId, method });
const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('at the beginning of a navigation', () => {
  test('a blocked address gives way in the same turn', () => {
    judge.kinds.set('evil.test', 'blocked');
    began(1, EVIL);
    expect(shown).toEqual([[1, `${WARNING}#${EVIL}`]]);
  });

  test('a hit whose confirmation is open gives way at once as well', () => {
    judge.kinds.set('evil.test', 'checking');
    began(1, EVIL);
    expect(shown).toHaveLength(1);
  });

  test('nothing happens to clear addresses and to anything that is not http', () => {
    for (const url of ['http://good.test/', 'chrome://settings', 'about:blank', 'file:///x']) began(1, url);
    expect(shown).toEqual([]);
  });

  test('a page that is only loaded ahead is never acted on', () => {
    judge.kinds.set('evil.test', 'blocked');
    began(1, EVIL, { documentLifecycle: 'prerender' });
    guard.onCommitted({ tabId: 1, frameId: 0, url: EVIL, documentLifecycle: 'prerender' });
    expect(shown).toEqual([]);
  });

  test('a listed frame does not take its page away', async () => {
    judge.kinds.set('evil.test', 'blocked');
    guard.onBeforeNavigate({ tabId: 1, frameId: 4, url: EVIL });
    guard.onCommitted({ tabId: 1, frameId: 4, url: EVIL });
    await later(1_000);
    expect(shown).toEqual([]);
  });
});

describe('a late verdict', () => {
  test('of a cold worker does not touch a tab that moved on', async () => {
    judge.loaded = false;
    let load = () => {};
    judge.ready = new Promise((resolve) => {
      load = resolve;
    });
    judge.kinds.set('evil.test', 'blocked');
    began(1, EVIL);
    began(1, 'http://good.test/');
    began(2, EVIL);
    judge.loaded = true;
    load();
    await later(0);
    expect(shown).toEqual([[2, `${WARNING}#${EVIL}`]]);
  });

  test('about a form does not touch a tab that moved on', async () => {
    judge.kinds.set('evil.test', 'checking');
    guard.onFormSubmit();
    began(1, EVIL);
    requested(1, EVIL, 'r1', 'POST');
    began(1, 'chrome://newtab/');
    await judge.settled('evil.test', 'blocked');
    expect(shown).toEqual([]);
  });

  test('about a page does not touch a tab that shows another one, or is on its way there', async () => {
    judge.kinds.set('evil.test', 'checking');
    for (const tabId of [1, 2, 3]) guard.onCommitted({ tabId, frameId: 0, url: EVIL });
    tabs.set(1, { url: 'http://good.test/' });
    tabs.set(2, { url: EVIL, pendingUrl: 'http://good.test/' });
    tabs.set(3, { url: `${EVIL}#part` });
    await judge.settled('evil.test', 'blocked');
    await later(400);
    expect(shown).toEqual([[3, `${WARNING}#${EVIL}`]]);
  });

  test('in one tab waits for nothing in another', async () => {
    judge.kinds.set('evil.test', 'checking');
    guard.onFormSubmit();
    began(1, EVIL);
    requested(1, EVIL, 'r1', 'POST');
    judge.kinds.set('other.test', 'blocked');
    began(2, 'http://other.test/');
    expect(shown).toEqual([[2, `${WARNING}#http://other.test/`]]);
  });
});

describe('a form', () => {
  beforeEach(() => judge.kinds.set('evil.test', 'checking'));

  test('that is posted is not interrupted before the confirmation', async () => {
    guard.onFormSubmit();
    began(1, EVIL);
    requested(1, EVIL, 'r1', 'POST');
    await later(500);
    expect(shown).toEqual([]);
    await judge.settled('evil.test', 'clear');
    expect(shown).toEqual([]);
  });

  test('that is posted to a listed site gives way when that is confirmed', async () => {
    guard.onFormSubmit();
    began(1, EVIL);
    requested(1, EVIL, 'r1', 'POST');
    await judge.settled('evil.test', 'blocked');
    expect(shown).toHaveLength(1);
  });

  test('that was not posted gives way as soon as its method is known', () => {
    guard.onFormSubmit();
    began(1, EVIL);
    expect(shown).toEqual([]);
    requested(1, EVIL, 'r1', 'GET');
    expect(shown).toHaveLength(1);
  });

  test('whose request never comes gives way after a moment', async () => {
    guard.onFormSubmit();
    began(1, EVIL);
    await later(30);
    expect(shown).toHaveLength(1);
  });
});

describe('a redirect', () => {
  test('to a blocked address is stopped at its hop', () => {
    judge.kinds.set('evil.test', 'blocked');
    began(1, 'http://short.test/');
    requested(1, 'http://short.test/', 'r1');
    requested(1, EVIL, 'r1');
    expect(shown).toEqual([[1, `${WARNING}#${EVIL}`]]);
  });

  test('is not seen in a request of no navigation, such as a prefetch', () => {
    judge.kinds.set('evil.test', 'blocked');
    began(1, 'http://good.test/');
    requested(1, 'http://good.test/', 'r1');
    requested(1, EVIL, 'r2');
    guard.onCommitted({ tabId: 1, frameId: 0, url: 'http://good.test/' });
    requested(1, EVIL, 'r3');
    requested(-1, EVIL, 'r4');
    expect(shown).toEqual([]);
  });
});

describe('a document that was committed', () => {
  test('is left to the guard inside it, and taken away from here when that did not happen', async () => {
    judge.kinds.set('evil.test', 'blocked');
    tabs.set(1, { url: EVIL });
    guard.onCommitted({ tabId: 1, frameId: 0, url: EVIL });
    await later(200);
    expect(shown).toEqual([]);
    await later(200);
    expect(shown).toEqual([[1, `${WARNING}#${EVIL}`]]);
  });

  test('that changed its own address to a listed one is taken away at once', async () => {
    judge.kinds.set('evil.test', 'blocked');
    tabs.set(1, { url: EVIL });
    guard.onHistoryStateUpdated({ tabId: 1, frameId: 0, url: EVIL });
    await later(0);
    expect(shown).toHaveLength(1);
  });

  test('in a tab that was closed is forgotten', async () => {
    judge.kinds.set('evil.test', 'blocked');
    guard.onCommitted({ tabId: 9, frameId: 0, url: EVIL });
    await later(400);
    expect(shown).toEqual([]);
  });
});

describe('who began what is stopped', () => {
  const request = (tabId: number, url: string, initiator?: string) =>
    guard.onBeforeRequest({ tabId, frameId: 0, url, requestId: '1', method: 'GET', initiator });
  const came = (url: string, ...transitionQualifiers: string[]) =>
    guard.onCommitted({ tabId: 1, frameId: 0, url: `${WARNING}#${url}`, transitionQualifiers });

  test.each([
    ['own', undefined],
    ['foreign', 'https://other.test'],
    ['foreign', 'null'],
  ])('is %s where its request was begun by %s', async (initiator, origin) => {
    judge.kinds.set('evil.test', 'blocked');
    began(1, EVIL);
    expect(stops.initiator(1, EVIL)).toBe('foreign');
    request(1, EVIL, origin);
    await later(0);
    expect(stops.initiator(1, EVIL)).toBe(initiator);
  });

  test('is that of the navigation which a rule of the browser took to the warning', () => {
    began(1, 'http://hop.test/');
    request(1, 'http://hop.test/');
    request(1, EVIL);
    came(EVIL, 'server_redirect');
    expect(stops.initiator(1, EVIL)).toBe('own');
  });

  test('is none where a page opened the warning itself, whatever was under way', () => {
    began(1, EVIL);
    request(1, EVIL);
    came(EVIL, 'client_redirect');
    expect(stops.initiator(1, EVIL)).toBeNull();
    came('http://other.test/', 'server_redirect');
    expect(stops.initiator(1, 'http://other.test/')).toBeNull();
  });

  test('is that of the page that is left, and foreign where the page took another address', async () => {
    began(1, EVIL);
    request(1, EVIL);
    guard.onCommitted({ tabId: 1, frameId: 0, url: EVIL });
    guard.recordStop(1, EVIL);
    expect(stops.initiator(1, EVIL)).toBe('own');
    guard.recordStop(1, 'http://evil.test/other');
    expect(stops.initiator(1, 'http://evil.test/other')).toBe('foreign');
  });
});

describe('a page that takes another address by itself', () => {
  const MOVED = 'http://good.test/two';
  const GOOD = 'http://good.test/one';

  test('is distinguished from one that was loaded, also where requests wait for the verdict', () => {
    guard.noteNavigation({ tabId: 1, frameId: 0, url: GOOD });
    expect(guard.hasChangedAddress(1, MOVED, null)).toBe(false);
    guard.onCommitted({ tabId: 1, frameId: 0, url: GOOD });
    expect(guard.hasChangedAddress(1, MOVED, null)).toBe(true);
    expect(guard.hasChangedAddress(1, GOOD, null)).toBe(false);
  });

  test('is distinguished by a worker that was started after it was loaded', () => {
    expect(guard.hasChangedAddress(1, MOVED, GOOD)).toBe(true);
    expect(guard.hasChangedAddress(1, GOOD, GOOD)).toBe(false);
  });
});
