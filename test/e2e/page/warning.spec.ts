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

test('the warning says that a dispute was sent from it', async ({ wary }) => {
  const page = await wary.open('http://drainer.wary.test/');
  await page.getByRole('button', { name: 'I know this site is fine' }).click();
  await page.getByRole('button', { name: 'Send dispute' }).click();
  await expect(page.getByText(/^You said .* that this site is fine/)).toBeVisible();
});
