import type { BrowserContext, Frame, Page } from '@playwright/test';
import { type Kind, serve } from '../../measure/leaks/kind/kind.ts';
import { KINDS } from '../../measure/leaks/kind/kinds.ts';
import { visit } from '../harness/browser.ts';
import { SLOW_MS, sharded, warnings } from '../harness/page/hostile.ts';
import { watchPixels } from '../harness/page/pixels.ts';
import { stopped } from '../harness/page/stopped.ts';
import { launchPlain } from '../harness/plain-browser.ts';
import { Site } from '../harness/site.ts';
import { expect, sharingTest } from '../harness/test.ts';

/** Pages with a hit, which wait in place for the verdict of a slow service. */

const LISTED = 'drainer.wary.test';
const CONFIRM = '/api/v2/asset/blocklist/confirm';

/** The host of a kind, below a listed one. */
const hostOf = (kind: Kind) => `k${KINDS.indexOf(kind)}.${LISTED}`;

/** Serves a page with a frame for every kind of document; each reports when it runs. */
function serveKinds(site: Site): void {
  for (const kind of KINDS) serve(site, hostOf(kind), kind, { run: `navigator.sendBeacon('/ran?')` });
  const frames = KINDS.map((kind) => `<iframe src="http://${hostOf(kind)}/"></iframe>`);
  site.on('framing.example', '/', `<!doctype html><title>framing</title>${frames.join('')}`);
  site.on('framing.example', '/empty', '<!doctype html><title>empty</title><body>');
}

/** How often each kind has run. */
const runs = (site: Site, kinds: readonly Kind[]) =>
  kinds.map(
    (kind) => [kind.name, site.requestsTo(hostOf(kind)).filter(({ path }) => path === '/ran?').length] as const,
  );

type Made = { readonly runs: unknown; readonly documents: readonly string[] };

/** The content of all frames, including nested ones, once everything has run. */
async function madeOf(site: Site, kinds: readonly Kind[], frames: () => readonly Frame[]): Promise<Made> {
  await expect.poll(() => runs(site, kinds).filter(([, count]) => count === 0), { timeout: 60_000 }).toEqual([]);
  const look = () => {
    // The browser inserts its notice about XSLT wherever there is room at that moment.
    document.querySelector('xslt-warning-banner')?.remove();
    return [
      location.href,
      document.adoptedStyleSheets.length,
      new XMLSerializer().serializeToString(document).replaceAll('\n', ''),
    ];
  };
  const documents = async () => (await Promise.all(frames().map((frame) => frame.evaluate(look)))).map(String).sort();
  let before: string[] = [];
  await expect(async () => {
    const last = before;
    before = await documents();
    expect(before).toEqual(last);
  }).toPass({ intervals: [300] });
  return { runs: runs(site, kinds), documents: before };
}

const framed = (tab: Page, site: Site): Promise<Made> =>
  madeOf(site, KINDS, () => tab.frames().filter((frame) => frame !== tab.mainFrame()));

/** Opened by a form in their tabs. */
const POSTED = KINDS.filter(({ name }) => ['async', 'body onload', 'xhtml'].includes(name));

async function posted(tabs: Pick<BrowserContext, 'newPage'>, site: Site): Promise<Made> {
  const pages = await Promise.all(
    POSTED.map(async (kind) => {
      const tab = await tabs.newPage();
      await tab.goto('http://framing.example/empty');
      await tab.evaluate(
        (action) => {
          const form = Object.assign(document.createElement('form'), { method: 'post', action });
          document.body.append(form);
          form.submit();
        },
        `http://${hostOf(kind)}/`,
      );
      return tab;
    }),
  );
  return madeOf(site, POSTED, () => pages.map((tab) => tab.mainFrame()));
}

type Untouched = { readonly framed: Made; readonly posted: Made };

/** The result of the same pages in a browser without any extension. */
async function withoutExtension(): Promise<Untouched> {
  const site = new Site();
  await site.start();
  serveKinds(site);
  const browser = await launchPlain(site);
  const tab = await browser.newPage();
  await tab.goto('http://framing.example/');
  const inFrames = await framed(tab, site);
  site.seen.length = 0;
  const inTabs = await posted(await browser.newContext(), site);
  await browser.close();
  await site.stop();
  return { framed: inFrames, posted: inTabs };
}

let made: Promise<Untouched> | undefined;
const test = sharingTest.extend<{ untouched: Untouched }>({
  // Computed once, but not in a worker fixture: that would need a process of its own, with a service and a browser.
  untouched: async ({}, use) => {
    made ??= withoutExtension();
    await use(await made);
  },
});

// In one process, because the shared fixture takes longer than a test.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ site }) => site.on('start.example', '/', '<!doctype html><title>start</title><h1>start</h1>'));

test('no kind of listed document shows a pixel, and each gives way to a notice, or the tab to the warning', {
  tag: '@heavy',
}, async ({ wary, site, relay }) => {
  await sharded(wary);
  relay.delay = SLOW_MS;
  serveKinds(site);
  const tab = await wary.open('http://start.example/');
  const painted = await watchPixels(wary.context, tab);
  await visit(tab, 'http://framing.example/');
  // Forty notices at once may take a busy machine too long.
  const isOver = () => warnings(tab).includes(tab.mainFrame()) || warnings(tab).length === KINDS.length;
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
  expect(painted().red).toBe(0);
});

test('every kind of document whose hit was false runs once and looks as without the extension, in a frame', {
  tag: '@heavy',
}, async ({ wary, site, relay, untouched }) => {
  await sharded(wary);
  relay.clearHits(600);
  serveKinds(site);
  expect(await framed(await wary.open('http://framing.example/'), site)).toEqual(untouched.framed);
});

test('a posted document whose hit was false runs once and looks as without the extension', {
  tag: '@heavy',
}, async ({ wary, site, relay, untouched }) => {
  await sharded(wary);
  relay.clearHits(600);
  serveKinds(site);
  expect(await posted(wary.context, site)).toEqual(untouched.posted);
});

/** Pages on which no guard can ask, or that want to keep their tab. */
const HOLDING: Readonly<Record<string, string>> = {
  'opens a dialog in its first script': '<!doctype html><script>alert("stay")</script>',
  'asks the person to stay after a click': `<!doctype html><script>onbeforeunload = (event) => event.preventDefault();</script>
    <style>html { background: #e00 }</style>`,
  'forbids every navigation': '<!doctype html><style>html { background: #e00 }</style>',
};
for (const [what, text] of Object.entries(HOLDING))
  test(`a listed page that ${what} gives its tab up`, async ({ wary, site, relay }) => {
    site.on(LISTED, '/', (_, response) => {
      response
        .writeHead(200, {
          'content-type': 'text/html',
          ...(what.includes('forbids') ? { 'connection-allowlist': `("http://${LISTED}")` } : {}),
        })
        .end(text);
    });
    await sharded(wary);
    const tab = await wary.open('http://start.example/');
    // A dialog stays open as long as nobody answers it.
    tab.on('dialog', () => undefined);
    relay.delay = SLOW_MS;
    await visit(tab, `http://${LISTED}/`);
    await expect.poll(() => site.requestsTo(LISTED).length).toBe(1);
    if (what.includes('click')) await tab.mouse.click(100, 100).catch(() => undefined);
    await stopped(tab, LISTED);
    // Its scripts have run, unseen.
    await expect(tab.getByText('If your wallet just opened')).toBeVisible();
  });

test('a service that is slower than two seconds leads to the warning, and one press from there to the page', {
  tag: '@smoke',
}, async ({ wary, site, relay }) => {
  await sharded(wary);
  relay.clearHits(4_000);
  const tab = await wary.open('http://start.example/');
  const painted = await watchPixels(wary.context, tab);
  await visit(tab, `http://${LISTED}/`);
  await stopped(tab, LISTED);
  expect(painted().red).toBe(0);
  await expect(tab.getByRole('heading', { name: 'This site is probably a scam' })).toBeVisible();
  relay.clearHits(0);
  await tab.getByRole('button', { name: 'Try again' }).click();
  await expect(tab.locator('h1')).toHaveText(LISTED);
  expect(site.ran(LISTED)).toBe(true);
});

test('an application keeps its unsent text when it takes an address with a false hit, also when the service is silent', async ({
  wary,
  site,
  relay,
}) => {
  const host = 'pages.wary.test';
  site.on(host, '/', '<!doctype html><h1>calm</h1><textarea></textarea>');
  await sharded(wary);
  const tab = await wary.open(`http://${host}/`);
  await tab.locator('textarea').fill('not sent');
  relay.fault = ({ path }) => path === CONFIRM;
  await tab.evaluate(() => history.pushState(null, '', '/claim'));
  await expect.poll(() => relay.to('/asset/blocklist/confirm').length).toBe(1);
  // Its failure is stored once the time of the question is over.
  await expect
    .poll(async () => JSON.stringify(await wary.send('healthRead')), { timeout: 10_000 })
    .toMatch(/timeout|confirm/i);
  await expect(tab.locator('textarea')).toBeVisible();
  expect(await tab.locator('textarea').inputValue()).toBe('not sent');
  expect(await tab.evaluate(() => getComputedStyle(document.documentElement).opacity)).toBe('1');
});

test('a listed frame that refuses to navigate takes its tab to the warning about it', async ({ wary, site }) => {
  const refuses = `navigation.addEventListener('navigate', (event) => { if (event.cancelable) event.preventDefault(); });
    onbeforeunload = () => 'stay'; setInterval(() => stop(), 10);`;
  site.on(LISTED, '/refuses', (_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/xhtml+xml' })
      .end(
        `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><script>${refuses}</script><h1>frame</h1></body></html>`,
      );
  });
  site.on('framing.example', '/', `<!doctype html><iframe src="http://${LISTED}/refuses"></iframe>`);
  await sharded(wary);
  const tab = await wary.open('http://framing.example/');
  // In its place where the browser led it away in spite of that.
  await expect.poll(() => warnings(tab).length).toBe(1);
});

test('without its shards a profile stays protected, and the next worker writes them again', async ({ wary, site }) => {
  await sharded(wary);
  await wary.loseShards();
  const tab = await wary.open('http://start.example/');
  await expect(tab.locator('h1')).toBeVisible();
  const painted = await watchPixels(wary.context, tab);
  await visit(tab, `http://${LISTED}/`);
  await stopped(tab, LISTED);
  expect(painted().red).toBe(0);
  expect(site.requestsTo(LISTED).length).toBeLessThanOrEqual(2);
  await wary.killWorker();
  await wary.send('listSync');
  await sharded(wary);
});
