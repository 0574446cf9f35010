import { type Browser, visit } from '../harness/browser.ts';
import { inStorage, ownPageOf, rowsOf, storeAsLaterVersion, storesOfLaterVersion } from '../harness/later-version.ts';
import type { Relay } from '../harness/relay.ts';
import { expect, test } from '../harness/test.ts';

type Health = { list: { origin: string; token: string } | null; problems: { kind: string }[] };
type Settings = Record<string, { value: unknown; origin: string }>;
type Allowances = { allowances: { expression: string }[] };

const LISTED = 'http://drainer.wary.test/';
const ALLOWED = 'http://redirected.wary.test/';

/** The stores that the first version of a database did not have. */
const FIRST = [
  ['wary-protection', 'questions'],
  ['wary-reporting', 'files'],
] as const;

/** Makes the extension store a setting, an allowance, a waiting report and a draft. */
async function use(wary: Browser): Promise<void> {
  await wary.send('settingsWrite', { noticeLookalikes: false });
  const warning = await wary.open(ALLOWED);
  await expect(warning).toHaveURL(/warning\.html/);
  await wary.send('warningProceed', { url: ALLOWED, scope: 'always' });
  await warning.close();
  const draft = { title: '', contactInfo: '', scamKind: '', mentions: [], files: [] };
  await wary.send('reportSubmit', { ...draft, contents: ['reported.test'], description: 'Was written before' });
  const page = await wary.open('http://plain.test/');
  const form = await reportForm(wary, page);
  await form.getByLabel('What happened?').fill('Half a sentence');
  await expect(async () =>
    expect(await rowsOf(wary, 'wary-reporting', 'drafts')).toContain('Half a sentence'),
  ).toPass();
  await form.close();
  await page.close();
}

async function reportForm(wary: Browser, page: Parameters<Browser['popup']>[0]) {
  const popup = await wary.popup(page);
  const report = popup.getByRole('button', { name: /^Report/ });
  await report.first().click();
  return popup;
}

/** Checks that all of it is in force, that listed sites are stopped, and that no storage is reported as broken. */
async function expectInForce(wary: Browser): Promise<void> {
  const { list, problems } = await wary.send<Health>('healthRead');
  expect(list?.origin).toBe('service');
  expect(problems.map(({ kind }) => kind)).not.toContain('storage-broken');
  expect((await wary.send<Settings>('settingsRead')).noticeLookalikes).toMatchObject({
    value: false,
    origin: 'person',
  });
  expect((await wary.send<Allowances>('allowancesList')).allowances).toMatchObject([
    { expression: 'redirected.wary.test/' },
  ]);
  expect(JSON.stringify(await wary.send('outboxList'))).toContain('Was written before');
  const page = await wary.open(LISTED);
  await expect(page).toHaveURL(/warning\.html/);
  await visit(page, ALLOWED);
  await expect(page.locator('h1')).toHaveText('redirected.wary.test');
  await visit(page, 'http://plain.test/');
  const form = await reportForm(wary, page);
  await expect(form.getByLabel('What happened?')).toHaveValue('Half a sentence');
  await form.close();
  await page.close();
}

/** Resets a database to its first version, with its current rows. */
const asOfFirst = (wary: Browser, [name, added]: readonly [string, string]): Promise<void> =>
  inStorage(
    wary,
    `const database = await done(indexedDB.open('${name}'));
     const stores = [...database.objectStoreNames].filter((store) => store !== '${added}');
     const transaction = database.transaction(stores);
     const rows = await Promise.all(stores.map(async (store) => {
       const [keys, values] = [transaction.objectStore(store).getAllKeys(), transaction.objectStore(store).getAll()];
       return [store, await done(keys), await done(values)];
     }));
     database.close();
     // Both at once, so that the extension cannot create one in between.
     const [deletion, opening] = [indexedDB.deleteDatabase(name), indexedDB.open(name, 1)];
     opening.addEventListener('upgradeneeded', () => {
       for (const [store, keys, values] of rows) {
         const made = opening.result.createObjectStore(store);
         for (const [index, key] of keys.entries()) made.put(values[index], key);
       }
     });
     await done(deletion);
     (await done(opening)).close();`.replaceAll('(name', `('${name}'`),
  );

/** Makes the service refuse reports, so that one waits. */
function takeNoReports(relay: Relay): void {
  relay.fault = ({ path }, response) => {
    if (!path.includes('/report')) return false;
    response.destroy();
    return true;
  };
}

test('the previous version uses what a version with more stores left, even offline, and loses none of it', async ({
  wary,
  relay,
}) => {
  takeNoReports(relay);
  await use(wary);
  await storeAsLaterVersion(ownPageOf(wary));
  await expectInForce(wary);
  relay.fault = (_, response) => {
    response.destroy();
    return true;
  };
  await wary.loseShards();
  await wary.restart();
  await expectInForce(wary);
  for (const [name, rows] of Object.entries(await storesOfLaterVersion(ownPageOf(wary))))
    expect(rows, name).toContain('kept');
});

test('data stored by the first version of each database is in force after the update', async ({ wary, relay }) => {
  takeNoReports(relay);
  await use(wary);
  for (const database of FIRST) await asOfFirst(wary, database);
  await wary.restart();
  await expectInForce(wary);
});
