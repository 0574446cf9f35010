import type { Page } from '@playwright/test';
import { call } from '../../src/api/client.ts';
import { organizationAssetCreate } from '../../src/api/organization/organization-asset.ts';
import { linuxPolicy } from '../../src/development/policy/browser.ts';
import type { PolicyValues } from '../../src/development/policy/subject.ts';
import { readBrandFile } from '../../src/organization/file.ts';
import { identityOf } from '../../src/organization/identity.ts';
import { Browser, visit } from '../e2e/harness/browser.ts';
import { ManagedMachine } from '../e2e/harness/machine/managed-machine.ts';
import { expect, test } from '../e2e/harness/test.ts';
import { POPUP_WIDTHS, shoot } from './camera.ts';

/** Has the background answer nothing to the pages that are opened from now on. */
const silence = (wary: Browser) =>
  wary.context.addInitScript(() => {
    const { runtime } = (globalThis as unknown as { chrome: { runtime?: { sendMessage: unknown } } }).chrome;
    if (runtime) runtime.sendMessage = () => new Promise(() => {});
  });

test('warning of nothing that was stopped here, and without an answer', async ({ wary }) => {
  const address = `${wary.url('warning.html')}#http://quiet.example/`;
  const page = await wary.open(address);
  await page.getByRole('button', { name: 'Open quiet.example' }).waitFor();
  await shoot(page, 'warning-unasked');
  await silence(wary);
  const silent = await wary.open(address);
  await silent.getByRole('button', { name: 'Try again' }).waitFor();
  await shoot(silent, 'warning-silent');
});

test('popup while it waits, and of an official site', async ({ wary, service, relay }) => {
  const endpoint = { baseUrl: `http://127.0.0.1:${service.port}`, apiKey: service.keys.user };
  await call(endpoint, organizationAssetCreate, { body: { slug: 'acme', assets: [{ content: 'acme.example' }] } });
  await service.command('ownership', 'confirm', 'acme.example', '--organization', 'acme');
  const official = await wary.open('http://acme.example/');
  await expect(async () => {
    await wary.send('listSync');
    const popup = await wary.popup(official);
    await popup.getByText(/^Official site of/).waitFor({ timeout: 2_000 });
    await shoot(popup, 'popup-official', POPUP_WIDTHS);
  }).toPass({ timeout: 60_000 });

  relay.fault = ({ path }) => path.endsWith('/confirm');
  const likely = await wary.open('http://redirected.wary.test/');
  await likely.getByRole('heading', { name: 'This site is probably a scam' }).waitFor();
  const popup = await wary.popup(likely);
  await popup.getByRole('button', { name: 'Go back to safety' }).waitFor();
  await shoot(popup, 'popup-unconfirmed', POPUP_WIDTHS);
  await silence(wary);
  const silent = await wary.popup(await wary.open('http://unanswered.example/'));
  await shoot(silent, 'popup-loading', POPUP_WIDTHS);
  await silent.getByText('did not answer').waitFor();
  await shoot(silent, 'popup-silent', POPUP_WIDTHS);
});

test('protection that is reduced or missing', async ({ wary, relay }) => {
  const look = async (state: string, heard: RegExp) => {
    const welcome = await wary.open(wary.url('welcome.html'));
    await welcome.getByText(heard).first().waitFor();
    await shoot(welcome, `welcome-${state}`);
    const settings = await wary.open(wary.url('settings.html'));
    await settings.getByText(heard).first().waitFor();
    await shoot(settings, `settings-${state}`);
    const popup = await wary.popup(await wary.open('http://quiet.example/'));
    await popup.getByText(heard).first().waitFor();
    await shoot(popup, `popup-health-${state}`, POPUP_WIDTHS);
  };
  relay.fault = ({ path }, response) => {
    if (path.endsWith('/validate')) return false;
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Unauthorized"}');
    return true;
  };
  await wary.send('listSync');
  await look('reduced', /Partly protected/);
  relay.fault = undefined;
  await wary.send('listSync');
  await wary.send('settingsWrite', { protectSites: false, protectAddresses: false });
  await look('unprotected', /Not protecting you/);
});

test('settings in use', async ({ wary, site }) => {
  await wary.open('http://drainer.wary.test/');
  await wary.send('warningProceed', { url: 'http://drainer.wary.test/', scope: 'day' });
  const settings = await wary.open(wary.url('settings.html#allowed'));
  await settings.getByRole('button', { name: 'Change: drainer.wary.test' }).click();
  await shoot(settings, 'settings-allowed-change');
  await settings.keyboard.press('Escape');
  const file = {
    format: 'allowed-sites',
    version: 1,
    sites: [{ site: 'shop.example/', until: null, reason: 'Our supplier' }],
  };
  await settings
    .locator('input[type=file]')
    .setInputFiles({ name: 'sites.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) });
  await settings.getByRole('button', { name: /^Allow 1 site/ }).waitFor();
  await shoot(settings, 'settings-allowed-import');
  await settings.getByLabel('Find a setting').fill('fingerprint nothing');
  await settings.getByText('Nothing').first().waitFor();
  await shoot(settings, 'settings-not-found');
  site.reset();
});

test('an organization that decides', async ({ service, site, relay }) => {
  test.skip(ManagedMachine.obstacle() !== null, ManagedMachine.obstacle() ?? '');
  const machine = new ManagedMachine();
  const { brand } = readBrandFile('test/fixtures/brand/e2e.json');
  const values: PolicyValues = {
    managedBy: 'Acme',
    apiKey: service.keys.publishable,
    protectSites: true,
    failurePolicy: 'closed',
    openListed: 'nobody',
    reports: false,
    allowList: [{ content: 'partner.test', reason: 'Our partner' }],
  };
  machine.policy('acme', linuxPolicy({ brand, identity: identityOf(brand), values }));
  await service.command('block', 'partner.test');
  const wary = new Browser({ sitePort: site.port, servicePort: relay.port, machine });
  try {
    await wary.start();
    const origin = async () => (await wary.send<Record<string, { origin: string }>>('settingsRead')).openListed?.origin;
    await expect(async () => {
      await expect
        .poll(origin, { timeout: 40_000 })
        .toBe('policy')
        .catch(async (error: unknown) => {
          await wary.restart();
          throw error;
        });
    }).toPass({ timeout: 200_000 });
    await expect
      .poll(async () => (await wary.send<{ list: { origin: string } | null }>('listSync')).list?.origin)
      .toBe('service');
    const page = await wary.open('http://drainer.wary.test/');
    await page.getByText('Acme does not let listed sites be opened.').waitFor();
    await shoot(page, 'warning-managed');
    const settings = await wary.open(wary.url('settings.html'));
    await settings.getByText('Managed by Acme').first().waitFor();
    await shoot(settings, 'settings-managed');
    await popupOf(wary, 'http://partner.test/', 'popup-allowed');
    const off = await popupOf(wary, 'http://quiet.example/', 'popup-managed');
    await off.getByRole('button', { name: 'Report a scam' }).click();
    await off
      .getByText(/switched/)
      .first()
      .waitFor();
    await shoot(off, 'popup-reports-off', POPUP_WIDTHS);
  } finally {
    await wary.remove();
    machine.remove();
  }
});

async function popupOf(wary: Browser, url: string, name: string): Promise<Page> {
  const page = await wary.open('about:blank');
  await visit(page, url);
  const popup = await wary.popup(page);
  await popup
    .getByRole('button', { name: /Report/ })
    .first()
    .waitFor();
  await shoot(popup, name, POPUP_WIDTHS);
  return popup;
}
