import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { visit } from '../harness/browser.ts';
import { stopped } from '../harness/page/stopped.ts';
import type { Relay } from '../harness/relay.ts';
import { Service } from '../harness/service.ts';
import { test as base, expect } from '../harness/test.ts';

const ADDRESSES = Array.from({ length: 2_000 }, (_, at) => `0xbad${String(at).padStart(37, '0')}`);
const START = 'start.example';
/** Questions that the pages of a site may cause at once, and milliseconds until they may cause one more. */
const AT_ONCE = 60;
const REFILL_INTERVAL_MS = 60_000;

/** With a service of its own, whose list contains all of these. */
const test = base.extend<{ listed: undefined }, { service: Service }>({
  service: [
    async ({}, use) => {
      const service = new Service(['--poll-seconds', '2']);
      await service.start();
      const addresses = join(service.folder, 'addresses.json');
      writeFileSync(addresses, JSON.stringify(ADDRESSES));
      await service.command('source', 'import', addresses);
      await use(service);
      await service.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  listed: [
    async ({ wary, relay }, use) => {
      const synced = async () => {
        await wary.send('listSync');
        return wary.shardedEntries();
      };
      await expect.poll(synced, { timeout: 30_000 }).toBeGreaterThanOrEqual(ADDRESSES.length);
      relay.crossings.length = 0;
      await use(undefined);
    },
    { auto: true },
  ],
});

// In one process: its list takes as long as a test.
test.describe.configure({ mode: 'default' });

const questions = (relay: Relay) => relay.to('/asset/blocklist/confirm').length;
/** Opens a listed site in a separate tab: its question has priority, so earlier questions have been sent by then. */
async function visitListed(tab: Page): Promise<void> {
  await visit(tab, 'http://drainer.wary.test/');
  await stopped(tab, 'drainer.wary.test');
}

test('a page with 2,000 listed addresses gets marks for all, and sends a few questions', async ({
  wary,
  site,
  relay,
}) => {
  const began = Date.now();
  const other = await wary.open('http://other.example/');
  site.on(START, '/', `<!doctype html><title>addresses</title>${ADDRESSES.map((each) => `<p>${each}</p>`).join('')}`);
  const tab = await wary.open(`http://${START}/`);
  const marked = (state: string) =>
    tab.evaluate((name) => (CSS.highlights.get(name) as unknown as Set<Range> | undefined)?.size ?? 0, state);
  const settled = async () => (await marked('blocked-address')) + (await marked('unconfirmed-address'));
  const all = async () => (await settled()) + (await marked('checking-address'));
  await expect.poll(all, { timeout: 60_000 }).toBe(1_000);
  await expect.poll(settled).toBeGreaterThanOrEqual(AT_ONCE);
  await expect.poll(all).toBe(1_000);
  await visitListed(other);
  expect(questions(relay) - 1).toBeLessThanOrEqual(AT_ONCE + (Date.now() - began) / REFILL_INTERVAL_MS);
});
