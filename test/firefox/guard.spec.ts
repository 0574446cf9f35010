import { redPart } from '../e2e/harness/page/pixels.ts';
import { html } from '../e2e/harness/site.ts';
import type { FirefoxTab } from '../measure/leaks/browser/firefox-tab.ts';
import { until } from '../measure/leaks/browser/until.ts';
import { serve } from '../measure/leaks/kind/kind.ts';
import { PLAIN } from '../measure/leaks/kind/kinds.ts';
import { arrived } from '../measure/leaks/measure.ts';
import { follow, post } from '../measure/leaks/way/way.ts';
import { expect, type FirefoxRig, LISTED_NUMBER, test } from './test.ts';

const LISTED = 'drainer.wary.test';

/** Waits until the tab shows the warning about an address, without any request to its host. */
async function stopped(rig: FirefoxRig, tab: FirefoxTab, url: string): Promise<void> {
  await warned(rig, tab, url);
  expect(rig.site.requestsTo(new URL(url).hostname)).toEqual([]);
}

async function warned({ browser: firefox }: FirefoxRig, tab: FirefoxTab, url: string): Promise<void> {
  await tab.at(`${firefox.url('warning.html')}#${url}`);
  await tab.shows('Go back');
}

test.beforeEach(({ rig }) => {
  rig.site.on('start.example', '/', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>start</title><h1>start</h1>');
  });
  rig.site.seen.length = 0;
});
test.afterEach(({ rig }) => {
  rig.relay.fault = undefined;
});

test('control: a page that nothing stops loads, runs, is red and receives keys in this measurement', async ({
  rig,
}) => {
  const { browser: firefox, site } = rig;
  serve(site, 'unlisted.example', PLAIN);
  const tab = await firefox.open('http://start.example/');
  await follow(tab, 'http://unlisted.example/');
  await tab.at('http://unlisted.example/');
  await until('a picture is red', tab.picture.bind(tab), (picture) => picture !== null && redPart(picture) > 0.5);
  await tab.type('x');
  const seen = () => arrived(site, 0, 'unlisted.example');
  await until('the key is heard', async () => seen().key, Boolean);
  await expect.poll(seen).toMatchObject({ request: 1, script: 1, visible: 1, key: 1, wallet: 1 });
  expect(await tab.isStopped()).toBe(false);
  await tab.close();
});

test('a false match wakes the background, waits for the answer, and arrives once with its form data', async ({
  rig,
}) => {
  const { browser: firefox, site, relay } = rig;
  const host = 'm590.matrix.test';
  relay.clearHits(200);
  const tab = await firefox.open('http://start.example/');
  await firefox.stopWorker();
  await post(tab, `http://${host}/`);
  await tab.at(`http://${host}/`);
  const asked = site.requestsTo(host).filter(({ path }) => path === '/');
  expect(asked.map(({ method, body }) => `${method} ${body}`)).toEqual(['POST wish=kept']);
  await tab.close();
});

test('a silent service leaves an application its unsent text, and leads a new page to the warning, from which one press opens it', async ({
  rig,
}) => {
  const { browser: firefox, site, relay } = rig;
  relay.fault = ({ path }) => path.endsWith('/confirm');
  site.on('pages.wary.test', '/', '<!doctype html><h1>calm</h1><textarea></textarea>');
  const application = await firefox.open('http://pages.wary.test/');
  const written = () => application.evaluate(() => document.querySelector('textarea')?.value, undefined);
  await application.evaluate(() => {
    document.querySelector('textarea')!.value = 'not sent';
    history.pushState(null, '', '/claim');
  }, undefined);
  const host = 'm585.matrix.test';
  const tab = await firefox.open('http://start.example/');
  await follow(tab, `http://${host}/`);
  await warned(rig, tab, `http://${host}/`);
  expect(site.requestsTo(host)).toEqual([]);
  expect(await written()).toBe('not sent');
  await application.close();
  relay.clearHits();
  await tab.press('Try again');
  await tab.at(`http://${host}/`);
  await tab.close();
});

test('opening a site anyway applies in its tab, across a redirect and the end of the background, and in no other tab', {
  tag: '@smoke',
}, async ({ rig }) => {
  const { browser: firefox, site } = rig;
  site.on(LISTED, '/hop', (_, response) => {
    response.writeHead(302, { location: `http://www.${LISTED}/end` }).end();
  });
  const tab = await firefox.open(`http://${LISTED}/claim?x=1#part`);
  await stopped(rig, tab, `http://${LISTED}/claim?x=1#part`);
  await tab.press('Details');
  await tab.press('Open anyway');
  await tab.press(`Open ${LISTED}`);
  await tab.at(`http://${LISTED}/claim?x=1#part`);
  await firefox.stopWorker();
  await tab.visit(`http://${LISTED}/hop`);
  await tab.at(`http://www.${LISTED}/end`);
  site.seen.length = 0;
  const other = await firefox.open(`http://${LISTED}/`);
  await stopped(rig, other, `http://${LISTED}/`);
  await other.close();
  await tab.close();
});

/** Opens a stopped site permanently, from its warning. */
async function openForAlways(rig: FirefoxRig, tab: FirefoxTab, host: string): Promise<void> {
  await stopped(rig, tab, `http://${host}/`);
  await tab.press('Details');
  await tab.press('Open anyway');
  await tab.press('Always');
  await tab.press(`Open ${host}`);
  await tab.at(`http://${host}/`);
}

async function takeBack({ browser: firefox }: FirefoxRig, host: string): Promise<void> {
  const { allowances } = await firefox.send<{ allowances: { id: string; expression: string }[] }>('allowancesList');
  const allowance = allowances.find(({ expression }) => expression === `${host}/`);
  await firefox.send('allowanceRevoke', { id: allowance?.id });
}

test('opening a site anyway permanently applies in every tab until it is revoked', async ({ rig }) => {
  const host = 'false-alarm.wary.test';
  const tab = await rig.browser.open(`http://${host}/`);
  await openForAlways(rig, tab, host);
  const other = await rig.browser.open(`http://${host}/`);
  await other.at(`http://${host}/`);
  rig.site.seen.length = 0;
  await takeBack(rig, host);
  for (const each of [tab, other]) {
    await warned(rig, each, `http://${host}/`);
    await each.close();
  }
  // Requests of the open pages before their removal do not count.
  expect(rig.site.requestsTo(host).filter(({ path }) => path === '/')).toEqual([]);
});

for (const [name, taken] of [
  ['is shown again where nothing stops it', false],
  ['and is stopped since is not shown again', true],
] as const)
  test(`a page that is kept for going back ${name}`, async ({ rig }) => {
    const { browser: firefox, site } = rig;
    const host = taken ? 'm593.matrix.test' : 'm594.matrix.test';
    const script = `onpageshow=(e)=>e.persisted&&navigator.sendBeacon('/kept');onkeydown=()=>navigator.sendBeacon('/key')`;
    site.on(host, '/', (_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><style>html{background:#e00}</style><script>${script}</script>`);
    });
    const tab = await firefox.open(`http://${host}/`);
    await openForAlways(rig, tab, host);
    // Only a completely loaded page is cached, and one that is still loading may arrive after going back.
    await tab.reads(['complete']);
    await tab.visit('http://start.example/');
    await tab.reads(['complete']);
    if (taken) await takeBack(rig, host);
    site.seen.length = 0;
    tab.back();
    let red = false;
    const arrival = taken ? `${firefox.url('warning.html')}#http://${host}/` : `http://${host}/`;
    let pictures = 0;
    const watched = async () => {
      const picture = await tab.picture();
      red ||= picture !== null && redPart(picture) > 0.05;
      await tab.type('x');
      // Those from before the arrival show another page.
      if ((await tab.address()) === arrival) pictures += 1;
      return pictures;
    };
    await until(`the tab is at ${arrival}`, watched, (count) => count > 6);
    const asked = async () => site.requestsTo(host).map(({ path }) => path);
    // The key arrives by a request of its own.
    const isTold = (seen: readonly string[]) => seen.includes('/kept') && (taken || seen.includes('/key'));
    const paths = await until('the page says that it was kept', asked, isTold);
    expect({ red, key: paths.includes('/key'), page: paths.includes('/') }).toEqual({
      red: !taken,
      key: !taken,
      page: false,
    });
    await tab.close();
  });

test('a page that changes its address to a listed one on its host is stopped', async ({ rig }) => {
  const { browser: firefox, site } = rig;
  site.on('pages.wary.test', '/', (_, response) => html(response, '<!doctype html><h1>pages</h1>'));
  const tab = await firefox.open('http://pages.wary.test/');
  await tab.at('http://pages.wary.test/');
  await tab.evaluate((path) => history.pushState(null, '', path), '/claim');
  await tab.at(`${firefox.url('warning.html')}#http://pages.wary.test/claim`);
  await tab.close();
});

test('a listed IP address is stopped in every spelling', async ({ rig }) => {
  for (const spelt of ['3405803783', '0313.0.0161.07', '0xcb.0.113.7', '203.0.113.7:80']) {
    const tab = await rig.browser.open('http://start.example/');
    await follow(tab, `http://${spelt}/`);
    await stopped(rig, tab, `http://${LISTED_NUMBER}/`);
    await tab.close();
  }
});

test('a listed page in an object or an embed of a clean page is never requested', async ({ rig }) => {
  const { browser: firefox, site } = rig;
  const parts = `<object type="text/html" data="http://m591.matrix.test/"></object><embed type="text/html" src="http://m592.matrix.test/">`;
  site.on('parts.example', '/', `<!doctype html>${parts}<iframe src="http://unlisted.example/"></iframe>`);
  serve(site, 'unlisted.example', PLAIN);
  const tab = await firefox.open('http://parts.example/');
  await until('the clean part is there', async () => arrived(site, 0, 'unlisted.example').script, Boolean);
  expect(site.seen.filter(({ host }) => host.endsWith('matrix.test'))).toEqual([]);
  expect(await tab.address()).toBe('http://parts.example/');
  await tab.close();
});
