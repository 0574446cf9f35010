import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { DEMO_HOSTS } from '../../../src/service/command/demo/content.ts';
import type { ExtensionApi } from '../harness/extension-api.ts';
import { findings } from '../harness/page/axe.ts';
import { Marks } from '../harness/page/marks.ts';
import { expect, test } from '../harness/test.ts';

declare const chrome: ExtensionApi;
const START = 'http://start.wary.test/';
/** The tab strip and the toolbar take 87; a bar below them about flags of the command line makes them 143. */
const MAX_ABOVE_PAGE_PX = 100;

/** Runs `npm start -- --headless`, which takes free ports. */
async function startDemo(): Promise<{ devTools: string; stop: () => Promise<number | null> }> {
  const child = spawn(process.execPath, ['src/development/start.ts', '--headless'], {
    // A build before this test may have set the first; tests look for English text.
    env: { ...process.env, NODE_ENV: undefined, LANGUAGE: 'en_US' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += String(chunk);
    });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const devTools = () => /DevTools are at (http:\S+)\.$/m.exec(printed)?.[1];
  const stop = () => {
    child.kill('SIGTERM');
    return exit;
  };
  await expect
    .poll(() => devTools() ?? child.exitCode, { timeout: 150_000 })
    .not.toBeNull()
    .catch(stop);
  const address = devTools();
  if (address === undefined) throw new Error(`The demo did not start:\n${printed}`);
  return { devTools: address, stop };
}

const tabsOf = (welcome: Page) =>
  welcome.evaluate(async () => (await chrome.tabs.query({})).map(({ id, url, active }) => ({ id, url: url!, active })));

/** How light the ground of a page is, from 0 to 255. */
const groundOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(...getComputedStyle(document.body.parentElement!).backgroundColor.match(/\d+/g)!.map(Number)),
  );

type Places = {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly welcome: Page;
  /** The addresses of the frames that have a process of their own. */
  readonly frameUrls: () => Promise<string[]>;
};

async function frameUrlsOf(devTools: string): Promise<string[]> {
  const targets = (await (await fetch(`${devTools}/json/list`)).json()) as { type: string; url: string }[];
  return targets.filter(({ type }) => type === 'iframe').map(({ url }) => url);
}

async function goBackToSafety(page: Page, host: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`warning\\.html#http://${host.replaceAll('.', '\\.')}`));
  await page.getByRole('button', { name: 'Go back to safety' }).click();
}

const goHome = (page: Page) => page.getByRole('link', { name: 'Back to the demo' }).click();

/** What there is to try, in the order of the page, and how a person tries it: each begins and ends there. */
const TRIES: readonly (readonly [title: string, attempt: (places: Places) => Promise<unknown>])[] = [
  [
    'Open a blocked site',
    async ({ page }) => {
      await expect(page.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible();
      await goBackToSafety(page, DEMO_HOSTS.drainer);
    },
  ],
  [
    'Open a site with one blocked page',
    async ({ page }) => {
      await page.getByRole('link', { name: 'One of them' }).click();
      await goBackToSafety(page, DEMO_HOSTS.pages);
      await goHome(page);
    },
  ],
  ['Follow a short link', ({ page }) => goBackToSafety(page, DEMO_HOSTS.redirected)],
  [
    'Open a site with a blocked frame',
    async ({ page, frameUrls }) => {
      // Playwright may lose a frame that gets another process while it attaches to it, so the browser itself is asked.
      await expect.poll(frameUrls).toContainEqual(expect.stringMatching(/warning\.html#http:\/\/frame\.wary\.test\/$/));
      await goHome(page);
    },
  ],
  ['Open a site that is not listed', ({ page }) => goHome(page)],
  [
    'Look at wallet addresses',
    async ({ page }) => {
      await expect.poll(() => new Marks(page).shown()).toBeGreaterThan(3);
      await goHome(page);
    },
  ],
  [
    'Open Wary from the toolbar',
    async ({ context, page, welcome }) => {
      const tab = (await tabsOf(welcome)).find(({ url }) => url === START)!;
      const popup = await context.newPage();
      await popup.goto(new URL(`popup.html?tab=${tab.id}`, welcome.url()).href);
      await popup.getByRole('button', { name: 'Report this page' }).click();
      await popup.getByRole('button', { name: 'Send report' }).click();
      await expect(popup.getByText('Report sent')).toBeVisible();
      await popup.close();
      // What is done outside of the page is ticked by hand.
      await page.getByRole('checkbox', { name: 'Tried: Open Wary from the toolbar' }).check();
    },
  ],
  [
    'Report a false alarm',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Report a false alarm' }).click();
      await page.getByLabel('Why is this a false alarm?').fill('An honest shop.');
      await page.getByRole('button', { name: 'Send to reviewers' }).click();
      await expect(page.getByText('Sent to the reviewers')).toBeVisible();
      await goBackToSafety(page, DEMO_HOSTS.falseAlarm);
    },
  ],
  [
    'Visit the organization’s portal',
    async ({ page }) => {
      await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/acme/);
      await expect(page.getByRole('navigation').first()).toBeVisible();
      await page.goBack();
    },
  ],
];

/** Checks what the page says was tried: the first so many, and that the one after them is next. */
async function seesTried(page: Page, tried: number): Promise<void> {
  await expect(page).toHaveURL(START);
  const said = tried === TRIES.length ? 'You have tried everything.' : `${tried} of ${TRIES.length} tried`;
  await expect(page.getByRole('status')).toHaveText(said);
  await expect(page.getByRole('progressbar')).toHaveJSProperty('value', tried);
  for (const [index, [title]] of TRIES.entries()) {
    const row = page.getByRole('listitem').filter({ hasText: title });
    await expect(row.getByRole('checkbox'), title).toBeChecked({ checked: index < tried });
    await expect(row.getByText('Next', { exact: true }), title).toBeVisible({ visible: index === tried });
  }
}

test('the first minute of npm start: pinned, the demo in front of the welcome page, and a tick for each thing tried', {
  tag: '@smoke',
}, async () => {
  test.setTimeout(300_000);
  const demo = await startDemo();
  const browser = await chromium.connectOverCDP(demo.devTools);
  try {
    const [context] = browser.contexts();
    const find = (part: string) => context!.pages().find((page) => page.url().includes(part));
    await expect.poll(() => find('/welcome.html') && find(START)).toBeDefined();
    const places = {
      context: context!,
      page: find(START)!,
      welcome: find('/welcome.html')!,
      frameUrls: () => frameUrlsOf(demo.devTools),
    };
    const { page, welcome } = places;

    const fronts = async () => (await tabsOf(welcome)).map(({ url, active }) => [new URL(url).pathname, active]);
    await expect.poll(fronts).toEqual([
      ['/welcome.html', false],
      ['/', true],
    ]);
    await expect(welcome.getByRole('heading', { name: 'Wary is on', level: 1 })).toBeVisible();
    await expect(welcome.getByText('Wary is pinned.')).toBeVisible();
    expect(await page.evaluate(() => outerHeight - innerHeight)).toBeLessThan(MAX_ABOVE_PAGE_PX);

    expect(await findings(page)).toEqual([]);
    for (const [colorScheme, isDark] of [
      ['dark', true],
      ['light', false],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      expect((await groundOf(page)) < 64, colorScheme).toBe(isDark);
    }

    for (const [index, [title, attempt]] of TRIES.entries()) {
      await seesTried(page, index);
      const link = page.getByRole('link', { name: title });
      if ((await link.count()) > 0) await link.click();
      await attempt(places);
    }
    await page.reload();
    await seesTried(page, TRIES.length);
    await expect(page.getByRole('heading', { name: 'What to look at next' })).toBeVisible();

    await page.getByRole('checkbox', { name: 'Tried: Follow a short link' }).uncheck();
    await expect(page.getByRole('status')).toHaveText('8 of 9 tried');
    const again = page.getByRole('listitem').filter({ hasText: 'Follow a short link' });
    await expect(again.getByText('Next', { exact: true })).toBeVisible();
  } finally {
    await browser.close();
    expect(await demo.stop()).toBe(0);
  }
});
