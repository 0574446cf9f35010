import type { Page } from '@playwright/test';
import { expect, sharingTest as test } from '../harness/test.ts';

test('Escape closes every panel, and the focus goes back to what opened it', async ({ wary, site }) => {
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
  await closes(warning, 'I know this site is fine', (page) => page.getByLabel('What is it really?'));
  await closes(warning, 'Open it anyway', (page) => page.getByRole('radio', { name: 'For one day' }));
  const why = warning.getByRole('button', { name: 'Why was this stopped?' });
  await why.press('Enter');
  await warning.keyboard.press('Escape');
  await expect(why).toHaveAttribute('aria-expanded', 'false');
  await expect(why).toBeFocused();

  site.on('quiet.example', '/', '<!doctype html><title>q</title><a href="http://other.example/">x</a>');
  const popup = await wary.popup(await wary.open('http://quiet.example/'));
  await popup.getByRole('button', { name: 'Report a scam' }).press('Enter');
  await closes(popup, 'Pick from what the page shows', (page) => page.getByLabel('other.example'));
  await popup.getByRole('button', { name: 'Take a picture of the page' }).press('Enter');
  const stage = popup.getByRole('button', { name: 'Picture of the page', exact: true });
  await expect(stage).toBeVisible();
  // The page's tab was in front for a moment to take the picture.
  await popup.bringToFront();
  await expect(stage).toBeFocused();
  const frame = popup.getByText(/^Frame: /);
  // A key pressed while the tabs change places reaches neither of them.
  await expect(async () => {
    await popup.keyboard.press('ArrowRight');
    await expect(frame).toBeAttached({ timeout: 500 });
  }).toPass();
  await popup.keyboard.press('Escape');
  await expect(stage).toBeFocused();
  await popup.keyboard.press('Escape');
  await expect(stage).toBeHidden();
  await expect(popup.getByRole('button', { name: 'Take a picture of the page' })).toBeFocused();
  await popup.keyboard.press('Escape');
  await expect(popup.getByRole('button', { name: 'Report a scam' })).toBeFocused();

  await wary.send('allowancesAdd', { allowances: [{ expression: 'quiet.example/', until: null, allowedAt: 0 }] });
  await wary.send('reportSubmit', { contents: ['quiet.example'], title: '', description: '', contactInfo: '' });
  const settings = await wary.open(wary.url('settings.html'));
  await closes(settings, 'Change: quiet.example', (page) => page.getByLabel('Why you allowed it'));
  // Escape immediately, before the panel is painted.
  const change = settings.getByRole('button', { name: 'Change: quiet.example' });
  await change.evaluate(async (button: HTMLElement) => {
    button.focus();
    button.click();
    const field = () => button.closest('li')!.querySelector<HTMLElement>('input[type=text]');
    // Components are rendered in a microtask, and painted later.
    for (let turn = 0; turn < 100 && !field(); turn += 1) await Promise.resolve();
    field()!.focus();
    field()!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  });
  await expect(change).toHaveAttribute('aria-expanded', 'false');
  await expect(change).toBeFocused();
  await closes(settings, 'Erase all', (page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
  await closes(settings, 'Details: quiet.example', (page) =>
    page.getByRole('button', { name: 'All reports and disputes' }),
  );
});
