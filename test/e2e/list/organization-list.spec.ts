import { organizationBlockCreate, organizationBlockDelete } from '../../../src/api/blocklist.ts';
import { call } from '../../../src/api/client.ts';
import { organizationAssetCreate } from '../../../src/api/organization/organization-asset.ts';
import { Browser, visit } from '../harness/browser.ts';
import { Reviewer } from '../harness/reviewer.ts';
import { Service } from '../harness/service.ts';
import { Site } from '../harness/site.ts';
import { expect, test, untilSynced } from '../harness/test.ts';

const POLL_SECONDS = 5;

test('an organization’s own block stops its users and nobody else once their lists are polled, and can be lifted; its own sites are official', async () => {
  test.setTimeout(4 * 60_000);
  const service = new Service(['--poll-seconds', String(POLL_SECONDS)]);
  const site = new Site();
  await Promise.all([service.start(), site.start()]);
  const ports = { sitePort: site.port, servicePort: service.port };
  const [own, other] = [new Browser(ports), new Browser(ports)];
  const endpoint = { baseUrl: `http://127.0.0.1:${service.port}`, apiKey: service.keys.user };
  try {
    const scopes = ['--scope', 'protect', '--scope', 'report'];
    const made = await service.command(
      'keys',
      'create',
      '--organization',
      'borealis-wallet',
      ...scopes,
      '--label',
      'another brand',
    );
    await Promise.all([own.start(), other.start()]);
    await own.configure({ apiKey: service.keys.publishable });
    await other.configure({ apiKey: /\bwary_[\w-]+/.exec(made)![0] });
    await Promise.all([untilSynced(own), untilSynced(other)]);
    const [page, elsewhere] = [
      await own.open('http://distracting.test/'),
      await other.open('http://distracting.test/'),
    ];
    await expect(page.locator('h1')).toHaveText('distracting.test');

    const body = { slug: 'acme', content: 'distracting.test', reason: 'Not at work' };
    const blocked = await call(endpoint, organizationBlockCreate, { body });
    if (blocked.status !== 200) throw new Error('The block came without a body');
    const { assetId } = blocked.data;
    // The organization's files are polled hourly, and when a person asks.
    await expect(async () => {
      await own.send('listSync');
      await visit(page, 'http://distracting.test/');
      await expect(page).toHaveURL(/warning\.html/, { timeout: 2_000 });
    }).toPass({ timeout: 2 * POLL_SECONDS * 1_000 + 10_000, intervals: [300] });
    await expect(page.getByText('Not at work').first()).toBeVisible();
    await expect(page.getByText('Acme').first()).toBeVisible();

    const assets = [{ content: 'metamask-acme.example' }];
    const added = await call(endpoint, organizationAssetCreate, { body: { slug: 'acme', assets } });
    if (added.status !== 200) throw new Error('The asset came without a body');
    const ofAsset = `/desk/organizations/acme/assets/${added.data.results[0]!.id}`;
    await (await Reviewer.signedIn(service)).post(`${ofAsset}/ownership`, { is: 'yes' });
    await visit(page, 'http://metamask-acme.example/');
    await expect(page.locator('h1')).toHaveText('metamask-acme.example');
    await expect(async () => {
      await own.send('listSync');
      const popup = await own.popup(page);
      await expect(popup.getByText(/^Official site of Acme/)).toBeVisible({ timeout: 2_000 });
      await expect(popup.getByText(/^This isn’t/)).toHaveCount(0);
    }).toPass({ timeout: 4 * POLL_SECONDS * 1_000 });

    await other.send('listSync');
    await visit(elsewhere, 'http://distracting.test/');
    await expect(elsewhere.locator('h1')).toHaveText('distracting.test');
    const popup = await other.popup(await other.open('http://metamask-acme.example/'));
    await expect(popup.getByText(/Official/)).toHaveCount(0);
    await expect(popup.getByText('This isn’t metamask.io')).toBeVisible();

    await call(endpoint, organizationBlockDelete, { params: { assetId }, query: { slug: 'acme' } });
    await expect(async () => {
      await own.send('listSync');
      await visit(page, 'http://distracting.test/');
      await expect(page.locator('h1')).toHaveText('distracting.test', { timeout: 2_000 });
    }).toPass({ timeout: 2 * POLL_SECONDS * 1_000 + 10_000, intervals: [300] });
  } finally {
    await Promise.all([own.remove(), other.remove()]);
    await Promise.all([service.remove(), site.stop()]);
  }
});
