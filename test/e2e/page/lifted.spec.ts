import { visit } from '../harness/browser.ts';
import { expect, test } from '../harness/test.ts';

const HOST = 'lifted-meanwhile.example';
/** Two polls of the list, and the second until the page is drawn. */
const TWO_POLLS_MS = 125_000;

test('a warning in a background tab says on its own that its site left the list, and opens it on request', async ({
  wary,
  service,
  site,
}) => {
  test.setTimeout(240_000);
  await service.command('block', HOST, '--reason', 'Phishing');
  const warning = await wary.context.newPage();
  // The test driver makes every page believe that it is in front.
  await warning.addInitScript(() =>
    Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' }),
  );
  await expect(async () => {
    await wary.send('listSync');
    await visit(warning, `http://${HOST}/shop`);
    await expect(warning.getByRole('button', { name: 'Go back to safety' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await wary.open('http://quiet.example/');
  const before = site.requestsTo(HOST).length;

  await service.command('unblock', HOST);
  await expect(warning.getByRole('heading', { name: 'This site is no longer blocked' })).toBeVisible({
    timeout: TWO_POLLS_MS,
  });
  await expect(warning).toHaveTitle(`No longer blocked: ${HOST}`);
  expect(site.requestsTo(HOST)).toHaveLength(before);
  await warning.bringToFront();
  await warning.getByRole('button', { name: `Open ${HOST}` }).click();
  await expect(warning).toHaveURL(`http://${HOST}/shop`);
  await expect(warning.locator('h1')).toHaveText(HOST);
});
