import { test as base, expect } from '@playwright/test';
import { Browser } from './browser.ts';
import { Relay } from './relay.ts';
import { Service } from './service.ts';
import { Site } from './site.ts';

type Fixtures = {
  /** All web sites of the test. */
  site: Site;
  /** The traffic between the browser and the service, and a way to break it. */
  relay: Relay;
  /** A browser with the extension, configured with the service's publishable key, its list synced. */
  wary: Browser;
};
type WorkerFixtures = {
  service: Service;
  /** The same for every test of a worker process that shares it. */
  shared: Fixtures;
};

/**
 * A test with one real service per worker process (demo organization and list, polled every two seconds), and for each
 * test its own sites and its own browser profile.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  service: [
    async ({}, use) => {
      const service = new Service(['--poll-seconds', '2']);
      await service.start();
      await use(service);
      await service.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  shared: [
    async ({ service }, use) => {
      const site = new Site();
      const relay = new Relay(() => service.port);
      await Promise.all([site.start(), relay.start()]);
      const wary = await startBrowser(site, relay, service);
      await use({ site, relay, wary });
      await wary.remove();
      await Promise.all([relay.stop(), site.stop()]);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
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
    const browser = await startBrowser(site, relay, service);
    await use(browser);
    await browser.remove();
  },
});

/**
 * The same with one browser for all tests of a worker process, reset after each: most of the time of a short test is
 * the start of its browser. Not for tests that change the list, restart the browser or break its storage.
 */
export const sharingTest = test.extend({
  site: ({ shared }, use) => use(shared.site),
  relay: ({ shared }, use) => use(shared.relay),
  wary: async ({ shared, service }, use) => {
    await use(shared.wary);
    shared.relay.reset();
    await shared.wary.forget({ apiKey: service.keys.publishable });
    shared.site.reset();
  },
});

export { expect };

async function startBrowser(site: Site, relay: Relay, service: Service): Promise<Browser> {
  const browser = new Browser({ sitePort: site.port, servicePort: relay.port });
  await browser.start();
  await browser.configure({ apiKey: service.keys.publishable });
  await untilSynced(browser);
  return browser;
}

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
