import { visit } from '../harness/browser.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

test('going back from a warning leads to the page before, and never onto the blocked one', { tag: '@smoke' }, async ({
  wary,
}) => {
  const page = await wary.open('http://clean.example/');
  for (let round = 0; round < 3; round += 1) {
    await visit(page, `http://drainer.wary.test/${round}`);
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page).toHaveURL('http://clean.example/');
  }
});

test('the warning leads to what to do now, which needs no network, tells nobody and can be printed', {
  tag: '@smoke',
}, async ({ wary }) => {
  const warning = await wary.open('http://drainer.wary.test/');
  await expect(warning.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible();
  const [steps] = await Promise.all([
    wary.context.waitForEvent('page'),
    warning.getByRole('link', { name: /Get help/ }).click(),
  ]);
  await expect(steps).toHaveURL(wary.url('steps.html?kind=drainer'));
  await expect(steps.getByRole('heading', { level: 2 }).first()).toHaveText(
    'You connected a wallet or signed something',
  );
  const asked: string[] = [];
  steps.on('request', (request) => asked.push(request.url()));
  await wary.context.setOffline(true);
  try {
    await steps.goto(wary.url('steps.html?kind=seed-phishing'));
    await expect(steps.getByRole('heading', { name: 'What to do now', level: 1 })).toBeVisible();
    await expect(steps.getByRole('heading', { name: 'Move everything to a new wallet' })).toBeVisible();
  } finally {
    await wary.context.setOffline(false);
  }
  expect(asked.filter((url) => !url.startsWith('chrome-extension:'))).toEqual([]);
  await steps.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.printed = '';
    };
  });
  await steps.getByRole('button', { name: 'Print this page' }).click();
  await expect(steps.locator('html[data-printed]')).toBeAttached();
  await steps.emulateMedia({ media: 'print' });
  await expect(steps.getByRole('button')).toBeHidden();
  await expect(steps.getByRole('heading', { name: 'Move everything to a new wallet' })).toBeVisible();
});
