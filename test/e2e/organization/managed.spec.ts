import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPrivateKey, publicHalf, readPrivateKey } from '../../../src/development/brand/key-file.ts';
import { linuxPolicy } from '../../../src/development/policy/browser.ts';
import { readBrandFile } from '../../../src/organization/file.ts';
import { identityOf } from '../../../src/organization/identity.ts';
import { Browser, visit } from '../harness/browser.ts';
import { EXTENSION } from '../harness/build.ts';
import { ownPageOf, storeAsLaterVersion, storesOfLaterVersion } from '../harness/later-version.ts';
import { deliver, UpdateSite } from '../harness/machine/delivery.ts';
import { GOVERNED, listSites, type View, viewOf, WANTED } from '../harness/machine/governance.ts';
import { ManagedMachine } from '../harness/machine/managed-machine.ts';
import { expect, test } from '../harness/test.ts';

/** Chromium answers the first question about a policy seconds after its start. */
const ANSWERED = { timeout: 60_000 };

test('Chromium installs a brand, governs it, updates it while people browse and rolls it back, as its policies say', {
  tag: '@smoke',
}, async ({ site, relay, service }) => {
  test.skip(ManagedMachine.obstacle() !== null, ManagedMachine.obstacle() ?? '');
  test.setTimeout(300_000);
  const scratch = mkdtempSync(join(tmpdir(), 'wary-managed-'));
  const keyFile = join(scratch, 'key.pem');
  writeFileSync(keyFile, newPrivateKey(), { mode: 0o600 });
  const machine = new ManagedMachine();
  const updates = new UpdateSite();
  await updates.start();
  const { brand: plain } = readBrandFile('test/fixtures/brand/e2e.json');
  const brand = {
    ...plain,
    extensionKey: publicHalf(readPrivateKey(keyFile)),
    updateUrls: { chrome: updates.url('updates.xml') },
  };
  const identity = identityOf(brand);
  const enforced = { ...GOVERNED, openListed: 'nobody' } as const;
  const values = { serviceUrl: brand.serviceUrl, apiKey: service.keys.publishable, ...enforced };
  machine.policy('acme', linuxPolicy({ brand, identity, values }));
  machine.policy('tools', { DeveloperToolsAvailability: 1 });
  const release = (version: string) => deliver(updates, EXTENSION, keyFile, (manifest) => ({ ...manifest, version }));
  const browser = new Browser({
    ...{ sitePort: site.port, servicePort: relay.port },
    ...{ machine, installed: identity.chromeId },
  });
  const view = () => browser.send<View>('settingsRead');
  const governed = viewOf(enforced);
  try {
    await listSites(service);
    expect(await release('1.0.0')).toBe(identity.chromeId);

    // Installed.
    await browser.start();
    await browser.installed('1.0.0');
    expect(await browser.installation()).toMatchObject({ name: brand.name, state: 'ENABLED' });

    // Governed, from the start after: no message, page, file or write to the storage changes it.
    await browser.restart();
    await expect.poll(view, ANSWERED).toMatchObject({ ...governed, managedBy: 'Acme' });
    for (const [name, value] of Object.entries(WANTED)) await browser.send('settingsWrite', { [name]: value });
    expect(JSON.stringify(await browser.send('settingsWrite', { failurePolicy: 'open' }))).toContain('managed by Acme');
    await browser.configure({ ...WANTED, noticeLookalikes: false });
    const person = { noticeLookalikes: { value: false, origin: 'person' } };
    expect(await view()).toMatchObject({ ...governed, ...person });
    const settings = await browser.open(browser.url('settings.html'));
    await expect(settings.getByText('Managed by Acme').first()).toBeVisible();
    for (const name of ['Stop listed sites', 'Warn about swapped wallet'])
      await expect(settings.getByRole('switch', { name })).toBeDisabled();
    await expect(settings.getByRole('switch', { name: 'Warn about sites' })).toBeEnabled();
    await settings.getByRole('link', { name: 'About' }).click();
    await expect(settings.getByText(brand.name).first()).toBeVisible();
    await settings.close();

    // What the organization allows opens; what is listed, or blocked by the organization, does not.
    const listed = async () => (await browser.send<{ list: { origin: string } | null }>('listSync')).list?.origin;
    await expect.poll(listed, { timeout: 30_000 }).toBe('service');
    const page = await browser.open('http://partner.test/');
    await expect(page.locator('h1')).toHaveText('partner.test');
    await expect(async () => {
      await visit(page, 'http://incident.test/');
      await expect(page).toHaveURL(/warning\.html/, { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByText('Incident 7').first()).toBeVisible();
    await visit(page, 'http://scam.test/');
    await expect(page.getByText('Your organization (Acme) doesn’t let anyone open blocked sites.')).toBeVisible();
    await expect(page.getByText(brand.name).first()).toBeVisible();

    // Updated while people browse: an open page stays guarded, and nothing is lost.
    const report = { contents: ['reported.test'], title: '', description: 'Sent before', contactInfo: '' };
    await browser.send('reportSubmit', { ...report, scamKind: '', mentions: [], files: [] });
    const survives = async (version: string) => {
      expect(await browser.installation(), version).toMatchObject({ version, state: 'ENABLED' });
      await page.evaluate(() => location.assign('http://elsewhere.test/'));
      await expect(page).toHaveURL(/warning\.html/);
      await expect.poll(view, ANSWERED).toMatchObject({ ...governed, ...person });
      expect(JSON.stringify(await browser.send('outboxList')), version).toContain('Sent before');
      await visit(page, 'http://plain.test/');
    };
    await visit(page, 'http://plain.test/');
    await release('1.1.0');
    await browser.update('1.1.0');
    await survives('1.1.0');

    // Rolled back: this code under a higher version, after one with more stores has used the databases.
    await storeAsLaterVersion(ownPageOf(browser));
    await release('1.2.0');
    await browser.update('1.2.0');
    await survives('1.2.0');
    for (const rows of Object.values(await storesOfLaterVersion(ownPageOf(browser)))) expect(rows).toContain('kept');
  } finally {
    await browser.remove();
    machine.remove();
    await updates.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
});
