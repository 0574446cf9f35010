import type { Page } from '@playwright/test';
import type { Browser } from './harness/browser.ts';
import { DOCUMENT_NAMES, documents } from './harness/documents.ts';
import type { Relay } from './harness/relay.ts';
import type { Site } from './harness/site.ts';
import { stopped } from './harness/stopped.ts';
import { expect, sharingTest as test } from './harness/test.ts';

const LISTED = 'drainer.wary.test';
const CONFIRM = '/api/v2/asset/blocklist/confirm';
/** Milliseconds to a confirmation that takes its time. */
const SLOW = 1_500;

const sharded = (wary: Browser) => expect.poll(() => wary.shardedEntries()).toBeGreaterThan(0);

/** Opens a page with a frame for every document of a host. */
async function framing(wary: Browser, site: Site, host: string, names: readonly string[]): Promise<Page> {
  const frames = names.map((name) => `<iframe src="http://${host}/${name}"></iframe>`);
  site.on(host, '*', documents);
  site.on('framing.example', '/', `<!doctype html><title>framing</title>${frames.join('')}`);
  return wary.open('http://framing.example/');
}

function nothingListed(relay: Relay, delay: number): void {
  relay.fault = ({ path }, response) => {
    if (path !== CONFIRM) return false;
    const answer = () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"matches":[],"ttlSeconds":300}');
    setTimeout(answer, delay);
    return true;
  };
}

const warnings = (tab: Page) => tab.frames().filter((frame) => frame.url().includes('/warning.html#'));
const ran = (site: Site, host: string) =>
  site.requestsTo(host).flatMap(({ path }) => (path.startsWith('/ran?') ? [path.slice('/ran?'.length)] : []));

test('no kind of listed document runs anything, however long its confirmation takes', async ({ wary, site, relay }) => {
  await sharded(wary);
  relay.delay = SLOW;
  const names = [...DOCUMENT_NAMES, 'text'];
  const tab = await framing(wary, site, LISTED, names);
  await expect.poll(() => warnings(tab).length).toBe(names.length);
  await tab.waitForTimeout(200);
  expect(ran(site, LISTED)).toEqual([]);
});

test('every kind of document that is cleared runs and looks as if nothing had held it', async ({
  wary,
  site,
  relay,
}) => {
  await sharded(wary);
  nothingListed(relay, 600);
  const seen: Record<string, unknown> = {};
  for (const host of [LISTED, 'clean.example']) {
    const tab = await framing(wary, site, host, DOCUMENT_NAMES);
    await expect.poll(() => ran(site, host).sort()).toEqual([...DOCUMENT_NAMES].sort());
    const frames = tab.frames().filter((frame) => frame.parentFrame() === tab.mainFrame());
    const look = () => [location.pathname, new XMLSerializer().serializeToString(document)];
    // XML that begins with a script is loaded twice.
    await expect(async () => {
      seen[host] = await Promise.all(frames.map((frame) => frame.evaluate(look)));
    }).toPass();
  }
  expect(seen[LISTED]).toEqual(seen['clean.example']);
});

test('no key that is pressed on a listed page reaches it, not even a handler in its first tag', async ({
  wary,
  site,
  relay,
}) => {
  const key = `navigator.sendBeacon('/key')`;
  site.on(
    LISTED,
    '/',
    `<!doctype html><html onkeydown="${key}" onkeyup="${key}" onpointermove="${key}"><h1>listed</h1>`,
  );
  site.on(
    'start.example',
    '/',
    `<!doctype html><form method="post" action="http://${LISTED}/"><button>go</button></form>`,
  );
  await sharded(wary);
  relay.delay = SLOW;
  const tab = await wary.open('http://start.example/');
  await tab.getByRole('button').click();
  await expect.poll(() => site.requestsTo(LISTED).length).toBe(1);
  for (let press = 0; press < 20; press += 1) {
    await tab.keyboard.press('a');
    await tab.mouse.move(100 + press, 100);
    await tab.waitForTimeout(25);
  }
  await stopped(tab, LISTED);
  expect(site.requestsTo(LISTED).map(({ path }) => path)).toEqual(['/']);
});

test('a listed frame with an endless address is stopped', async ({ wary, site }) => {
  site.on('start.example', '/', '<!doctype html><title>start</title><h1>start</h1>');
  await sharded(wary);
  const tab = await wary.open('http://start.example/');
  await expect(tab.locator('h1')).toBeVisible();
  await tab.evaluate(
    (src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src }));
    },
    `http://${LISTED}/#${'A'.repeat(70_000)}`,
  );
  await expect.poll(() => warnings(tab).length).toBe(1);
  expect(site.ran(LISTED)).toBe(false);
});

test('a known hit stays covered while the worker hangs, and ends in the warning', async ({ wary, site }) => {
  site.on('start.example', '/', '<!doctype html><title>start</title><h1>start</h1>');
  await sharded(wary);
  const tab = await wary.open('http://start.example/');
  await expect(tab.locator('h1')).toBeVisible();
  const worker = await wary.worker();
  await worker.evaluate(() => {
    setTimeout(() => {
      const end = Date.now() + 12_000;
      while (Date.now() < end);
    });
  });
  await tab.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
  }, `http://${LISTED}/`);
  await expect.poll(() => warnings(tab).length, { timeout: 11_000 }).toBe(1);
  expect(site.ran(LISTED)).toBe(false);
});

test('a listed frame cannot refuse to be led away', async ({ wary, site }) => {
  await sharded(wary);
  const refuses = `<!doctype html><script>
    navigation.addEventListener('navigate', (event) => { if (event.cancelable) event.preventDefault(); });
    onbeforeunload = () => 'stay';
    setInterval(() => navigator.sendBeacon('/beat'), 50);
  </script><h1>frame</h1>`;
  let answers = () => {};
  const open = new Promise<void>((resolve) => {
    answers = resolve;
  });
  site.on(LISTED, '/refuses', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(refuses);
    answers();
  });
  site.on(
    'framing.example',
    '/',
    `<!doctype html><title>framing</title><iframe src="http://${LISTED}/refuses"></iframe>`,
  );
  const tab = await wary.open('http://framing.example/');
  await open;
  await expect.poll(() => warnings(tab).length).toBe(1);
  expect(site.requestsTo(LISTED).filter(({ path }) => path === '/beat')).toEqual([]);
});
