import { isOnDisk } from '../e2e/harness/disk.ts';
import { reported } from '../e2e/harness/reviewer.ts';
import type { Firefox } from '../measure/leaks/browser/firefox.ts';
import { serve } from '../measure/leaks/kind/kind.ts';
import { PLAIN } from '../measure/leaks/kind/kinds.ts';
import { follow } from '../measure/leaks/way/way.ts';
import { expect, test } from './test.ts';

/** One host for another window, two for a private window; the last while the service is unreachable. */
const [MET, PRIVATE, OFFLINE] = ['m586.matrix.test', 'm587.matrix.test', 'm588.matrix.test'] as const;
const START = 'http://start.example/';

type Api = {
  declarativeNetRequest: { getDynamicRules(): Promise<unknown[]> };
  runtime: { sendMessage(message: object): Promise<unknown> };
  storage: { local: { get(keys: null): Promise<object> } };
};

/** Everything that the extension has stored for longer than a session, as text. */
const stored = (firefox: Firefox): Promise<string> =>
  firefox.inside(async () => {
    const { declarativeNetRequest, storage } = (globalThis as unknown as { browser: Api }).browser;
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const rows: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name!));
      for (const table of database.objectStoreNames) {
        const store = database.transaction(table).objectStore(table);
        rows.push(await settled(store.getAllKeys()), await settled(store.getAll()));
      }
      database.close();
    }
    const others = await Promise.all([declarativeNetRequest.getDynamicRules(), storage.local.get(null)]);
    return JSON.stringify([rows, others]);
  }, undefined);

/** Whether files contain a word, either plain or as an IndexedDB key, in which Firefox adds one to each character. */
const isKept = (profile: string, word: string): boolean =>
  [Buffer.from(word), Buffer.from(word).map((byte) => byte + 1)].some((bytes) => isOnDisk(profile, Buffer.from(bytes)));

test('the welcome page explains private windows until the extension is allowed in them', async ({ rig }) => {
  const { browser: firefox } = rig;
  const welcome = await firefox.open(firefox.url('welcome.html'));
  await welcome.shows('Private windows aren’t protected');
  await welcome.shows('Run in Private Windows');
  await welcome.close();
  const popup = await firefox.open(firefox.url('popup.html'));
  await popup.shows('Private windows aren’t protected');
  await popup.close();
  await (await firefox.open(START, { isPrivate: true })).close();
  const allowed = await firefox.open(firefox.url('welcome.html'));
  await allowed.reads(['complete']);
  await expect
    .poll(() => allowed.evaluate(() => document.body.innerText, undefined))
    .not.toContain('Private windows aren’t protected');
  await allowed.close();
});

test('a private window is protected, even offline, and leaves nothing on the disk', { tag: '@smoke' }, async ({
  rig,
}) => {
  const { browser: firefox, site, relay } = rig;
  site.on('start.example', '/', '<!doctype html><h1>start</h1>');
  for (const host of [MET, PRIVATE, OFFLINE]) serve(site, host, PLAIN);
  const warned = async (host: string, isPrivate: boolean) => {
    const tab = await firefox.open(START, { isPrivate });
    await tab.at(START); // After the browser's own first page.
    await tab.shows('start');
    await follow(tab, `http://${host}/`);
    await tab.at(`${firefox.url('warning.html')}#http://${host}/`);
    await tab.shows('Go back');
    expect(site.requestsTo(host)).toEqual([]);
    return tab;
  };
  await (await warned(MET, false)).close();

  const tab = await warned(PRIVATE, true);
  await tab.front();
  await tab.click('Details');
  await tab.click('Open anyway');
  await tab.shows('Only in this tab');
  // The driver cannot focus a private window, and without focus the button accepts no click. So its message is sent
  // directly, with the longest scope that a page could request.
  await tab.evaluate(
    (url) =>
      (globalThis as unknown as { browser: Api }).browser.runtime.sendMessage({
        name: 'warningProceed',
        id: crypto.randomUUID(),
        request: { url, scope: 'always' },
      }),
    `http://${PRIVATE}/`,
  );
  await tab.visit(`http://${PRIVATE}/`);
  await tab.at(`http://${PRIVATE}/`);

  relay.fault = (_, response) => Boolean(response.destroy());
  await (await warned(OFFLINE, true)).close();
  relay.fault = undefined;

  await expect.poll(() => stored(firefox)).toContain(MET);
  const profile = await firefox.profile();
  await expect.poll(() => isKept(profile, MET)).toBe(true);
  for (const host of [PRIVATE, OFFLINE]) {
    expect(await stored(firefox)).not.toContain(host);
    expect(isKept(profile, host)).toBe(false);
  }
  const { allowances } = await firefox.send<{ allowances: { expression: string; scope: string }[] }>('allowancesList');
  expect(allowances.filter(({ expression }) => expression === `${PRIVATE}/`)).toMatchObject([{ scope: 'tab' }]);
});

test('a report written in a private window is kept on the disk until it is sent, and no longer', {
  tag: '@smoke',
}, async ({ rig }) => {
  const { browser: firefox, relay, service } = rig;
  const host = 'reported-in-private.example';
  relay.fault = ({ path }, response) => {
    if (!path.includes('/report/')) return false;
    response.destroy();
    return true;
  };
  const popup = await firefox.open(firefox.url('popup.html'), { isPrivate: true });
  await popup.evaluate(
    (contents) =>
      (globalThis as unknown as { browser: Api }).browser.runtime.sendMessage({
        name: 'reportSubmit',
        id: crypto.randomUUID(),
        request: { contents, description: '', contactInfo: '' },
      }),
    [host],
  );
  await popup.close();
  expect(await stored(firefox)).toContain(host);
  relay.fault = undefined;
  await expect
    .poll(async () => {
      await firefox.send('outboxSend');
      return (await reported(service)).some((contents) => contents.includes(host));
    })
    .toBe(true);
  expect(await stored(firefox)).not.toContain(host);
});
