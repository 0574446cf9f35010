import * as z from 'zod/mini';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Profile } from '../../test/fixtures/profile.ts';
import { FakeList, WARNING } from '../../test/fixtures/protection.ts';
import { allowanceOf } from './allowance/allowance.ts';
import { ProtectionStore } from './store.ts';
import { answersOf } from './warning/answers.ts';

let profile: Profile;
const MINUTE_MS = 60_000;
/** The database of the tests needs the other timers. */
const ONLY_TIME = { toFake: ['setTimeout', 'clearTimeout', 'Date'] } as const satisfies Parameters<
  typeof vi.useFakeTimers
>[0];
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  profile = new Profile();
  vi.stubGlobal('fetch', profile.fetch);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const EVIL = 'https://evil.test/login';
const warningIn = (tabId: number) => ({ url: `${WARNING}#${EVIL}`, frameId: 0, tab: { id: tabId } });

describe('before the list is read', () => {
  test('a guard waits for its verdict', async () => {
    let load = () => {};
    profile.list.ready = new Promise((resolve) => {
      load = resolve;
    });
    const answers = answersOf(profile.make());
    const answered = vi.fn();
    const asked = answers.guardCheck({ url: EVIL }, { url: EVIL, frameId: 0, tab: { id: 1 } }).finally(answered);
    // By then everything else that a verdict needs has been read.
    for (let reads = 0; reads < 5; reads += 1) await new ProtectionStore().load('buckets', z.unknown());
    expect(answered).not.toHaveBeenCalled();
    load();
    expect(await asked).toEqual({ kind: 'checking' });
  });
});

test('a database that hangs delays a verdict by a few seconds, and is reported as a problem', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest());
  const worker = profile.make();
  const ready = vi.fn();
  void worker.ready.then(ready);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(ready).toHaveBeenCalled();
  expect(worker.verdict(EVIL)?.kind).toBe('checking');
  expect((await worker.resolve(EVIL))?.kind).toBe('blocked');
  expect(worker.store.problem?.kind).toBe('broken');
  open.mockRestore();
});

test('an organization’s rules hold where the person’s choices cannot be read, and those hold once they can be', async () => {
  const worker = profile.make({ ...profile.settings, openListed: 'nobody' });
  await worker.ready;
  expect([worker.settings.openListed, worker.hasPersonal]).toEqual(['nobody', false]);
  await profile.set({ openListed: 'withReason' });
  expect([worker.settings.openListed, worker.hasPersonal]).toEqual(['withReason', true]);
});

describe('at every start', () => {
  test('an open tab of a listed site goes to the warning page, others stay', async () => {
    profile.open(1, EVIL);
    profile.open(2, 'https://good.test/');
    profile.open(3, 'chrome://settings');
    await profile.wake();
    expect([...profile.tabs.values()].map(({ url }) => url)).toEqual([
      `${WARNING}#${EVIL}`,
      'https://good.test/',
      'chrome://settings',
    ]);
  });

  test('a page in use is not taken away because the service cannot be reached', async () => {
    profile.online = false;
    profile.open(1, EVIL);
    await profile.wake();
    expect(profile.tabs.get(1)?.url).toBe(EVIL);
  });

  test('rules that the browser lost are put back', async () => {
    const { worker } = await profile.wake();
    await worker.resolve(EVIL);
    profile.rules.session.clear();
    await profile.wake();
    expect(profile.rules.stopped).toEqual(['evil.test']);
  });

  test('a host that left the list while no worker lived leaves the rules', async () => {
    const { worker } = await profile.wake();
    await worker.resolve(EVIL);
    profile.list.set();
    await profile.wake();
    expect(profile.rules.stopped).toEqual([]);
  });
});

test('a site that is listed while it is open in a tab is stopped there', async () => {
  profile.list.set();
  await profile.wake();
  profile.open(1, EVIL);
  profile.list.set('evil.test/');
  await vi.waitFor(() => expect(profile.tabs.get(1)?.url).toBe(`${WARNING}#${EVIL}`));
});

test('a person is notified once of a site that is listed while it is open, also where its page is slow to leave', async () => {
  profile.list.set();
  const { worker } = await profile.wake();
  profile.open(1, EVIL);
  let leave = () => {};
  profile.leaving = new Promise<void>((resolve) => {
    leave = resolve;
  });
  await profile.list.set('evil.test/');
  await vi.waitFor(() => expect(profile.listedWhileOpen).toEqual([EVIL]));
  await worker.sweep((_, url) => profile.listedWhileOpen.push(url));
  leave();
  await vi.waitFor(() => expect(profile.tabs.get(1)?.url).toBe(`${WARNING}#${EVIL}`));
  expect(profile.listedWhileOpen).toEqual([EVIL]);
});

describe('a site that is listed while it is open in a frame', () => {
  const open = async () => {
    profile.list.set();
    await profile.wake();
    profile.open(1, 'https://good.test/');
    profile.frames.set(1, [
      { frameId: 0, url: 'https://good.test/' },
      { frameId: 7, url: EVIL, documentId: 'd' },
    ]);
  };

  test('has its tab taken to the warning about it, because nothing else ends it', async () => {
    await open();
    vi.useFakeTimers(ONLY_TIME);
    await profile.list.set('evil.test/');
    await vi.waitFor(() => expect(profile.asked).toHaveLength(1));
    expect(profile.tabs.get(1)?.url).toBe('https://good.test/');
    await vi.waitFor(() => {
      vi.advanceTimersByTime(1_000);
      expect(profile.tabs.get(1)?.url).toBe(`${WARNING}#${EVIL}`);
    });
  });

  test('stays there while the service cannot be reached', async () => {
    profile.online = false;
    await open();
    vi.useFakeTimers(ONLY_TIME);
    await profile.list.set('evil.test/');
    await vi.waitFor(() => expect(profile.asked).toHaveLength(1));
    expect(profile.tabs.get(1)?.url).toBe('https://good.test/');
    profile.online = true;
    await vi.waitFor(async () => {
      vi.advanceTimersByTime(MINUTE_MS);
      await profile.poll();
      expect(profile.tabs.get(1)?.url).toBe(`${WARNING}#${EVIL}`);
    });
  });
});

test('a site that is listed while it is open, and the service is slow or down, is stopped once the service answers', async () => {
  profile.list.set();
  await profile.wake();
  profile.open(1, EVIL);
  profile.online = false;
  vi.useFakeTimers(ONLY_TIME);
  await profile.list.set('evil.test/');
  for (const questions of [1, 2, 3]) {
    await vi.waitFor(async () => {
      vi.advanceTimersByTime(MINUTE_MS);
      await profile.poll();
      expect(profile.asked.length).toBeGreaterThanOrEqual(questions);
    });
    expect(profile.tabs.get(1)?.url).toBe(EVIL);
  }
  profile.online = true;
  await vi.waitFor(async () => {
    vi.advanceTimersByTime(MINUTE_MS);
    await profile.poll();
    expect(profile.tabs.get(1)?.url).toBe(`${WARNING}#${EVIL}`);
  });
});

test.each<[string, () => Promise<unknown>]>([
  [
    'the service was down',
    async () => {
      await profile.wake();
      profile.online = false;
      await profile.list.set('evil.test/');
      profile.online = true;
    },
  ],
  ['the worker ended before it looked', async () => void Object.assign(profile, { list: new FakeList('evil.test/') })],
])('a site that is listed while it is open is stopped by the next worker where %s', async (_, listIt) => {
  profile.list.set();
  await profile.wake();
  profile.open(1, EVIL);
  await listIt();
  await profile.wake();
  expect(profile.tabs.get(1)?.url).toBe(`${WARNING}#${EVIL}`);
});

describe('going on anyway', () => {
  test('is stored and has its rule before the answer, and outlives the worker', async () => {
    const { answers } = await profile.wake();
    await answers.warningDescribe({ url: EVIL, waits: true }, warningIn(4));
    await answers.warningProceed({ url: EVIL, scope: 'tab' }, warningIn(4));
    expect([...profile.rules.session.values()].find(({ action }) => action.type === 'allow')?.condition).toMatchObject({
      requestDomains: ['evil.test'],
      tabIds: [4],
    });
    const { worker } = await profile.wake();
    expect(worker.verdict('https://www.evil.test/after-a-redirect', 4)?.kind).toBe('permitted');
    expect(worker.verdict(EVIL, 5)?.kind).toBe('blocked');
  });

  test('is listed, and revoking it stops the page that is open because of it', async () => {
    const { answers, allowed } = await profile.wake();
    await answers.warningProceed({ url: EVIL, scope: 'always' }, warningIn(4));
    profile.open(4, EVIL);
    const allowances = await allowed.list();
    expect(allowances).toMatchObject([{ expression: 'evil.test/', scope: 'always' }]);
    await allowed.revoke(allowances[0]!.id);
    await vi.waitFor(() => expect(profile.tabs.get(4)?.url).toBe(`${WARNING}#${EVIL}`));
  });

  test('that was taken back by mistake comes back as it was, also after the worker has died', async () => {
    const { answers, allowed } = await profile.wake();
    await answers.warningProceed({ url: EVIL, scope: 'day' }, warningIn(4));
    const [before] = await allowed.list();
    const named = { ...before!, reason: 'My own shop' };
    await allowed.put([named]);
    expect(await allowed.list()).toEqual([named]);
    await allowed.revoke(named.id);
    const later = await profile.wake();
    expect(later.worker.verdict(EVIL, 4)?.kind).toBe('blocked');
    expect(await later.allowed.put([named])).toEqual([true]);
    expect(await later.allowed.list()).toEqual([named]);
    expect(later.worker.verdict(EVIL, 4)?.kind).toBe('permitted');
  });

  test('in one tab is made to last from the settings, and then ends with no tab', async () => {
    const { answers, allowed } = await profile.wake();
    await answers.warningProceed({ url: EVIL, scope: 'tab' }, warningIn(4));
    await allowed.put([allowanceOf('evil.test/', 'always', { now: Date.now() })]);
    expect(await allowed.list()).toHaveLength(1);
    profile.session.held = {};
    const { worker } = await profile.wake();
    expect(worker.verdict(EVIL, 9)?.kind).toBe('permitted');
  });

  test('by a file opens nothing that is not confirmed where the policy is closed', async () => {
    const { allowed } = await profile.wake();
    await profile.set({ failurePolicy: 'closed' });
    const wanted = ['evil.test/', 'other.test/', 'TWITTER:evil'];
    const added = await allowed.put(wanted.map((expression) => allowanceOf(expression, 'always', { now: 1 })));
    expect(added).toEqual([true, false, false]);
    const [stored] = await allowed.list();
    expect(stored?.expression).toBe('evil.test/');
    await allowed.revoke(stored!.id);
    await profile.set({ failurePolicy: 'closed' });
    profile.listed = [];
    expect(await allowed.put([{ ...stored!, expression: 'other.test/' }])).toEqual([false]);
  });

  test('is refused for an unconfirmed site where the policy is closed, and open where it is not', async () => {
    profile.online = false;
    const { answers } = await profile.wake();
    await profile.set({ failurePolicy: 'closed' });
    const { verdict, policy } = await answers.warningDescribe({ url: EVIL, waits: true }, warningIn(4));
    expect([verdict.kind, policy]).toEqual(['unconfirmed', 'closed']);
    const proceed = () => answers.warningProceed({ url: EVIL, scope: 'day' }, warningIn(4));
    await expect(proceed()).rejects.toThrow('could not be confirmed');
    await profile.set({ failurePolicy: 'warn' });
    await proceed();
  });

  test.each([
    ['nobody', undefined, 'does not let listed sites be opened'],
    ['withReason', '  ', 'only by who writes down why'],
  ] as const)('is refused where the organization says %s', async (openListed, reason, problem) => {
    const { answers, allowed } = await profile.wake();
    await profile.set({ openListed });
    const proceed = (scope: 'tab' | 'day' | 'always') =>
      answers.warningProceed({ url: EVIL, scope, reason }, warningIn(4));
    for (const scope of ['tab', 'day', 'always'] as const) await expect(proceed(scope)).rejects.toThrow(problem);
    expect(await allowed.list()).toEqual([]);
  });

  test('is kept with the reason that the organization asks for, and lasts no longer than it offers', async () => {
    const { answers, allowed } = await profile.wake();
    await profile.set({ openListed: 'withReason', openLongest: 'day' });
    const proceed = (scope: 'day' | 'always') =>
      answers.warningProceed({ url: EVIL, scope, reason: ' Invoice 17 ' }, warningIn(4));
    await expect(proceed('always')).rejects.toThrow('for so long');
    await proceed('day');
    expect(await allowed.list()).toMatchObject([{ scope: 'day', reason: 'Invoice 17' }]);
  });

  test('by a file or from the settings goes no further than the organization says', async () => {
    const { answers, allowed } = await profile.wake();
    await answers.warningProceed({ url: EVIL, scope: 'day', reason: 'Invoice 17' }, warningIn(4));
    const [stored] = await allowed.list();
    await profile.set({ openListed: 'withReason', openLongest: 'day' });
    const given = { now: Date.now(), reason: 'Invoice 18' };
    const wanted = [
      allowanceOf('other.test/', 'day', { now: Date.now() }),
      allowanceOf('other.test/', 'always', given),
      allowanceOf('other.test/', 'day', given),
      { ...stored!, reason: '' },
      { ...stored!, reason: 'Invoice 19' },
    ];
    expect(await allowed.put(wanted)).toEqual([false, false, true, false, true]);
    await profile.set({ openListed: 'nobody' });
    expect(await allowed.put([stored!])).toEqual([false]);
  });

  test('given earlier does not count while the organization forbids it, and its open page is stopped', async () => {
    const { answers, worker } = await profile.wake();
    await answers.warningProceed({ url: EVIL, scope: 'always' }, warningIn(4));
    profile.open(4, EVIL);
    await profile.set({ openListed: 'nobody' });
    expect(worker.verdict(EVIL, 4)?.kind).toBe('blocked');
    expect(profile.tabs.get(4)?.url).toBe(`${WARNING}#${EVIL}`);
    expect(profile.rules.stopped).toEqual(['evil.test']);
    await profile.set({ openListed: 'freely' });
    expect(worker.verdict(EVIL, 4)?.kind).toBe('permitted');
  });

  test('of anything but a web page is refused', async () => {
    const { answers } = await profile.wake();
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'chrome://settings', ''])
      await expect(answers.warningProceed({ url, scope: 'always' }, warningIn(4))).rejects.toThrow('http');
  });
});

test('a warning that turns out wrong leaves no rule that would send the person back', async () => {
  const { answers } = await profile.wake();
  await answers.warningDescribe({ url: EVIL, waits: true }, warningIn(4));
  expect(profile.rules.stopped).toEqual(['evil.test']);
  profile.list.set();
  const { verdict } = await answers.warningDescribe({ url: EVIL, waits: false }, warningIn(4));
  expect(verdict.kind).toBe('clear');
  expect(profile.rules.stopped).toEqual([]);
});

test('switching the protection of sites off takes the rules away, on puts them back', async () => {
  const { worker } = await profile.wake();
  await worker.resolve(EVIL);
  await profile.set({ protectSites: false });
  expect(profile.rules.stopped).toEqual([]);
  await profile.set({ protectSites: true });
  expect(profile.rules.stopped).toEqual(['evil.test']);
});

test('the record of the scams that a person met can be erased; they are stopped all the same', async () => {
  const { worker } = await profile.wake();
  await worker.resolve(EVIL);
  await worker.forgetConfirmed();
  expect([worker.verdict(EVIL)?.kind, profile.rules.stopped]).toEqual(['checking', []]);
  const rows = await Promise.all(
    (['hosts', 'buckets'] as const).map((name) => new ProtectionStore().load(name, z.unknown())),
  );
  expect(rows.map(({ size }) => size)).toEqual([0, 0]);
  expect((await worker.resolve(EVIL))?.kind).toBe('blocked');
});

test('is erased from the disk by a second press where the first one failed', async () => {
  const { worker } = await profile.wake();
  await worker.resolve(EVIL);
  for (const name of ['delete', 'clear'] as const)
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(() => {
      throw new Error('No');
    });
  await expect(worker.forgetConfirmed()).rejects.toThrow();
  vi.restoreAllMocks();
  await worker.forgetConfirmed();
  expect((await new ProtectionStore().load('hosts', z.unknown())).size).toBe(0);
});

test('another service is asked about what the former one did not list', async () => {
  const { worker } = await profile.wake();
  profile.listed = [];
  expect((await worker.resolve(EVIL))?.kind).toBe('clear');
  await worker.forgetAnswers();
  expect(worker.verdict(EVIL)?.kind).toBe('checking');
});

describe('what a private window brings about', () => {
  /** Everything on disk: the database and the dynamic rules. */
  const stored = async () => {
    const store = new ProtectionStore();
    const tables = ['buckets', 'hosts', 'allowances'] as const;
    const rows = await Promise.all(tables.map((table) => store.load(table, z.unknown())));
    return [...rows.flatMap((table) => [...table]), ...profile.rules.dynamic.values()];
  };

  test('is stopped there, and leaves nothing on disk and no rule visible in another window', async () => {
    profile.privateTabs.add(4);
    const { worker } = await profile.wake();
    expect((await worker.resolve(EVIL, 4))?.kind).toBe('blocked');
    expect((await worker.resolve(EVIL, 4))?.kind).toBe('blocked');
    expect([await stored(), profile.rules.stopped, profile.asked.length]).toEqual([[], [], 1]);
  });

  test('is stored once another window brings it about as well', async () => {
    profile.privateTabs.add(4);
    const { worker } = await profile.wake();
    await worker.resolve(EVIL, 4);
    await worker.resolve(EVIL, 5);
    expect(profile.rules.stopped).toEqual(['evil.test']);
  });

  test('is not stored when the list changes, nor with an answer that another window got later', async () => {
    profile.listed = ['evil.test/', 'other.test/'];
    profile.privateTabs.add(4);
    const { worker } = await profile.wake();
    await worker.resolve(EVIL, 4);
    await profile.list.set('evil.test/', 'other.test/');
    expect(await stored()).toEqual([]);
    await worker.resolve('https://other.test/', 5);
    expect(JSON.stringify(await stored())).not.toContain('evil.test');
  });
});

describe('a guard', () => {
  test('cannot ask about another site than its own', async () => {
    const { answers } = await profile.wake();
    const asker = { url: 'https://good.test/', frameId: 2, tab: { id: 1 } };
    expect(await answers.guardResolve({ url: EVIL, isInUse: false, hits: [] }, asker)).toEqual({ kind: 'clear' });
    expect(profile.asked).toEqual([]);
  });

  test('of a document without an address of its own asks about its origin', async () => {
    const { answers } = await profile.wake();
    const asker = { url: 'blob:https://evil.test/1', frameId: 0, tab: { id: 1 } };
    expect(await answers.guardResolve({ url: 'https://evil.test/', isInUse: false, hits: [] }, asker)).toEqual({
      kind: 'blocked',
    });
  });
});
