import { visit } from '../harness/browser.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

test('going back from a warning leads to the page before, and never onto the blocked one', async ({ wary }) => {
  const page = await wary.open('http://clean.example/');
  for (let round = 0; round < 3; round += 1) {
    await visit(page, `http://drainer.wary.test/${round}`);
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page).toHaveURL('http://clean.example/');
  }
});

test('going back replaces the tab by a new one if there is no page before', async ({ wary }) => {
  const page = await wary.open('http://clean.example/');
  const opened = wary.context.waitForEvent('page');
  await page.evaluate(() => void window.open('http://drainer.wary.test/', '_blank', 'noopener'));
  const warning = await opened;
  await expect(warning).toHaveURL(/warning\.html/);
  const replaced = wary.context.waitForEvent('page');
  // The tab may be gone before it reports the click.
  await Promise.all([
    replaced,
    warning
      .getByRole('button', { name: 'Go back' })
      .click()
      .catch(() => undefined),
  ]);
  await expect.poll(() => warning.isClosed()).toBe(true);
});

test('the warning says that a dispute was sent from it', async ({ wary }) => {
  const page = await wary.open('http://drainer.wary.test/');
  await page.getByRole('button', { name: 'I know this site is fine' }).click();
  await page.getByRole('button', { name: 'Send dispute' }).click();
  await expect(page.getByText(/^You said .* that this site is fine/)).toBeVisible();
});
