import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { visit } from '../harness/browser.ts';
import { stopped } from '../harness/page/stopped.ts';
import type { Relay } from '../harness/relay.ts';
import { Service } from '../harness/service.ts';
import { test as base, expect } from '../harness/test.ts';

const HOSTS = Array.from({ length: 300 }, (_, at) => `listed-${at}.test`);
const ADDRESSES = Array.from({ length: 2_000 }, (_, at) => `0xbad${String(at).padStart(37, '0')}`);
const START = 'start.example';
/** Questions that one page may cause at once, and milliseconds until it may cause one more. */
const AT_ONCE = 16;
const REFILL_INTERVAL_MS = 15_000;

/** With a service of its own, whose list contains all of these. */
const test = base.extend<{ listed: undefined }, { service: Service }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
    async ({}, use) => {
      const service = new Service(['--poll-seconds', '2']);
      await service.start();
      const hosts = join(service.folder, 'hosts.txt');
      writeFileSync(hosts, HOSTS.join('\n'));
      const addresses = join(service.folder, 'addresses.json');
      writeFileSync(addresses, JSON.stringify(ADDRESSES));
      await service.command('import', hosts, '--format', 'hosts');
      await service.command('import', addresses, '--format', 'addresses');
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
      await expect.poll(synced, { timeout: 30_000 }).toBeGreaterThanOrEqual(HOSTS.length + ADDRESSES.length);
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

test('a page of 30 listed frames sends a few questions, keeps the other frames covered, and delays no other tab', {
  tag: '@heavy',
}, async ({ wary, site, relay }) => {
  const frames = HOSTS.slice(0, 30).map((host) => `<iframe src="http://${host}/" width="60" height="40"></iframe>`);
  site.on(START, '/', `<!doctype html><title>frames</title>${frames.join('')}`);
  const other = await wary.open('http://other.example/');
  const began = Date.now();
  const tab = await wary.open(`http://${START}/`);
  await expect.poll(() => HOSTS.slice(0, 30).filter((host) => site.requestsTo(host).length > 0).length).toBe(30);
  await expect.poll(() => questions(relay), { timeout: 40_000 }).toBeGreaterThanOrEqual(AT_ONCE);
  await visitListed(other);
  expect(questions(relay) - 1).toBeLessThanOrEqual(AT_ONCE + (Date.now() - began) / REFILL_INTERVAL_MS);
  const open = tab.frames().filter((frame) => frame.url().startsWith('http://listed-'));
  // A frame that gets its answer meanwhile navigates away, and may no longer be readable.
  const covered: boolean[] = [];
  for (const frame of open)
    void frame
      .evaluate(() => {
        const root = document.documentElement;
        return {
          host: location.host,
          isCovered: root === null || getComputedStyle(root).contentVisibility === 'hidden',
        };
      })
      .then(({ host, isCovered }) => host.startsWith('listed-') && covered.push(isCovered))
      .catch(() => {});
  await expect.poll(() => covered.length).toBeGreaterThanOrEqual(5);
  expect(covered).not.toContain(false);
});

test('the last of 17 frames with a false match waits for its turn, and is then shown unchanged', {
  tag: '@heavy',
}, async ({ wary, site, relay }) => {
  relay.fault = ({ path }, response) => {
    if (!path.endsWith('/confirm')) return false;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"matches":[],"ttlSeconds":300}');
    return true;
  };
  const hosts = HOSTS.slice(40, 57);
  const text = '<!doctype html><title>clean</title><body onload="b.append(\' loaded\')"><b id="b">read</b>';
  for (const host of hosts) site.on(host, '/', text);
  site.on(START, '/', hosts.map((host) => `<iframe src="http://${host}/"></iframe>`).join(''));
  const tab = await wary.open(`http://${START}/`);
  const texts = () =>
    Promise.all(
      tab
        .frames()
        .slice(1)
        .map((frame) => frame.evaluate(() => document.body?.textContent ?? '').catch(() => '')),
    );
  const read = async () => (await texts()).filter((shown) => shown.trim() === 'read loaded').length;
  await expect.poll(read, { timeout: 60_000 }).toBeGreaterThanOrEqual(AT_ONCE);
  expect(await read()).toBeLessThan(hosts.length);
  await expect.poll(read, { timeout: 90_000 }).toBe(hosts.length);
});

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
