import type { browser } from 'wxt/browser';
import type { FirefoxTab } from '../measure/leaks/browser/firefox-tab.ts';
import { until } from '../measure/leaks/browser/until.ts';
import { expect, type FirefoxRig, test } from './test.ts';

const LISTED = '0xBaD0000000000000000000000000000000000001';
const HOST = 'kept.example';

const underlinedIn = (tab: FirefoxTab) =>
  tab.evaluate((name) => CSS.highlights.get(name)?.size ?? 0, 'blocked-address');

/** A tab that has gone on from a marked page to another one, which has no address. */
async function goneOn({ browser: firefox, site }: FirefoxRig): Promise<FirefoxTab> {
  const script = `onpageshow = (e) => e.persisted && navigator.sendBeacon('/kept')`;
  site.on(HOST, '/', (_, response) => {
    // Without `no-store`, which keeps a page out of that cache.
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><p>${LISTED}</p><script>${script}</script>`);
  });
  site.on(HOST, '/next', '<!doctype html><h1>next</h1>');
  const tab = await firefox.open(`http://${HOST}/`);
  await until(
    'it is underlined',
    () => underlinedIn(tab),
    (count) => count === 1,
  );
  await tab.reads(['complete']);
  await tab.visit(`http://${HOST}/next`);
  await tab.reads(['complete']);
  return tab;
}

async function goneBack({ site }: FirefoxRig, tab: FirefoxTab): Promise<void> {
  site.seen.length = 0;
  tab.back();
  const asked = async () => site.requestsTo(HOST).map(({ path }) => path);
  await until('the page says that it was kept', asked, (seen) => seen.includes('/kept'));
}

test('the addresses of a page that was kept for going back are counted again', async ({ rig }) => {
  const { browser: firefox } = rig;
  const tab = await goneOn(rig);
  await goneBack(rig, tab);
  const tabId = await firefox.tabId(`http://${HOST}/`);
  await until(
    'it is counted',
    async () => (await firefox.send<{ findings: { blocked: number } }>('popupOverview', { tabId })).findings.blocked,
    (blocked) => blocked === 1,
  );
  await tab.close();
});

test('a page that was kept for going back loses its marks where they were switched off on its site meanwhile', async ({
  rig,
}) => {
  const { browser: firefox } = rig;
  const tab = await goneOn(rig);
  try {
    // As the card of a mark does.
    await firefox.inside(
      async (tabId) => {
        const { scripting } = (globalThis as unknown as { browser: typeof browser }).browser;
        const func = () => {
          const { runtime } = (globalThis as unknown as { browser: typeof browser }).browser;
          return runtime.sendMessage({ name: 'marksOff', id: '01234567-89ab-4cde-8f01-23456789abcd', request: {} });
        };
        await scripting.executeScript({ target: { tabId }, func });
      },
      await firefox.tabId(`http://${HOST}/next`),
    );
    await goneBack(rig, tab);
    await until(
      'it is not underlined',
      () => underlinedIn(tab),
      (count) => count === 0,
    );
  } finally {
    await firefox.send('mutedSiteRestore', { of: 'marks', host: HOST });
  }
  await tab.close();
  expect((await firefox.send<{ hosts: string[] }>('mutedSitesList', { of: 'marks' })).hosts).toEqual([]);
});
