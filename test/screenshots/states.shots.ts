import { linuxPolicy } from '../../src/development/policy/browser.ts';
import type { PolicyValues } from '../../src/development/policy/subject.ts';
import { readBrandFile } from '../../src/organization/file.ts';
import { identityOf } from '../../src/organization/identity.ts';
import { Browser } from '../e2e/harness/browser.ts';
import { ManagedMachine } from '../e2e/harness/machine/managed-machine.ts';
import { expect, test } from '../e2e/harness/test.ts';
import { shoot } from './camera.ts';

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
  };
  machine.policy('acme', linuxPolicy({ brand, identity: identityOf(brand), values }));
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
  } finally {
    await wary.remove();
    machine.remove();
  }
});
