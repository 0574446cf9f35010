import type { BrowserContext, Frame, Page } from '@playwright/test';
import { type Kind, serve } from '../../measure/leaks/kind/kind.ts';
import { KINDS } from '../../measure/leaks/kind/kinds.ts';
import { SLOW_MS, sharded, warnings } from '../harness/page/hostile.ts';
import { stopped } from '../harness/page/stopped.ts';
import { launchPlain } from '../harness/plain-browser.ts';
import type { Relay } from '../harness/relay.ts';
import { Site } from '../harness/site.ts';
import { expect, sharingTest } from '../harness/test.ts';

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
    return [location.href, new XMLSerializer().serializeToString(document).replaceAll('\n', '')];
  };
  const documents = async () => (await Promise.all(frames().map((frame) => frame.evaluate(look)))).map(String).sort();
  // Some navigate on, and XML that begins with a script is loaded twice.
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

/** One kind for each technique of the hold; each is opened by a form in its tab. */
const POSTED = KINDS.filter(({ name }) => ['async', 'body onload', 'first ontoggle', 'xhtml'].includes(name));

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

function nothingListed(relay: Relay, delay: number): void {
  relay.fault = ({ path }, response) => {
    if (path !== CONFIRM) return false;
    const answer = () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"matches":[],"ttlSeconds":300}');
    setTimeout(answer, delay);
    return true;
  };
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
  // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
  untouched: async ({}, use) => {
    made ??= withoutExtension();
    await use(await made);
  },
});

// In one process, because the shared fixture takes longer than a test.
test.describe.configure({ mode: 'default' });

test('no kind of listed document runs a script, however long the confirmation takes', async ({ wary, site, relay }) => {
  await sharded(wary);
  relay.delay = SLOW_MS;
  serveKinds(site);
  const tab = await wary.open('http://framing.example/');
  // Forty held frames keep a small machine busy.
  test.setTimeout(240_000);
  await expect.poll(() => warnings(tab).length, { timeout: 180_000 }).toBe(KINDS.length);
  await tab.waitForTimeout(200);
  expect(runs(site, KINDS).filter(([, count]) => count > 0)).toEqual([]);
});

for (const delay of [5, 150, 600]) {
  test(`every kind of document that is found clean after ${delay} ms runs and looks as without the extension`, {
    tag: '@heavy',
  }, async ({ wary, site, relay, untouched }) => {
    await sharded(wary);
    nothingListed(relay, delay);
    serveKinds(site);
    const tab = await wary.open('http://framing.example/');
    expect(await framed(tab, site)).toEqual(untouched.framed);
  });

  test(`a document in a tab that is found clean after ${delay} ms runs and looks as without the extension`, {
    tag: '@heavy',
  }, async ({ wary, site, relay, untouched }) => {
    await sharded(wary);
    nothingListed(relay, delay);
    serveKinds(site);
    expect(await posted(wary.context, site)).toEqual(untouched.posted);
  });
}

/** The handlers of a body's tag that apply to its window; each reports that it ran. */
const BODY_HANDLERS = [
  'load',
  'pageshow',
  'pagehide',
  'beforeunload',
  'unload',
  'message',
  'resize',
  'focus',
  'blur',
  'error',
]
  .map((type) => `on${type}="navigator.sendBeacon('/ran?${type}')"`)
  .join(' ');

test('no event handler in the body tag of a listed page runs, whatever its parent page does and for however long', async ({
  wary,
  site,
  relay,
}) => {
  site.on(LISTED, '/handlers', `<!doctype html><body ${BODY_HANDLERS}><h1>listed</h1><p>end</p>`);
  site.on(
    'framing.example',
    '/handlers',
    `<!doctype html><title>framing</title><iframe src="http://${LISTED}/handlers"></iframe><script>
      const frame = document.querySelector('iframe');
      setInterval(() => {
        frame.contentWindow?.postMessage('go', '*');
        frame.style.width = 200 + Math.random() * 200 + 'px';
        frame.focus();
        frame.blur();
      }, 20);
    </script>`,
  );
  await sharded(wary);
  relay.delay = SLOW_MS;
  const tab = await wary.open('http://framing.example/handlers');
  await expect.poll(() => warnings(tab).length).toBe(1);
  // An earlier call has arrived once a later one has.
  await tab.evaluate(() => fetch('/told'));
  await expect.poll(() => site.requestsTo('framing.example').map(({ path }) => path)).toContain('/told');
  expect(site.requestsTo(LISTED).map(({ path }) => path)).toEqual(['/handlers']);
});

test('no key press reaches a listed page, not even a handler in its first tag', async ({ wary, site, relay }) => {
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
  relay.delay = SLOW_MS;
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
      const end = Date.now() + 25_000;
      while (Date.now() < end);
    });
  });
  await tab.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
  }, `http://${LISTED}/`);
  await expect.poll(() => warnings(tab).length, { timeout: 20_000 }).toBe(1);
  expect(site.ran(LISTED)).toBe(false);
});

test('a listed frame cannot refuse to be navigated away', async ({ wary, site }) => {
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
