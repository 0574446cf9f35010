import type { Page } from '@playwright/test';
import { type Browser, visit } from '../harness/browser.ts';
import { stopped } from '../harness/page/stopped.ts';
import type { Relay } from '../harness/relay.ts';
import { html, type Site } from '../harness/site.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

/** A site with sessions. One of its paths looks listed but is not, like a collision of prefixes. */
const BANK = 'pages.wary.test';
const TARGET = `http://${BANK}/claim`;
/** Another site with sessions. */
const SHOP = 'shop.example';
const OTHER = 'http://other.example/';
const SESSIONS = ['strict=1; SameSite=Strict', 'lax=1; SameSite=Lax'];

/**
 * Milliseconds until the service answers that the target is not listed: long enough for the warning to appear first.
 */
const DELAY_MS = 500;

async function prepare(wary: Browser, site: Site, relay: Relay): Promise<Page> {
  for (const host of [BANK, SHOP])
    site.on(host, '/session', (_, response) =>
      html(response, '<title>session</title>', { 'set-cookie': SESSIONS as never }),
    );
  site.on(
    'other.example',
    '/',
    `<title>other</title><a href="${TARGET}">link</a>
<form action="${TARGET}"><button name="amount" value="1">send</button></form>`,
  );
  site.on('other.example', '/hop', (_, response) => void response.writeHead(302, { location: TARGET }).end());
  site.on(BANK, '/start', `<title>start</title><a href="${TARGET}">link</a>`);
  clears(relay);
  const tab = await wary.context.newPage();
  for (const host of [BANK, SHOP]) await tab.goto(`http://${host}/session`);
  return tab;
}

/** Makes the service answer that nothing is listed. */
function clears(relay: Relay): void {
  relay.fault = ({ path }, response) => {
    if (!path.endsWith('/confirm')) return false;
    response.writeHead(200, { 'content-type': 'application/json' });
    setTimeout(() => response.end('{"matches":[],"ttlSeconds":300}'), DELAY_MS);
    return true;
  };
}

/** The addresses that a tab has shown from now on. */
function shown(tab: Page): string[] {
  const addresses: string[] = [];
  tab.on('framenavigated', (frame) => {
    if (frame === tab.mainFrame()) addresses.push(frame.url());
  });
  return addresses;
}

/** The requests for pages of a host, without those that the pages send themselves. */
const asked = (site: Site, host: string) => site.requestsTo(host).filter(({ path }) => !path.startsWith('/ran'));

/** The names of the cookies in the last request for the target. */
const cookies = (site: Site, host = BANK): string[] =>
  (asked(site, host).at(-1)?.headers.cookie ?? '')
    .split('; ')
    .map((pair) => pair.split('=')[0]!)
    .sort();

const FOREIGN: Record<string, (tab: Page, wary: Browser) => Promise<unknown>> = {
  'a link': (tab) => tab.evaluate(() => void setTimeout(() => document.querySelector('a')?.click())),
  'a script': (tab) => tab.evaluate((url) => void setTimeout(() => location.assign(url)), TARGET),
  'a form': (tab) => tab.getByText('send').click({ noWaitAfter: true }),
  'a redirect': (tab) => tab.evaluate(() => void setTimeout(() => location.assign('/hop'))),
};

for (const [name, begin] of Object.entries(FOREIGN))
  test(`a navigation by ${name} on another site, stopped and then cleared, goes on without the cookies that it could not send`, async ({
    wary,
    site,
    relay,
  }) => {
    const tab = await prepare(wary, site, relay);
    await tab.goto(OTHER);
    const addresses = shown(tab);
    await begin(tab, wary);
    await expect(tab).toHaveURL(new RegExp(`^${TARGET}`));
    await expect(tab.locator('h1')).toHaveText(BANK);
    expect(addresses.join(' ')).toContain('warning.html');
    expect(cookies(site)).toEqual(['lax']);
  });

test('a window that another site opened, stopped and then cleared, goes on without the cookies that it could not send', async ({
  wary,
  site,
  relay,
}) => {
  const tab = await prepare(wary, site, relay);
  await tab.goto(OTHER);
  const opening = wary.context.waitForEvent('page');
  await tab.evaluate((url) => void window.open(url), TARGET);
  const opened = await opening;
  await expect(opened).toHaveURL(TARGET);
  await expect(opened.locator('h1')).toHaveText(BANK);
  expect(cookies(site)).toEqual(['lax']);
});

for (const transitionType of ['typed', 'auto_bookmark'] as const)
  test(`an address that a person opened (${transitionType}) goes on with all its cookies after it was stopped and cleared`, async ({
    wary,
    site,
    relay,
  }) => {
    const tab = await prepare(wary, site, relay);
    await tab.goto(OTHER);
    const addresses = shown(tab);
    const session = await wary.context.newCDPSession(tab);
    await session.send('Page.navigate', { url: TARGET, transitionType });
    await expect(tab).toHaveURL(TARGET);
    await expect(tab.locator('h1')).toHaveText(BANK);
    expect(addresses.join(' ')).toContain('warning.html');
    expect(cookies(site)).toEqual(['lax', 'strict']);
  });

test('a site cannot get the cookies of another site sent by a link to itself that is stopped and then redirects', async ({
  wary,
  site,
  relay,
}) => {
  const tab = await prepare(wary, site, relay);
  site.on(BANK, '/claim', (_, response) => void response.writeHead(302, { location: `http://${SHOP}/pay` }).end());
  await tab.goto(`http://${BANK}/start`);
  const addresses = shown(tab);
  await tab.getByText('link').click({ noWaitAfter: true });
  await expect(tab).toHaveURL(`http://${SHOP}/pay`);
  await expect(tab.locator('h1')).toHaveText(SHOP);
  expect(addresses.join(' ')).toContain('warning.html');
  expect(cookies(site, SHOP)).toEqual(['lax']);
});

/** The warning's address in this session, as if a page had learnt it. */
const learnt = async (wary: Browser) =>
  String(await (await wary.worker()).evaluate("chrome.runtime.getURL('/warning.html')"));

test('no page reaches the warning by the extension’s fixed address', async ({ wary, site, relay }) => {
  const tab = await prepare(wary, site, relay);
  await tab.goto(OTHER);
  const fixed = wary.url('warning.html');
  expect(await tab.evaluate((url) => fetch(url).then(String, () => 'refused'), fixed)).toBe('refused');
  await tab.evaluate((url) => void setTimeout(() => location.assign(url)), `${fixed}#${TARGET}`);
  await expect(tab.getByText('ERR_BLOCKED_BY_CLIENT')).toBeVisible();
});

test('no page learns the extension’s address of this session from its own documents while they are held', async ({
  wary,
  site,
}) => {
  // The frames share the thread of the page around them, which looks into them at every turn.
  site.on(
    'other.example',
    '/',
    `<!doctype html><title>other</title><script>
      seen = new Set(), held = 0;
      const look = () => {
        for (let at = 0; at < frames.length; at += 1) {
          const { document, performance } = frames[at];
          const text = document.documentElement?.outerHTML ?? '';
          if (/^<html[^>]*><(?!head|body)/.test(text)) held += 1;
          const names = performance.getEntriesByType('resource').map(({ name }) => name).join(' ');
          for (const [address] of (text + names).matchAll(/chrome-extension:[^"]*/g)) seen.add(address);
        }
      };
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { look(); port2.postMessage(0); };
      port2.postMessage(0);
      onload = () => { for (let at = 0; at < 10; at += 1) document.body.append(Object.assign(document.createElement('iframe'), { src: '/frame' })); };
    </script><h1>other</h1>`,
  );
  site.on('other.example', '/frame', '<!doctype html><html lang="en"><title>frame</title><h1>frame</h1>');
  await expect.poll(() => wary.shardedEntries()).toBeGreaterThan(0);
  const tab = await wary.open(OTHER);
  await expect(tab.locator('iframe')).toHaveCount(10);
  for (let at = 0; at < 10; at += 1)
    await expect(tab.locator('iframe').nth(at).contentFrame().locator('h1')).toBeVisible();
  const { seen, held } = await tab.evaluate(() => {
    const scope = globalThis as unknown as { seen: Set<string>; held: number };
    return { seen: [...scope.seen], held: scope.held };
  });
  expect(seen).toEqual([]);
  expect(held).toBeGreaterThan(0);
});

const LAUNDERED = {
  'that looks listed and is not': TARGET,
  'that is not listed': `http://${BANK}/transfer?to=mallory`,
};
for (const [name, address] of Object.entries(LAUNDERED))
  test(`a page that sends its tab to the warning about an address ${name} opens nothing`, async ({
    wary,
    site,
    relay,
  }) => {
    const tab = await prepare(wary, site, relay);
    await tab.goto(OTHER);
    const before = site.requestsTo(BANK).length;
    await tab.evaluate((url) => void setTimeout(() => location.assign(url)), `${await learnt(wary)}#${address}`);
    const go = tab.getByRole('button', { name: `Open ${BANK}` });
    await expect(go).toBeVisible();
    await tab.waitForTimeout(DELAY_MS);
    expect(site.requestsTo(BANK)).toHaveLength(before);
    await go.click();
    await expect(tab).toHaveURL(address);
    await expect(tab.locator('h1')).toHaveText(BANK);
    expect(cookies(site)).toEqual(['lax']);
  });

test('a site that redirects to the warning about another site opens nothing', async ({ wary, site, relay }) => {
  const tab = await prepare(wary, site, relay);
  const location = `${wary.url('warning.html')}#${TARGET}`;
  site.on('other.example', '/launder', (_, response) => void response.writeHead(302, { location }).end());
  const before = site.requestsTo(BANK).length;
  await visit(tab, `${OTHER}launder`).catch(() => undefined);
  await tab.waitForTimeout(3 * DELAY_MS);
  expect(site.requestsTo(BANK)).toHaveLength(before);
});

test('a warning about one page opens nothing for the next page in the same tab', async ({ wary, site, relay }) => {
  const tab = await prepare(wary, site, relay);
  await visit(tab, TARGET);
  await expect(tab).toHaveURL(TARGET);
  await tab.goto(OTHER);
  const before = site.requestsTo(BANK).length;
  await tab.evaluate((url) => void setTimeout(() => location.assign(url)), `${await learnt(wary)}#${TARGET}`);
  await expect(tab.getByRole('button', { name: `Open ${BANK}` })).toBeVisible();
  expect(site.requestsTo(BANK)).toHaveLength(before);
});

test('a site that a browser rule stopped is opened with the cookies of its own navigation, also after the worker died', async ({
  wary,
  site,
}) => {
  const LISTED = 'drainer.wary.test';
  const cookie = { domain: LISTED, path: '/', value: '1' };
  await wary.context.addCookies([
    { ...cookie, name: 'strict', sameSite: 'Strict' },
    { ...cookie, name: 'lax', sameSite: 'Lax' },
  ]);
  site.on('other.example', '/', `<title>other</title><a href="http://${LISTED}/">link</a>`);
  const open = async (tab: Page) => {
    await stopped(tab, LISTED);
    await wary.killWorker();
    await tab.bringToFront();
    await tab.getByRole('button', { name: 'Open it anyway' }).click();
    await tab.getByRole('button', { name: `Open ${LISTED}` }).click();
    await expect(tab.locator('h1')).toHaveText(LISTED);
    return cookies(site, LISTED);
  };
  await stopped(await wary.open(`http://${LISTED}/`), LISTED);
  await expect.poll(() => wary.ruleCount()).toBeGreaterThan(0);
  const typed = await wary.context.newPage();
  await visit(typed, `http://${LISTED}/`);
  expect(await open(typed)).toEqual(['lax', 'strict']);
  const followed = await wary.open(OTHER);
  await followed.getByText('link').click({ noWaitAfter: true });
  expect(await open(followed)).toEqual(['lax']);
});
