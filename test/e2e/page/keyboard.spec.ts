import { visit } from '../harness/browser.ts';
import { pressOn, tabTo } from '../harness/page/keys.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

test('the keyboard alone leads from the warning through its details, a dispute and opening it anyway', async ({
  wary,
  site,
}) => {
  const page = await wary.open('http://clean.example/');
  await visit(page, 'http://pages.wary.test/claim');
  await expect(page.getByRole('button', { name: 'Go back' })).toBeFocused();
  for (const [name, shown, hasControls] of [
    ['Why was this stopped?', 'Kind of scam', false],
    ['I know this site is fine', 'What is it really?', true],
    ['Open it anyway', 'For how long', true],
  ] as const) {
    await pressOn(page, name);
    await expect(page.getByText(shown).first()).toBeVisible();
    if (hasControls) await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(page.getByText(shown)).toHaveCount(0);
    await expect(page.getByRole('button', { name })).toBeFocused();
    await tabTo(page, 'Go back', 'Shift+Tab');
  }
  await pressOn(page, 'I know this site is fine');
  await tabTo(page, 'What is it really?');
  await page.keyboard.type('A page of ours.');
  await pressOn(page, 'Send dispute');
  await expect(page.getByText('Dispute sent')).toBeVisible();
  await pressOn(page, 'Open it anyway');
  await expect(page.getByText('For how long')).toBeVisible();
  await pressOn(page, 'Open pages.wary.test');
  await expect(page).toHaveURL('http://pages.wary.test/claim');
  expect(site.requestsTo('pages.wary.test').length).toBeGreaterThan(0);
});
