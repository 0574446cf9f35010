import type { Page } from '@playwright/test';
import { visit } from '../harness/browser.ts';
import { watchPixels } from '../harness/page/pixels.ts';
import { stopped } from '../harness/page/stopped.ts';
import { page as redPage } from '../harness/site.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

const LISTED = 'drainer.wary.test';
const CONFIRM = '/api/v2/asset/blocklist/confirm';
const START = '<!doctype html><title>start</title><h1>start</h1>';

async function follow(tab: Page, url: string): Promise<void> {
  await tab.waitForLoadState('domcontentloaded');
  await tab.evaluate((url) => {
    const link = Object.assign(document.createElement('a'), { href: url, textContent: 'go' });
    document.body.append(link);
    setTimeout(() => link.click(), 20);
  }, url);
}

test.beforeEach(({ site }) => site.on('start.example', '/', START));

test('control: a listed page is red in this measurement when nothing stops it', async ({ wary, site }) => {
  site.on('unlisted.example', '/', redPage('unlisted'));
  const tab = await wary.open('http://start.example/');
  const painted = await watchPixels(wary.context, tab);
  await follow(tab, 'http://unlisted.example/');
  await tab.waitForURL('http://unlisted.example/');
  const red = async () => {
    // A page without changes produces only one frame, which a busy machine may not record.
    await tab.evaluate(() => document.body.append('.'));
    return painted().red;
  };
  await expect.poll(red).toBeGreaterThan(0);
});

/** `ways.spec.ts` tests all other ways to a listed page. */
test('going back to a page that has become listed shows not a pixel of it, although the worker was stopped', async ({
  wary,
  service,
  site,
}) => {
  const host = 'later.example';
  site.on(host, '/', redPage(host));
  const tab = await wary.open(`http://${host}/`);
  await expect(tab.locator('h1')).toHaveText(host);
  await visit(tab, 'http://start.example/');
  await service.command('block', host);
  const probe = await wary.open('about:blank');
  await expect(async () => {
    await wary.send('listSync');
    await visit(probe, `http://${host}/probe`);
    await expect(probe).toHaveURL(/warning\.html/, { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await probe.close();
  await wary.killWorker();
  const painted = await watchPixels(wary.context, tab);
  await tab.goBack({ waitUntil: 'commit' }).catch(() => undefined);
  await stopped(tab, host);
  expect(painted().red).toBe(0);
  await service.command('unblock', host);
});

test('no request reaches a confirmed host again, neither for a frame nor for a page below it', async ({
  wary,
  site,
}) => {
  const tab = await wary.open(`http://${LISTED}/`);
  await expect(tab.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible();
  await expect.poll(() => wary.ruleCount()).toBeGreaterThan(0);
  const before = site.seen.filter(({ host }) => host.endsWith(LISTED)).length;
  for (const url of [`http://${LISTED}/again`, `http://www.${LISTED}/`, `http://${LISTED}./dot`]) {
    await visit(tab, url);
    await expect(tab).toHaveURL(/warning\.html#/);
  }
  expect(site.seen.filter(({ host, path }) => host.endsWith(LISTED) && path !== '/dot')).toHaveLength(before);
});

test('a false local hit leaves the page, its history and its request as they were, and is asked about once', async ({
  wary,
  relay,
  site,
}) => {
  relay.clearHits(1_000);
  const tab = await wary.open(`http://${LISTED}/deep?x=1#part`);
  await expect(tab.locator('h1')).toHaveText(LISTED);
  await expect(tab).toHaveURL(`http://${LISTED}/deep?x=1#part`);
  await expect.poll(() => tab.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
  expect(await tab.evaluate(() => document.documentElement.hasAttribute('style'))).toBe(false);
  // The empty page of a new tab lies behind it.
  expect(await tab.evaluate(() => history.length)).toBe(2);
  expect(site.requestsTo(LISTED).filter(({ path }) => path === '/deep?x=1')).toHaveLength(1);
  await visit(tab, `http://${LISTED}/next`);
  await expect(tab.locator('h1')).toHaveText(LISTED);
  expect(relay.to('/asset/blocklist/confirm')).toHaveLength(1);
});

test('while the service is out of reach the policy "open" lets a hit through', async ({ wary, relay }) => {
  await wary.configure({ failurePolicy: 'open' });
  relay.fault = ({ path }, response) => path === CONFIRM && Boolean(response.destroy());
  const tab = await wary.open(`http://${LISTED}/`);
  await expect(tab.locator('h1')).toHaveText(LISTED);
  expect(await tab.evaluate(() => getComputedStyle(document.documentElement).opacity)).toBe('1');
});
