import { linuxPolicy } from '../../../src/development/policy/browser.ts';
import type { PolicyValues } from '../../../src/development/policy/subject.ts';
import { readBrandFile } from '../../../src/organization/file.ts';
import { identityOf } from '../../../src/organization/identity.ts';
import { Browser, visit } from '../harness/browser.ts';
import { ManagedMachine } from '../harness/machine/managed-machine.ts';
import { expect, test } from '../harness/test.ts';

/** Chromium answers the first question about a policy seconds after its start. */
const ANSWERED = { timeout: 40_000 };

type View = Record<string, { value: unknown; origin: string }>;

/** Every setting except the service, which the test's browser must reach. */
const POLICY = {
  managedBy: 'Acme',
  protectSites: true,
  protectAddresses: true,
  markLinks: true,
  noticeLookalikes: true,
  noticeSwappedAddresses: true,
  checkWallets: true,
  notify: false,
  failurePolicy: 'closed',
  language: 'en',
  trafficKept: 'week',
  allowList: [{ content: 'partner.test', reason: 'Our partner' }],
  openListed: 'nobody',
  openLongest: 'tab',
  sendListed: false,
  pause: false,
  reports: false,
  reportContact: 'required',
} satisfies PolicyValues;
const { managedBy: _, ...VALUES } = POLICY;
/** The values that a person tries to set. */
const WANTED = {
  protectSites: false,
  protectAddresses: false,
  markLinks: false,
  noticeLookalikes: false,
  noticeSwappedAddresses: false,
  checkWallets: false,
  notify: true,
  failurePolicy: 'open',
  language: 'ar',
  trafficKept: 'day',
  allowList: [{ content: 'scam.test', reason: 'Mine' }],
  openListed: 'freely',
  openLongest: 'always',
  sendListed: true,
  pause: true,
  reports: true,
  reportContact: 'off',
};

test('settings of an organization’s policy cannot be changed in any way, and end with the policy', async ({
  site,
  relay,
  service,
}) => {
  test.skip(ManagedMachine.obstacle() !== null, ManagedMachine.obstacle() ?? '');
  test.setTimeout(500_000);
  const machine = new ManagedMachine();
  const tooMighty = service.keys.organization;
  const { brand } = readBrandFile('test/fixtures/brand/e2e.json');
  machine.policy('acme', linuxPolicy({ brand, identity: identityOf(brand), values: { ...POLICY, apiKey: tooMighty } }));
  const browser = new Browser({ sitePort: site.port, servicePort: relay.port, machine });
  try {
    for (const host of ['scam.test', 'partner.test', 'login.partner.test']) await service.command('block', host);
    await browser.start();
    await browser.configure({ apiKey: service.keys.publishable, ...WANTED });
    const view = () => browser.send<View>('settingsRead');
    const governed = Object.fromEntries(
      Object.entries(VALUES).map(([name, value]) => [name, { value, origin: 'policy' }]),
    );
    // Chromium may not answer in the session in which it first saw a policy, but does in the next.
    await expect(async () => {
      await expect
        .poll(view, ANSWERED)
        .toMatchObject(governed)
        .catch(async (error: unknown) => {
          await browser.restart();
          throw error;
        });
    }).toPass({ timeout: 250_000 });

    for (const [name, value] of Object.entries(WANTED)) await browser.send('settingsWrite', { [name]: value });
    await browser.configure(WANTED);
    const shown = await view();
    expect(Object.fromEntries(Object.keys(VALUES).map((name) => [name, shown[name]]))).toEqual(governed);

    const page = await browser.open(browser.url('settings.html'));
    await expect(page.getByText('Managed by Acme').first()).toBeVisible();
    for (const name of [
      'Stop listed sites',
      'Mark listed wallet addresses',
      'Warn about sites',
      'Warn about swapped wallet',
    ])
      await expect(page.getByRole('switch', { name })).toBeDisabled();
    const radios = await page.getByRole('radio').all();
    expect(radios.length).toBeGreaterThan(0);
    for (const radio of radios) await expect(radio).toBeDisabled();
    await expect(page.getByText('it can do more than protect and report').first()).toBeVisible();
    await page.getByRole('link', { name: 'Language' }).click();
    await expect(page.getByRole('combobox', { name: 'Language' })).toBeDisabled();
    await expect(page.locator('#language').getByText('Managed by Acme')).toBeVisible();
    await page.getByRole('link', { name: 'Sites you allowed' }).click();
    await expect(page.getByText('You can’t open listed sites.')).toBeVisible();
    await expect(page.getByText('Our partner')).toBeVisible();
    const health = await browser.send<{ problems: { kind: string }[] }>('healthRead');
    expect(health.problems.map(({ kind }) => kind)).toContain('policy-key');

    const listed = async () => (await browser.send<{ list: { origin: string } | null }>('listSync')).list?.origin;
    await expect.poll(listed, { timeout: 30_000 }).toBe('service');
    await visit(page, 'http://partner.test/');
    await expect(page.locator('h1')).toHaveText('partner.test');
    await visit(page, 'http://login.partner.test/');
    await expect(page).toHaveURL(/warning\.html#http:\/\/login\.partner\.test/);
    await visit(page, 'http://scam.test/');
    await expect(page).toHaveURL(/warning\.html/);
    await expect(page.getByText('Your organization (Acme) doesn’t let anyone open blocked sites.')).toBeVisible();
    await expect(page.getByRole('link', { name: /Ask for help/ })).toHaveAttribute('href', brand.supportUrl!);
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(page.getByRole('button', { name: 'Add what you know about this site' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open anyway' })).toHaveCount(0);
    const refused = await browser.send('warningProceed', { url: 'http://scam.test/', scope: 'tab', reason: 'Please' });
    expect(JSON.stringify(refused)).toContain('does not let listed sites be opened');
    await refusesImports(browser);
    await visit(page, 'http://scam.test/');
    await expect(page).toHaveURL(/warning\.html/);
    const report = { contents: ['scam.test'], description: '', contactInfo: 'me@acme.example' };
    expect(JSON.stringify(await browser.send('reportSubmit', report))).toContain('reportsOff');
    const sentWith = relay.crossings.filter(({ headers }) => headers['x-api-key'] === tooMighty);
    expect([...new Set(sentWith.map(({ path }) => path))]).toEqual(['/api/v2/validate']);

    await browser.restart();
    expect(await view()).toMatchObject(governed);
    // Chromium empties a database that it finds damaged. The copy of the policy is stored elsewhere.
    const beside = await browser.open(browser.url('settings.html'));
    await beside.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const deletion = indexedDB.deleteDatabase('wary-records');
          deletion.addEventListener('success', resolve);
          deletion.addEventListener('error', reject);
        }),
    );
    expect(await beside.evaluate(async () => (await caches.match('https://policy.invalid/'))?.json())).toMatchObject(
      POLICY,
    );
    await browser.restart();
    expect(await view()).toMatchObject(governed);
    await browser.configure({ apiKey: service.keys.publishable, ...WANTED });
    machine.policy('acme', null);
    // A busy Chromium may keep the policy of the previous session until it is started again.
    await expect(async () => {
      await browser.restart();
      await expect.poll(view, { timeout: 20_000 }).toMatchObject({
        failurePolicy: { value: 'open', origin: 'person' },
        allowList: { value: [], origin: 'default' },
        openListed: { value: 'freely', origin: 'default' },
      });
    }).toPass({ timeout: 150_000 });
    const free = await browser.open(browser.url('settings.html#language'));
    await expect(free.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(free.locator('#language select')).toBeEnabled();
  } finally {
    await browser.remove();
    machine.remove();
  }
});

test('the popup says where a policy of the browser bars extensions from a site', async ({ site, relay, service }) => {
  test.skip(ManagedMachine.obstacle() !== null, ManagedMachine.obstacle() ?? '');
  test.setTimeout(180_000);
  const machine = new ManagedMachine();
  machine.policy('acme', { ExtensionSettings: { '*': { runtime_blocked_hosts: ['*://barred.test'] } } });
  const browser = new Browser({ sitePort: site.port, servicePort: relay.port, machine });
  try {
    await browser.start();
    await browser.configure({ apiKey: service.keys.publishable });
    const page = await browser.open('http://barred.test/');
    // Chromium applies a policy some time after its start.
    await expect(async () => {
      await page.reload();
      const popup = await browser.popup(page);
      await expect(popup.getByText('keeps Acme Guard off this site')).toBeVisible();
      await popup.close();
    }).toPass({ timeout: 120_000 });
  } finally {
    await browser.remove();
    machine.remove();
  }
});

/** Neither a file of allowed sites nor its import message opens a listed site that the policy keeps closed. */
async function refusesImports(browser: Browser): Promise<void> {
  const site = { id: 'scam.test/', expression: 'scam.test/', scope: 'always', createdAt: Date.now() };
  expect(await browser.send('allowancesPut', { allowances: [site] })).toEqual({ stored: [false] });
  const page = await browser.open(browser.url('settings.html#allowed'));
  const file = { format: 'allowed-sites', version: 1, sites: [{ site: 'scam.test', until: null }] };
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles({
    ...{ name: 'sites.json', mimeType: 'application/json' },
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await expect(page.getByText('Nothing in this file')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Allow 1 site/ })).toHaveCount(0);
  expect(await browser.send('allowancesList')).toEqual({ allowances: [] });
  await page.close();
}
