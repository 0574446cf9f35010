import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../../../src/development/package/archive.ts';
import { sha256Of } from '../../../src/development/package/update-manifest.ts';
import { Browser } from '../harness/browser.ts';
import { UpdateSite } from '../harness/machine/delivery.ts';
import type { View } from '../harness/machine/governance.ts';
import { Guide } from '../harness/machine/guide.ts';
import { ManagedMachine } from '../harness/machine/managed-machine.ts';
import { expect, test } from '../harness/test.ts';

/** Chromium answers the first question about a policy seconds after its start, sometimes minutes. */
const UNTIL_ANSWERED = { timeout: 170_000 };

/** What lasts through updates and roll-backs is tested in `managed.spec.ts`. */
test('a brand is rolled out, governed, updated and removed by the commands of the guide', async ({
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
    await service.command('block', 'supplier.example');
    await guide.run('make');
    guide.write('brand.yaml', {
      serviceUrl: 'http://service.wary.test',
      portalUrl: 'http://portal.wary.test',
      publishableKey: service.keys.publishable,
      supportUrl: 'https://acme.example/support',
      version: '1.0.0',
      updateUrls: { chrome: updates.url('updates.xml'), edge: updates.url('updates-edge.xml') },
    });
    await guide.run('release');
    const forEdge = await filesOf(readFileSync(join(updates.folder, 'acme-1.0.0-edge.zip')));
    expect(JSON.parse(Buffer.from(forEdge.get('manifest.json')!).toString())).toMatchObject({
      version: '1.0.0',
      update_url: updates.url('updates-edge.xml'),
      key: guide.extensionKey,
    });
    const offered = readFileSync(join(updates.folder, 'updates-edge.xml'), 'utf8');
    expect(offered).toContain(`appid="${guide.extensionId}"`);
    expect(offered).toContain(sha256Of(readFileSync(join(updates.folder, 'acme-1.0.0-edge.crx'))));
    const until = `${new Date().getFullYear() + 1}-01-31`;
    const allowList = guide.policy.allowList.map((entry) => ({ ...entry, until }));
    guide.write('policy.json', { ...guide.policy, allowList });
    await guide.run('govern');
    machine.policy('tools', { DeveloperToolsAvailability: 1 });
    const installed = guide.extensionId;
    browser = new Browser({ sitePort: site.port, servicePort: relay.port, machine, installed });
    await browser.start();
    await browser.installed('1.0.0');
    expect(await browser.installation()).toMatchObject({ name: 'Acme Guard', state: 'ENABLED' });

    // Chromium reports no policies to a newly installed extension until it reads them again, at its next start.
    await browser.restart();
    const governed = { failurePolicy: { value: 'closed', origin: 'policy' }, managedBy: 'Acme' };
    const view = () => browser!.send<View>('settingsRead');
    await expect.poll(view, UNTIL_ANSWERED).toMatchObject(governed);
    const listed = async () => (await browser!.send<{ list: { origin: string } | null }>('listSync')).list?.origin;
    await expect.poll(listed, { timeout: 30_000 }).toBe('service');
    const page = await browser.open('http://supplier.example/');
    await expect(page.locator('h1')).toHaveText('supplier.example');
    const popup = await browser.popup(page);
    await expect(popup.getByRole('heading', { name: 'Allowed by Acme' })).toBeVisible();
    await expect(popup.getByText('Reason: “Our supplier, being cleaned up”, until')).toBeVisible();

    guide.write('brand.yaml', { version: '1.1.0' });
    await guide.run('update');
    await browser.update('1.1.0');
    await expect.poll(view, UNTIL_ANSWERED).toMatchObject(governed);
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
