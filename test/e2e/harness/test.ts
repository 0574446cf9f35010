import { test as base, expect } from '@playwright/test';
import { Browser } from './browser.ts';
import { Relay } from './relay.ts';
import { Service } from './service.ts';
import { Site } from './site.ts';

type Fixtures = {
  /** Every web site of the test. */
  site: Site;
  /** What crosses between the browser and the service, and a place to break it. */
  relay: Relay;
  /** A browser with the extension, configured with the service's publishable key, its list synced. */
  wary: Browser;
};

/**
 * A test with one real service per worker process (demo organization and list, polled every two seconds), and for each
 * test its own sites and its own browser profile.
 */
export const test = base.extend<Fixtures, { service: Service }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
    async ({}, use) => {
      const service = new Service(['--poll-seconds', '2']);
      await service.start();
      await use(service);
      await service.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
  site: async ({}, use) => {
    const site = new Site();
    await site.start();
    await use(site);
    await site.stop();
  },
  relay: async ({ service }, use) => {
    const relay = new Relay(() => service.port);
    await relay.start();
    await use(relay);
    await relay.stop();
  },
  wary: async ({ service, site, relay }, use) => {
    const browser = new Browser({ sitePort: site.port, servicePort: relay.port });
    await browser.start();
    await browser.configure({ apiKey: service.keys.publishable });
    await untilSynced(browser);
    await use(browser);
    await browser.remove();
  },
});

export { expect };

/** Waits until the browser has a list from the service. */
export async function untilSynced(browser: Browser): Promise<void> {
  await expect
    .poll(
      async () => {
        const health = await browser.send<{ list: { origin: string } | null }>('listSync');
        return health.list?.origin;
      },
      { timeout: 15_000 },
    )
    .toBe('service');
}
