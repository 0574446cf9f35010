import type { Page } from '@playwright/test';
import { expect, sharingTest as test } from '../harness/test.ts';

test('Escape closes every panel of the warning, and the focus goes back to what opened it', async ({ wary }) => {
  /** Opens something by keyboard and closes it from inside. */
  const closes = async (page: Page, opener: string, inside: (page: Page) => ReturnType<Page['locator']>) => {
    const button = page.getByRole('button', { name: opener, exact: true });
    await button.press('Enter');
    await inside(page).focus();
    await page.keyboard.press('Escape');
    await expect(inside(page), opener).toBeHidden();
    await expect(button, opener).toBeFocused();
  };

  const warning = await wary.open('http://drainer.wary.test/');
  await closes(warning, 'Report a false alarm', (page) => page.getByLabel('What is it really?'));
  await closes(warning, 'Open it anyway', (page) => page.getByRole('radio', { name: 'For one day' }));
  const why = warning.getByRole('button', { name: 'Why was this stopped?' });
  await why.press('Enter');
  await warning.keyboard.press('Escape');
  await expect(why).toHaveAttribute('aria-expanded', 'false');
  await expect(why).toBeFocused();
});
