import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Browser, visit } from '../harness/browser.ts';
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
const linksTo = (hosts: readonly string[]) =>
  `<!doctype html><title>start</title><style>a{display:block;height:40px}</style>${hosts
    .map((host, at) => `<a id="a${at}" href="http://${host}/">${host}</a>`)
    .join('')}`;

/** Opens a listed site in a separate tab: its question has priority, so earlier questions have been sent by then. */
async function visitListed(tab: Page): Promise<void> {
  await visit(tab, 'http://drainer.wary.test/');
  await stopped(tab, 'drainer.wary.test');
}

/** The causes of all questions that the device has recorded. */
async function recordedCauses(wary: Browser): Promise<string[]> {
  const page = await wary.open(wary.url('manifest.json'));
  const causes = await page.evaluate(async () => {
    const opening = indexedDB.open('wary-traffic');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const reading = opening.result.transaction('requests').objectStore('requests').getAll();
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    opening.result.close();
    return (reading.result as { cause?: string }[]).flatMap(({ cause = [] }) => cause);
  });
  await page.close();
  return causes.sort();
}

test('a page that focuses 300 listed links or moves them under the pointer sends no question; a click does', async ({
  wary,
  site,
  relay,
}) => {
  site.on(START, '/', linksTo(HOSTS));
  const tab = await wary.open(`http://${START}/`);
  await tab.waitForLoadState();
  await tab.mouse.move(20, 200);
  const before = questions(relay);
  await tab.evaluate(async () => {
    for (const link of document.querySelectorAll('a')) {
      link.focus();
      link.scrollIntoView();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo(0, 0);
  });
  await visitListed(await wary.context.newPage());
  expect(questions(relay)).toBe(before + 1);
  await tab.bringToFront();
  await tab.mouse.down();
  await expect.poll(() => questions(relay)).toBe(before + 2);
  await expect.poll(() => recordedCauses(wary)).toEqual(['navigation', 'press']);
});

test('moving the pointer over 40 listed links sends one question a second', async ({ wary, site, relay }) => {
  site.on(START, '/', linksTo(HOSTS.slice(0, 40)));
  const tab = await wary.open(`http://${START}/`);
  await tab.waitForLoadState();
  await tab.setViewportSize({ width: 800, height: 1_700 });
  const began = Date.now();
  for (let at = 0; at < 40; at += 1) await tab.mouse.move(30 + at, 20 + at * 40);
  await expect.poll(() => questions(relay)).toBeGreaterThan(0);
  await visitListed(await wary.context.newPage());
  expect(questions(relay) - 1).toBeLessThanOrEqual(1 + (Date.now() - began) / 1_000);
});

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
        return { host: location.host, isCovered: root === null || getComputedStyle(root).display === 'none' };
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

test('thousands of form events of a page wake the worker twice a second at most', async ({ wary, site }) => {
  site.on(START, '/', '<!doctype html><title>form</title><form><input name="a"></form>');
  const tab = await wary.open(`http://${START}/`);
  await tab.waitForLoadState();
  const worker = await wary.worker();
  await worker.evaluate(() => {
    const scope = globalThis as unknown as {
      heard: string[];
      chrome: { runtime: { onMessage: { addListener(listener: (message: { name: string }) => void): void } } };
    };
    scope.heard = [];
    scope.chrome.runtime.onMessage.addListener(({ name }) => void scope.heard.push(name));
  });
  const seconds = await tab.evaluate(async () => {
    const began = performance.now();
    const form = document.querySelector('form')!;
    for (let round = 0; round < 20; round += 1) {
      for (let at = 0; at < 300; at += 1) form.dispatchEvent(new Event('formdata', { bubbles: true }));
      for (let at = 0; at < 100; at += 1) new FormData(form);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return (performance.now() - began) / 1_000;
  });
  await visit(tab, 'http://drainer.wary.test/');
  await expect(tab.getByRole('button', { name: 'Go back' })).toBeVisible();
  const heard = await worker.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
  expect(heard.filter((name) => name === 'formLeaving').length).toBeLessThanOrEqual(1 + seconds * 2);
});
