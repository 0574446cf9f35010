import type { CDPSession, Page } from '@playwright/test';
import type { Browser } from '../harness/browser.ts';
import { watchPixels } from '../harness/page/pixels.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

/** Duration of a press on a link (ms): longer than a quick finger's, because other browsers run at the same time. */
const PRESS_MS = 150;
const HOST = 'drainer.wary.test';
const LINK = `http://${HOST}/claim?from=mail#part`;
const START = `<!doctype html><title>start</title><style>a{display:block;font-size:40px}</style><a id="first" href="http://clean.example/">clean</a><a id="listed" href="${LINK}">listed</a>`;

type Point = { x: number; y: number };
type Way = (tab: Page, at: Point, session: CDPSession, held?: () => Promise<unknown>) => Promise<unknown>;

/** How a person follows a link; `held` ends when the press does. */
const WAYS: Record<string, Way> = {
  mouse: async (tab, { x, y }, _, held = () => tab.waitForTimeout(PRESS_MS)) => {
    await tab.mouse.move(x, y);
    await tab.mouse.down();
    await held();
    await tab.mouse.up();
  },
  finger: async (tab, at, session, held = () => tab.waitForTimeout(PRESS_MS)) => {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await held();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  },
  keyboard: async (tab, _at, _session, held = () => tab.waitForTimeout(PRESS_MS)) => {
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Tab');
    await held();
    await tab.keyboard.press('Enter');
  },
};

async function startPage(wary: Browser): Promise<{ tab: Page; at: Point; session: CDPSession }> {
  const tab = await wary.open('http://start.example/');
  const box = await tab.locator('#listed').boundingBox();
  const session = await wary.context.newCDPSession(tab);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  return { tab, at: { x: box!.x + 20, y: box!.y + box!.height / 2 }, session };
}

test.beforeEach(({ site }) => site.on('start.example', '/', START));

for (const [name, way] of Object.entries(WAYS))
  test(`a link followed by ${name} while the worker is stopped sends nothing to a listed site`, async ({
    wary,
    site,
  }) => {
    const { tab, at, session } = await startPage(wary);
    const painted = await watchPixels(wary.context, tab);
    const rules = await wary.ruleCount();
    await wary.killWorker();
    await tab.bringToFront();
    // How long a browser takes to start a worker is the machine's affair: the press lasts until the rule is there.
    await way(tab, at, session, () => expect.poll(() => wary.ruleCount()).toBeGreaterThan(rules));
    await expect(tab).toHaveURL(new RegExp(`warning\\.html#${LINK.replace(/[?.]/g, '\\$&')}$`));
    await expect(tab.getByRole('button', { name: 'Go back' })).toBeVisible();
    expect(site.requestsTo(HOST)).toEqual([]);
    expect(painted().red).toBe(0);
  });

test('a listed link is stopped although the service answers slowly', async ({ wary, site, relay }) => {
  relay.fault = ({ path, body }, response) => {
    if (!path.endsWith('/confirm') || body.length === 0) return false;
    setTimeout(() => response.destroy(), 8_000);
    return true;
  };
  const { tab, at, session } = await startPage(wary);
  await WAYS.mouse!(tab, at, session);
  await expect(tab).toHaveURL(/warning\.html#/, { timeout: 4_000 });
  await expect(tab.getByRole('button', { name: 'Go back' })).toBeVisible();
  expect(site.requestsTo(HOST)).toEqual([]);
});

test('a link with a false match opens its page, every time', async ({ wary, relay }) => {
  relay.fault = ({ path }, response) => {
    if (!path.endsWith('/confirm')) return false;
    const answer = () => response.writeHead(200, { 'content-type': 'application/json' });
    setTimeout(() => answer().end('{"matches":[],"ttlSeconds":300}'), 300);
    return true;
  };
  const { tab, at, session } = await startPage(wary);
  for (let time = 0; time < 2; time += 1) {
    await WAYS.mouse!(tab, at, session);
    await expect(tab.locator('h1')).toHaveText(HOST);
    await expect(tab).toHaveURL(LINK);
    await tab.goto('http://start.example/');
  }
  expect(relay.to('/asset/blocklist/confirm')).toHaveLength(1);
});

test('a clean link sends no question to the service', async ({ wary, relay }) => {
  const { tab } = await startPage(wary);
  await tab.locator('#first').hover();
  await tab.waitForTimeout(300);
  expect(relay.to('/asset/blocklist/confirm')).toHaveLength(0);
});

test('a page that was opened anyway is not stopped again by its own links', async ({ wary, site }) => {
  site.on(HOST, '/claim', START);
  const { tab, at, session } = await startPage(wary);
  await WAYS.mouse!(tab, at, session);
  await tab.getByRole('button', { name: 'Open it anyway' }).click();
  await tab.getByRole('radio', { name: 'Only in this tab' }).check();
  await tab.getByRole('button', { name: `Open ${HOST}` }).click();
  await expect(tab.locator('#listed')).toBeVisible();
  const before = site.requestsTo(HOST).length;
  await tab.evaluate((url) => document.querySelector('#listed')!.setAttribute('href', url), `http://${HOST}/next`);
  await WAYS.mouse!(tab, at, session);
  await expect(tab).toHaveURL(`http://${HOST}/next`);
  expect(site.requestsTo(HOST).length).toBeGreaterThan(before);
});
