import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeList, FakeService, offline, protectionParts, WARNING } from '../../../test/fixtures/protection.ts';
import { requestGuard } from './request-guard.ts';

const EVIL = 'http://evil.test/x?y=1';
const GO_ON = {};
const stopped = (url: string) => ({ redirectUrl: `${WARNING}#${url}` });
const asks = (guard: ReturnType<typeof requestGuard>, url: string, tabId = 1) => guard({ tabId, frameId: 0, url });

/** A guard over the real protection, fully loaded unless stated otherwise. */
async function guarded({ loaded = true, ready = Promise.resolve() } = {}) {
  const service = new FakeService('evil.test/');
  const parts = await protectionParts(new FakeList('evil.test/', 'collision.test/'), service);
  const judge = {
    loaded,
    ready,
    verdict: (url: string, tabId: number) => parts.protection.verdict(url, tabId),
    resolve: (url: string, tabId: number) => parts.protection.resolve(url, tabId),
  };
  const stops: [number, string, boolean][] = [];
  const tabs = { noteStop: (...stop: [number, string, boolean]) => void stops.push(stop) };
  return { ...parts, judge, service, stops, guard: requestGuard(judge, tabs, WARNING) };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a request', () => {
  test('for a page without a hit goes on in the same turn, and nobody is asked', async () => {
    const { guard, service } = await guarded();
    for (const url of ['http://good.test/', 'https://good.test/evil.test', 'ftp://evil.test/'])
      expect(asks(guard, url)).toEqual(GO_ON);
    expect(service.asked).toEqual([]);
  });

  test('with a hit waits until the service has said that it is listed, and never leaves', async () => {
    const { guard, service } = await guarded();
    let say = () => {};
    service.gate = new Promise((resolve) => {
      say = resolve;
    });
    const answer = asks(guard, EVIL);
    const answered = vi.fn();
    void Promise.resolve(answer).then(answered);
    await vi.waitFor(() => expect(service.asked).toHaveLength(1));
    expect(answered).not.toHaveBeenCalled();
    say();
    expect(await answer).toEqual(stopped(EVIL));
  });

  test('with a hit that is not listed goes on, form and all', async () => {
    const { guard } = await guarded();
    expect(await asks(guard, 'http://collision.test/')).toEqual(GO_ON);
  });

  test('for a site that was confirmed before is stopped in the same turn, offline too', async () => {
    const { guard, service } = await guarded();
    await asks(guard, EVIL);
    service.failure = offline();
    expect(asks(guard, 'https://www.evil.test/other')).toEqual(stopped('https://www.evil.test/other'));
    expect(service.asked).toHaveLength(1);
  });

  test('that cannot be confirmed is stopped, unless the policy is open', async () => {
    const { guard, service, settings } = await guarded();
    service.failure = offline();
    expect(await asks(guard, EVIL)).toEqual(stopped(EVIL));
    settings.failurePolicy = 'open';
    expect(asks(guard, EVIL)).toEqual(GO_ON);
  });

  test('is let through where the person allowed it, in that tab only', async () => {
    const { guard, allowances } = await guarded();
    await asks(guard, EVIL);
    await allowances.grant('evil.test/', 'tab', 7);
    expect(asks(guard, EVIL, 7)).toEqual(GO_ON);
    expect(asks(guard, EVIL, 8)).toEqual(stopped(EVIL));
    expect(asks(guard, EVIL, -1)).toEqual(stopped(EVIL));
  });

  test('goes on where the protection of sites is off', async () => {
    const { guard, settings } = await guarded();
    settings.protectSites = false;
    expect(asks(guard, EVIL)).toEqual(GO_ON);
  });
});

describe('a request that comes before the list is there', () => {
  test('waits for it', async () => {
    let load = () => {};
    const ready = new Promise<void>((resolve) => {
      load = resolve;
    });
    const { guard, judge } = await guarded({ loaded: false, ready });
    const answer = asks(guard, EVIL);
    judge.loaded = true;
    load();
    expect(await answer).toEqual(stopped(EVIL));
  });
});

test('what is stopped is noted for its tab, which may go on as any page could, and not for a frame', async () => {
  const { guard, stops, protection } = await guarded();
  await protection.resolve(EVIL);
  await guard({ tabId: 1, frameId: 0, url: EVIL });
  await guard({ tabId: 2, frameId: 4, url: EVIL });
  expect(stops).toEqual([[1, EVIL, false]]);
});
