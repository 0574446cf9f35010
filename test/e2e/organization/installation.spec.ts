import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { organizationBlockCreate } from '../../../src/api/blocklist.ts';
import { call } from '../../../src/api/client.ts';
import { filesOf } from '../../../src/development/package/archive.ts';
import { sha256Of } from '../../../src/development/package/update-manifest.ts';
import { Browser, visit } from '../harness/browser.ts';
import { deliver, UpdateSite } from '../harness/machine/delivery.ts';
import { Guide } from '../harness/machine/guide.ts';
import { ManagedMachine } from '../harness/machine/managed-machine.ts';
import { expect, test } from '../harness/test.ts';

type View = { failurePolicy: { value: string; origin: string } };
type Allowances = { allowances: { expression: string; reason?: string }[] };

/** Chromium answers the first question about a policy seconds after its start, sometimes minutes. */
const UNTIL_ANSWERED = { timeout: 170_000 };

test('a brand is rolled out, governed, updated while people browse, rolled back and removed as the guide says', async ({
  site,
  relay,
  service,
}) => {
  test.skip(ManagedMachine.obstacle() !== null, ManagedMachine.obstacle() ?? '');
  test.setTimeout(600_000);
  const machine = new ManagedMachine();
  const updates = new UpdateSite();
  await updates.start();
  const guide = new Guide({ policies: machine.policies, updates: updates.folder });
  let browser: Browser | undefined;
  try {
    for (const host of ['supplier.example', 'scam.test', 'elsewhere.test']) await service.command('block', host);
    const endpoint = { baseUrl: `http://127.0.0.1:${service.port}`, apiKey: service.keys.user };
    await call(endpoint, organizationBlockCreate, {
      body: { slug: 'acme', content: 'incident.test', reason: 'Incident 7' },
    });

    await guide.run('make');
    guide.write('brand.yaml', {
      ...{ serviceUrl: 'http://service.wary.test', portalUrl: 'http://portal.wary.test' },
      ...{ publishableKey: service.keys.publishable, supportUrl: 'https://acme.example/support' },
      ...{
        version: '1.0.0',
        updateUrls: { chrome: updates.url('updates.xml'), edge: updates.url('updates-edge.xml') },
      },
    });
    await guide.run('release');
    const forEdge = await filesOf(readFileSync(join(updates.folder, 'acme-1.0.0-edge.zip')));
    expect(JSON.parse(Buffer.from(forEdge.get('manifest.json')!).toString())).toMatchObject({
      ...{ version: '1.0.0', update_url: updates.url('updates-edge.xml') },
      key: guide.extensionKey,
    });
    const offered = readFileSync(join(updates.folder, 'updates-edge.xml'), 'utf8');
    expect(offered).toContain(`appid="${guide.extensionId}"`);
    expect(offered).toContain(sha256Of(readFileSync(join(updates.folder, 'acme-1.0.0-edge.crx'))));
    const until = `${new Date().getFullYear() + 1}-01-31`;
    guide.write('policy.json', {
      ...guide.policy,
      allowList: [
        ...guide.policy.allowList.map((entry) => ({ ...entry, until })),
        { content: 'incident.test', reason: 'From before the incident' },
      ],
    });
    await guide.run('govern');
    machine.policy('tools', { DeveloperToolsAvailability: 1 });
    const id = guide.extensionId;
    browser = new Browser({ sitePort: site.port, servicePort: relay.port, machine, installed: id });
    const send = browser.send.bind(browser);
    await browser.start();
    await browser.installed('1.0.0');
    expect(await browser.installation()).toMatchObject({ name: 'Acme Guard', state: 'ENABLED' });

    // Governed: Chromium reports no policies to a newly installed extension until it reads them again, at its next
    // start.
    await browser.restart();
    await expect
      .poll(() => send<View>('settingsRead'), UNTIL_ANSWERED)
      .toMatchObject({ failurePolicy: { value: 'closed', origin: 'policy' }, managedBy: 'Acme' });
    expect(JSON.stringify(await send('settingsWrite', { failurePolicy: 'open' }))).toContain('managed by Acme');
    const listed = async () => (await send<{ list: { origin: string } | null }>('listSync')).list?.origin;
    await expect.poll(listed, { timeout: 30_000 }).toBe('service');
    const page = await browser.open('http://supplier.example/');
    await expect(page.locator('h1')).toHaveText('supplier.example');
    const popup = await browser.popup(page);
    await expect(popup.getByRole('heading', { name: 'Allowed by Acme' })).toBeVisible();
    await expect(popup.getByText('Our supplier, being cleaned up, until')).toBeVisible();
    await popup.close();
    await expect(async () => {
      await visit(page, 'http://incident.test/');
      await expect(page).toHaveURL(/warning\.html/, { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByText('Incident 7').first()).toBeVisible();

    // A listed site opens only with a reason.
    await visit(page, 'http://scam.test/');
    await expect(page).toHaveURL(/warning\.html/);
    const proceed = { url: 'http://scam.test/', scope: 'day' };
    expect(JSON.stringify(await send('warningProceed', proceed))).toContain('only by who writes down why');
    await page.getByRole('button', { name: 'Open it anyway' }).click();
    await page.getByLabel('Why do you open it?').fill('Invoice 17');
    await page.getByLabel('For one day').check();
    await expect(page.getByText('The button works now.')).toBeVisible();
    await page.getByRole('button', { name: 'Open scam.test' }).click();
    await expect(page.locator('h1')).toHaveText('scam.test');

    // Used: data that must survive.
    await send('settingsWrite', { noticeLookalikes: false });
    const draft = { contents: ['reported.test'], title: '', description: 'Sent before', contactInfo: '', scamKind: '' };
    await send('reportSubmit', { ...draft, mentions: [], files: [] });
    const open = await browser.open('http://plain.test/');
    const form = async () => {
      const shown = await browser!.popup(open);
      await shown
        .getByRole('button', { name: /^Report/ })
        .first()
        .click();
      return shown;
    };
    const writing = await form();
    await writing.getByLabel('What happened?').fill('Half a sentence');
    await expect.poll(() => drafts(writing)).toContain('Half a sentence');
    await writing.close();
    const survives = async (version: string) => {
      expect((await browser!.installation())?.state).toBe('ENABLED');
      await expect
        .poll(() => send<View>('settingsRead'), UNTIL_ANSWERED)
        .toMatchObject({
          failurePolicy: { value: 'closed', origin: 'policy' },
          noticeLookalikes: { value: false, origin: 'person' },
        });
      expect((await send<Allowances>('allowancesList')).allowances, version).toMatchObject([
        { expression: 'scam.test/', reason: 'Invoice 17' },
      ]);
      expect(JSON.stringify(await send('outboxList')), version).toContain('Sent before');
      const again = await form();
      await expect(again.getByLabel('What happened?')).toHaveValue('Half a sentence');
      await again.close();
      // The open page is still guarded: a link out of it is stopped.
      await open.evaluate(() => history.pushState(null, '', '/moved'));
      await open.evaluate(() => location.assign('http://elsewhere.test/'));
      await expect(open).toHaveURL(/warning\.html/);
      await visit(open, 'http://plain.test/');
    };

    // Updated while people browse.
    guide.write('brand.yaml', { version: '1.1.0' });
    const before = await filesOf(readFileSync(join(updates.folder, 'acme-1.0.0-chrome.zip')));
    await guide.run('update');
    await browser.update('1.1.0');
    await survives('1.1.0');

    // Rolled back: the older code under a higher version, after the newer one has stored data that only it knows.
    await browser.configure({ settingOfTheFuture: { deep: true } });
    const older = mkdtempSync(join(tmpdir(), 'wary-older-'));
    for (const [name, bytes] of before) {
      mkdirSync(dirname(join(older, name)), { recursive: true });
      writeFileSync(join(older, name), bytes);
    }
    await deliver(updates, older, guide.path('key.pem'), (manifest) => ({ ...manifest, version: '1.2.0' }));
    rmSync(older, { recursive: true, force: true });
    await browser.update('1.2.0');
    await survives('1.2.0');

    // Removed.
    await guide.run('leave');
    await browser.restart();
    await expect.poll(() => browser!.installation(), { timeout: 90_000 }).toBeNull();
  } finally {
    await browser?.remove();
    guide.remove();
    machine.remove();
    await updates.stop();
  }
});

/** The stored drafts, as text. */
const drafts = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = (request: IDBRequest) =>
      new Promise<unknown>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const database = (await done(indexedDB.open('wary-reporting'))) as IDBDatabase;
    const all = await done(database.transaction('drafts').objectStore('drafts').getAll());
    database.close();
    return JSON.stringify(all);
  });
