import type { Browser } from '../harness/browser.ts';
import { expect, test } from '../harness/test.ts';

const DATABASE = 'wary-blocklist';
const LISTED = 'http://drainer.wary.test/';

type Health = { list: { token: string; origin: string; entries: number } | null; problems: { kind: string }[] };

const problemsOf = ({ problems }: Health) => problems.map(({ kind }) => kind);

async function expectStopped(wary: Browser): Promise<void> {
  const page = await wary.open(LISTED);
  await expect(page).toHaveURL(/warning\.html/);
  await page.close();
}

/** Runs in a page of the extension, beside the worker: a second user of the same database. */
async function beside(wary: Browser, work: (name: string) => Promise<unknown>): Promise<void> {
  const page = await wary.open(wary.url('settings.html'));
  await page.evaluate(work, DATABASE);
  await page.close();
}

const deleted = (wary: Browser): Promise<void> =>
  beside(
    wary,
    (name) =>
      new Promise((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase(name);
        deletion.addEventListener('success', resolve);
        deletion.addEventListener('error', reject);
      }),
  );

function cutOff(relay: { fault: unknown }): void {
  relay.fault = (_: unknown, response: { destroy(): void }) => {
    response.destroy();
    return true;
  };
}

/** Checks the list that a browser start finds in the database: without shards, and with the service unreachable. */
async function expectStored(wary: Browser, relay: { fault: unknown }, token: string): Promise<void> {
  cutOff(relay);
  await wary.loseShards();
  await wary.restart();
  const { list } = await wary.send<Health>('healthRead');
  expect(list?.token).toBe(token);
  await expectStopped(wary);
}

test('when the database is deleted while the worker runs, both windows stay protected and the list is stored again', async ({
  wary,
  relay,
}) => {
  const { list } = await wary.send<Health>('healthRead');
  const session = await wary.context.newCDPSession(await wary.context.newPage());
  const opening = wary.context.waitForEvent('page');
  await session.send('Target.createTarget', { url: 'about:blank', newWindow: true });
  const secondWindow = await opening;
  await deleted(wary);
  await expectStopped(wary);
  await secondWindow.goto(LISTED, { waitUntil: 'commit' }).catch(() => undefined);
  await expect(secondWindow).toHaveURL(/warning\.html/);
  expect(problemsOf(await wary.send<Health>('listSync'))).not.toContain('storage-broken');
  await expectStored(wary, relay, list!.token);
});

test('when the database is lost and the service unreachable, the health report says so, confirmed sites stay stopped, and the next poll restores the list', async ({
  wary,
  relay,
}) => {
  const { list } = await wary.send<Health>('healthRead');
  await expectStopped(wary);
  cutOff(relay);
  await deleted(wary);
  await wary.restart();
  expect(problemsOf(await wary.send<Health>('healthRead'))).toContain('list-missing');
  await expectStopped(wary);
  relay.fault = undefined;
  await expect.poll(async () => (await wary.send<Health>('listSync')).list?.entries).toBe(list!.entries);
});

test('with a full disk new entries protect from memory, the health report says so, and free space ends that', async ({
  wary,
  relay,
  service,
}) => {
  const worker = await wary.worker();
  await worker.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, key) {
      if (key === 'recent') throw new DOMException('No room', 'QuotaExceededError');
      return put.call(this, value, key);
    };
    Object.assign(globalThis, { makeRoom: () => Object.assign(IDBObjectStore.prototype, { put }) });
  });
  await service.command('block', 'full-disk.wary.test', '--reason', 'Phishing');
  await expect
    .poll(async () => problemsOf(await wary.send<Health>('listSync')), { timeout: 15_000 })
    .toContain('storage-full');
  const page = await wary.open('http://full-disk.wary.test/');
  await expect(page).toHaveURL(/warning\.html/);
  await expectStopped(wary);
  await worker.evaluate(() => (globalThis as unknown as { makeRoom(): void }).makeRoom());
  const healed = await wary.send<Health>('listSync');
  expect(problemsOf(healed)).not.toContain('storage-full');
  await expectStored(wary, relay, healed.list!.token);
});

test('a profile with the database of a later version stays protected, and the list is stored again', async ({
  wary,
  relay,
}) => {
  const { list } = await wary.send<Health>('healthRead');
  await beside(
    wary,
    (name) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open(name, 99);
        opening.addEventListener('error', reject);
        opening.addEventListener('success', () => resolve(opening.result.close()));
      }),
  );
  await expectStopped(wary);
  await wary.restart();
  await expectStopped(wary);
  const healed = await wary.send<Health>('listSync');
  expect(problemsOf(healed)).not.toContain('storage-broken');
  expect(healed.list?.token).toBe(list!.token);
  await expectStored(wary, relay, list!.token);
});

test('when only the shards are left of the list, a page that they list is asked about, stopped and never shown', async ({
  wary,
  relay,
}) => {
  relay.fault = ({ path }, response) => {
    if (path.endsWith('/asset/blocklist/confirm')) return false;
    response.destroy();
    return true;
  };
  await deleted(wary);
  await wary.restart();
  expect(problemsOf(await wary.send<Health>('healthRead'))).toContain('list-missing');
  const page = await wary.open(LISTED);
  await expect(page.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible();
  expect(relay.to('/asset/blocklist/confirm')).toHaveLength(1);
});
