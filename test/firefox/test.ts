import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { Relay } from '../e2e/harness/relay.ts';
import { Service } from '../e2e/harness/service.ts';
import { Site } from '../e2e/harness/site.ts';
import { MATRIX_HOSTS } from '../matrix/hosts.ts';
import { Firefox } from './firefox.ts';
import { until } from './tab.ts';

/** A listed address of a machine (RFC 5737). */
export const LISTED_NUMBER = '203.0.113.7';

export type FirefoxRig = {
  readonly firefox: Firefox;
  readonly site: Site;
  readonly relay: Relay;
  readonly service: Service;
};

/** Starts a Firefox with its list, and everything around it. Answers it, and how to end it. */
export async function startRig(): Promise<{ rig: FirefoxRig; stop: () => Promise<void> }> {
  const service = new Service(['--poll-seconds', '60']);
  const site = new Site();
  const relay = new Relay(() => service.port);
  await Promise.all([site.start(), relay.start()]);
  const firefox = new Firefox({ sitePort: site.port, servicePort: relay.port });
  const stop = async () => {
    await firefox.stop();
    await Promise.all([site.stop(), relay.stop(), service.remove()]);
  };
  try {
    await Promise.all([startService(service), firefox.start()]);
    await firefox.configure({ apiKey: service.keys.publishable });
    await until(
      'the list is there',
      () => firefox.send<{ list: { entries: number } | null }>('listSync'),
      ({ list }) => (list?.entries ?? 0) > MATRIX_HOSTS.length,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { rig: { firefox, site, relay, service }, stop };
}

async function startService(service: Service): Promise<void> {
  await service.start();
  const file = join(service.folder, 'matrix-hosts.txt');
  writeFileSync(file, [...MATRIX_HOSTS, LISTED_NUMBER].join('\n'));
  await service.command('import', file, '--format', 'hosts');
}

/** A test in the one Firefox that all of them share. */
export const test = base.extend<object, { rig: FirefoxRig }>({
  rig: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
    async ({}, use) => {
      const { rig, stop } = await startRig();
      await use(rig);
      await stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

export { expect } from '@playwright/test';
