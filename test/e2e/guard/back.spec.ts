import type { Page } from '@playwright/test';
import { type Browser, visit } from '../harness/browser.ts';
import { stopped } from '../harness/page/stopped.ts';
import type { Site } from '../harness/site.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

const LISTED = 'drainer.wary.test';
const FIRST = 'http://first.example/';
const FROM = 'http://from.example/';

/** A tab with a page of links, behind a first one. */
async function openFrom(wary: Browser, site: Site): Promise<Page> {
  site.on(
    'from.example',
    '/',
    `<title>from</title><a href="http://${LISTED}/">link</a>
<a href="/hop">hop</a><a href="http://${LISTED}/" target="_blank" rel="opener">window</a>`,
  );
  site.on(
    'from.example',
    '/hop',
    (_, response) => void response.writeHead(302, { location: `http://${LISTED}/` }).end(),
  );
  const tab = await wary.open(FIRST);
  await visit(tab, FROM);
  return tab;
}

const goBack = async (tab: Page) => {
  await tab.getByRole('button', { name: 'Go back' }).click({ noWaitAfter: true });
  await expect(tab).toHaveURL(FROM);
  await expect(tab).toHaveTitle('from');
};

for (const way of ['link', 'hop'])
  test(`"Go back" leads to the page with the ${way}, whether or not the listed page was loaded`, async ({
    wary,
    site,
    relay,
  }) => {
    const tab = await openFrom(wary, site);
    for (const delay of [0, 1_000, 0]) {
      relay.delay = delay;
      await tab.getByText(way, { exact: true }).click({ noWaitAfter: true });
      await stopped(tab, LISTED);
      await goBack(tab);
    }
  });

test('"Go back" in a tab of its own closes it and shows the page that opened it', async ({ wary, site }) => {
  const tab = await openFrom(wary, site);
  const opening = wary.context.waitForEvent('page');
  await tab.getByText('window', { exact: true }).click({ noWaitAfter: true });
  const opened = await opening;
  await stopped(opened, LISTED);
  await opened.getByRole('button', { name: 'Go back' }).click({ noWaitAfter: true });
  await expect.poll(() => opened.isClosed()).toBe(true);
  await expect.poll(() => tab.evaluate(() => document.visibilityState)).toBe('visible');
});
