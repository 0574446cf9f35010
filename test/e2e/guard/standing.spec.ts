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

/** Milliseconds until the service answers that the target is not listed. */
const DELAY_MS = 500;

async function prepare(wary: Browser, site: Site, relay: Relay): Promise<Page> {
  for (const host of [BANK, SHOP])
    site.on(host, '/session', (_, response) =>
      html(response, '<title>session</title>', { 'set-cookie': SESSIONS as never }),
    );
  site.on('other.example', '/', `<title>other</title><a href="${TARGET}">link</a>`);
  relay.clearHits(DELAY_MS);
  const tab = await wary.context.newPage();
  for (const host of [BANK, SHOP]) await tab.goto(`http://${host}/session`);
  return tab;
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

for (const transitionType of ['typed', 'link'] as const)
  test(`a false hit changes nothing about the request of a ${transitionType} address`, async ({
    wary,
    site,
    relay,
  }) => {
    const tab = await prepare(wary, site, relay);
    await tab.goto(OTHER);
    const addresses = shown(tab);
    const session = await wary.context.newCDPSession(tab);
    if (transitionType === 'typed') await session.send('Page.navigate', { url: TARGET, transitionType });
    else await tab.evaluate(() => void setTimeout(() => document.querySelector('a')?.click()));
    await expect(tab.locator('h1')).toHaveText(BANK);
    expect(addresses).toEqual([TARGET]);
    expect(asked(site, BANK).filter(({ path }) => path === '/claim')).toHaveLength(1);
    expect(cookies(site)).toEqual(transitionType === 'typed' ? ['lax', 'strict'] : ['lax']);
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

test('what is opened from the warning carries no cookies that a link would not send', async ({ wary, site }) => {
  const LISTED = 'drainer.wary.test';
  const cookie = { domain: LISTED, path: '/', value: '1' };
  await wary.context.addCookies([
    { ...cookie, name: 'strict', sameSite: 'Strict' },
    { ...cookie, name: 'lax', sameSite: 'Lax' },
  ]);
  const tab = await wary.open(`http://${LISTED}/`);
  await stopped(tab, LISTED);
  await tab.getByRole('button', { name: 'Details' }).click();
  await tab.getByRole('button', { name: 'Open anyway' }).click();
  await tab.getByRole('button', { name: `Open ${LISTED}` }).click();
  await expect(tab.locator('h1')).toHaveText(LISTED);
  expect(cookies(site, LISTED)).toEqual(['lax']);
});
