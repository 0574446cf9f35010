import { Browser, visit } from '../harness/browser.ts';
import { Service } from '../harness/service.ts';
import { Site } from '../harness/site.ts';
import { expect, test, untilSynced } from '../harness/test.ts';

const LIMIT_MS = 90_000;

test('a site blocked through the service is stopped in a running browser within 90 seconds, and opens again within 90 of being unblocked', async () => {
  test.setTimeout(4 * 60_000);
  const service = new Service();
  const site = new Site();
  await Promise.all([service.start(), site.start()]);
  const browser = new Browser({ sitePort: site.port, servicePort: service.port });
  try {
    await browser.start();
    await browser.configure({ apiKey: service.keys.publishable });
    await untilSynced(browser);
    const page = await browser.open('http://fresh-scam.test/');
    await expect(page.locator('h1')).toHaveText('fresh-scam.test');

    await service.command('block', 'fresh-scam.test', '--reason', 'Wallet drainer');
    const blockedAt = Date.now();
    await expect(async () => {
      await visit(page, 'http://fresh-scam.test/');
      await expect(page).toHaveURL(/warning\.html/, { timeout: 700 });
    }).toPass({ timeout: LIMIT_MS, intervals: [1_000] });
    const protectMs = Date.now() - blockedAt;

    await service.command('unblock', 'fresh-scam.test');
    const unblockedAt = Date.now();
    await expect(async () => {
      await visit(page, 'http://fresh-scam.test/');
      await expect(page.locator('h1')).toHaveText('fresh-scam.test', { timeout: 700 });
    }).toPass({ timeout: LIMIT_MS, intervals: [1_000] });
    const releaseMs = Date.now() - unblockedAt;
    console.log(`block to protected ${protectMs} ms, unblock to open ${releaseMs} ms, polled every 60 s`);
  } finally {
    await browser.remove();
    await Promise.all([service.remove(), site.stop()]);
  }
});
