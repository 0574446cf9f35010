import type { Page } from '@playwright/test';
import { type Browser, visit } from '../harness/browser.ts';
import { stopped } from '../harness/page/stopped.ts';
import type { Site } from '../harness/site.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

const LISTED = 'drainer.wary.test';
const FIRST = 'http://first.example/';
const FROM = 'http://from.example/';

function prepare(site: Site): void {
  site.on(
    'from.example',
    '/',
    `<title>from</title><a href="http://${LISTED}/">link</a>
<a href="/hop">hop</a><button onclick="location.href='http://${LISTED}/'">script</button>`,
  );
  site.on(
    'from.example',
    '/hop',
    (_, response) => void response.writeHead(302, { location: `http://${LISTED}/` }).end(),
  );
}

/** A tab with the page of the links, behind a first one. */
async function openFrom(wary: Browser, site: Site): Promise<Page> {
  prepare(site);
  const tab = await wary.open(FIRST);
  await visit(tab, FROM);
  return tab;
}

/** Minimum milliseconds that a hand needs between reaching a link and pressing it. */
const REACH_MS = 100;

const follow = async (tab: Page, words: string) => {
  const link = tab.getByText(words, { exact: true });
  await link.hover();
  await tab.waitForTimeout(REACH_MS);
  await link.click({ noWaitAfter: true });
  await stopped(tab, LISTED);
};
const goBack = async (tab: Page) => {
  await tab.getByRole('button', { name: 'Go back' }).click({ noWaitAfter: true });
  await expect(tab).toHaveURL(FROM);
  await expect(tab).toHaveTitle('from');
};

/** Checks that the tab stays for as long as a step back too far would take to show. */
const stays = async (tab: Page) => {
  await tab.waitForTimeout(700);
  expect(tab.url()).toBe(FROM);
};

for (const way of ['link', 'script', 'hop'])
  test(`"Go back" leads to the page with the ${way}, however often it is followed`, async ({ wary, site }) => {
    const tab = await openFrom(wary, site);
    for (let round = 0; round < 4; round += 1) {
      await follow(tab, way);
      await goBack(tab);
    }
    await follow(tab, way);
    await tab.waitForTimeout(700);
    await stopped(tab, LISTED);
    await goBack(tab);
    await stays(tab);
  });

test('"Go back" works on the first page of a tab, however often the same link is followed', async ({ wary, site }) => {
  prepare(site);
  const tab = await wary.open(FROM);
  for (let round = 0; round < 3; round += 1) {
    await follow(tab, 'link');
    await goBack(tab);
  }
  await stays(tab);
});

test('a double click on a listed link leads back to the page with the link', async ({ wary, site }) => {
  const tab = await openFrom(wary, site);
  for (let round = 0; round < 3; round += 1) {
    await tab.getByText('link', { exact: true }).dblclick({ noWaitAfter: true });
    await stopped(tab, LISTED);
    await goBack(tab);
  }
  await stays(tab);
});

test('a double click on Go back leads back to the page with the link', async ({ wary, site }) => {
  const tab = await openFrom(wary, site);
  for (let round = 0; round < 3; round += 1) {
    await follow(tab, 'link');
    await tab.getByRole('button', { name: 'Go back' }).dblclick({ noWaitAfter: true });
    await expect(tab).toHaveTitle('from');
  }
  await stays(tab);
});

test('"Go back", forward to the warning, and "Go back" again leads to the page before it', async ({ wary, site }) => {
  const tab = await openFrom(wary, site);
  await follow(tab, 'link');
  for (let round = 0; round < 3; round += 1) {
    await goBack(tab);
    await tab.goForward({ waitUntil: 'commit' }).catch(() => undefined);
    await stopped(tab, LISTED);
  }
  await goBack(tab);
  await stays(tab);
});

for (const [where, address] of Object.entries({
  'to one address': `'http://${LISTED}/'`,
  'to another address each time': `'http://${LISTED}/?' + Math.random()`,
}))
  test(`"Go back" skips a page that navigates on by itself ${where}`, async ({ wary, site }) => {
    site.on(
      'lure.example',
      '/',
      `<title>lure</title><script>onpageshow = () => setTimeout(() => location.assign(${address}), 100)</script>`,
    );
    const tab = await openFrom(wary, site);
    await visit(tab, 'http://lure.example/');
    await stopped(tab, LISTED);
    await goBack(tab);
    await stays(tab);
  });
