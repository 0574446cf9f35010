import { Browser, visit } from '../harness/browser.ts';
import { Relay } from '../harness/relay.ts';
import { Service } from '../harness/service.ts';
import { Site } from '../harness/site.ts';
import { expect, test, untilSynced } from '../harness/test.ts';

const LISTED = 'drainer.wary.test';

test('an entry of the hot tier is stopped with its reason and without a request, also by a new worker without a service', async () => {
  test.setTimeout(3 * 60_000);
  const service = new Service(['--poll-seconds', '2', '--hot-entries', '100']);
  const site = new Site();
  const relay = new Relay(() => service.port);
  await Promise.all([service.start(), site.start(), relay.start()]);
  const browser = new Browser({ sitePort: site.port, servicePort: relay.port });
  try {
    await browser.start();
    await browser.configure({ apiKey: service.keys.publishable });
    await untilSynced(browser);
    const page = await browser.open(`http://${LISTED}/connect`);
    await expect(page).toHaveURL(/warning\.html/);
    await expect(page.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible();
    await page.goto('about:blank');

    await service.stop();
    await browser.killWorker();
    await visit(page, `http://${LISTED}/other`);
    await expect(page).toHaveURL(/warning\.html/);
    await expect(page.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible();
    expect(relay.to('/asset/blocklist/confirm')).toEqual([]);
    // The browser's own rule stops the second visit; the first may have reached the site before it was stopped.
    expect(site.requestsTo(LISTED).filter(({ path }) => path === '/other')).toEqual([]);
  } finally {
    await browser.remove();
    await Promise.all([service.remove(), site.stop(), relay.stop()]);
  }
});
