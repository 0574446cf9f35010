import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure, type Rig } from '../matrix/cell.ts';
import { MATRIX_HOSTS } from '../matrix/hosts.ts';
import { PAGE_WAYS } from '../matrix/page-ways.ts';
import { WORKER_SITE } from '../matrix/site-worker.ts';
import { Browser } from './harness/browser.ts';
import { Relay } from './harness/relay.ts';
import { Site } from './harness/site.ts';
import { test as base, expect, untilSynced } from './harness/test.ts';

/** One browser for all ways that a process of the test runner takes: each has a listed host of its own. */
const test = base.extend<object, { rig: Rig }>({
  rig: [
    async ({ service }, use) => {
      const site = new Site();
      await site.start();
      const relay = new Relay(() => service.port);
      await relay.start();
      const file = join(service.folder, 'matrix-hosts.txt');
      writeFileSync(file, MATRIX_HOSTS.join('\n'));
      await service.command('import', file, '--format', 'hosts');
      const browser = new Browser({
        sitePort: site.port,
        servicePort: relay.port,
        secureOrigin: `http://${WORKER_SITE}`,
      });
      await browser.start();
      await browser.configure({ apiKey: service.keys.publishable });
      await untilSynced(browser);
      await use({ browser, site, relay, service });
      await browser.remove();
      await relay.stop();
      await site.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/**
 * What is listed or allowed on the way takes its time: `npm run matrix`, `guard.spec.ts` and `going-on.spec.ts` try it, and here is one
 * that nothing else covers.
 */
const TRIED = PAGE_WAYS.filter(({ own, host }) => own === undefined || host === 'shared');

/** Every way once, by turns with a worker that runs and one that does not; `npm run matrix` tries each with each. */
for (const [at, way] of TRIED.entries()) {
  const state = at % 2 === 0 ? 'worker running' : 'worker stopped';
  test(`${state}, ${way.name}: no pixel and no key of a listed page`, async ({ rig }) => {
    const leaks = await measure(rig, way, state, at);
    expect(leaks).toMatchObject({ pixel: 0, key: 0, stopped: way.bare || way.handsOn ? leaks.stopped : true });
  });
}
