import type { Page } from '@playwright/test';
import { expect, sharingTest as test } from '../harness/test.ts';

test('popup, toolbar button, settings and welcome page say the same of the protection, and never that it is on where it is not', {
  tag: '@smoke',
}, async ({ wary, relay }) => {
  const quiet = await wary.open('http://quiet.example/');
  const pages = {
    popup: await wary.popup(quiet),
    settings: await wary.open(wary.url('settings.html')),
    welcome: await wary.open(wary.url('welcome.html')),
  };
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });
  const say = async (sentence: RegExp, welcome: RegExp, toolbar: RegExp) => {
    for (const page of [pages.popup, pages.settings]) await expect(page.getByText(sentence).first()).toBeVisible();
    await expect(heading(pages.welcome)).toHaveText(welcome);
    await expect.poll(() => wary.toolbarTitle(quiet)).toMatch(toolbar);
    for (const page of Object.values(pages)) expect(await page.title()).not.toMatch(/ is on$/);
  };
  await say(/^Protected\. List updated/, / is on$/, /^(?!.*protecting)/);

  relay.fault = ({ path }, response) => {
    if (path.endsWith('/validate')) return false;
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Unauthorized"}');
    return true;
  };
  await wary.send('listSync');
  await say(
    /^Partly protected\. The service refuses the key/,
    /only partly protecting you$/,
    /only partly protecting you$/,
  );

  relay.reset();
  await wary.send('listSync');
  await wary.send('settingsWrite', { protectSites: false, protectAddresses: false });
  await say(/The protection is off/, / isn’t protecting you$/, /isn’t protecting you$/);
});
