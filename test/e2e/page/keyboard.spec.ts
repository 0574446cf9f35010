import { readFileSync } from 'node:fs';
import { pressOn, tabTo } from '../harness/page/keys.ts';
import { html } from '../harness/site.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

test('the keyboard alone leads from the popup to a sent report, and back', async ({ wary, relay }) => {
  const popup = await wary.popup(await wary.open('http://quiet.example/'));
  await expect(popup.getByText('Not on the blocklist')).toBeVisible();
  await pressOn(popup, 'Report a scam');
  await expect(popup.getByRole('button', { name: 'Send report' })).toBeVisible();
  await popup.keyboard.press('Escape');
  await expect(popup.getByRole('button', { name: 'Report a scam' })).toBeFocused();
  await popup.keyboard.press('Enter');
  await tabTo(popup, 'Add a site, address or account');
  await popup.keyboard.type('http://evil-bot.example/');
  await popup.keyboard.press('Enter');
  await tabTo(popup, 'Empties wallets');
  await popup.keyboard.press('Space');
  await tabTo(popup, 'What happened?');
  await popup.keyboard.type('It wants my words.');
  await pressOn(popup, 'Send report');
  await expect(popup.getByText('Report sent')).toBeVisible();
  await expect(popup.getByRole('button', { name: 'Close' })).toBeFocused();
  await popup.keyboard.press('Enter');
  await expect(popup.getByText('You reported this')).toBeVisible();
  await pressOn(popup, 'See report');
  await expect(popup.getByText('It wants my words.')).toBeVisible();
  await popup.keyboard.press('Escape');
  await expect(popup.getByRole('button', { name: 'See report' })).toBeFocused();
  expect(JSON.parse(relay.to('/report/create')[0]!.body)).toMatchObject({
    assets: [{ content: 'quiet.example', kind: 'drainer' }, { content: 'evil-bot.example' }],
    description: 'It wants my words.',
  });
});

test('the keyboard alone changes a setting, removes an allowed site and saves a file', async ({ wary }) => {
  const sites = ['one.example/', 'two.example/'];
  const allowances = sites.map((expression) => ({ expression, until: null, allowedAt: Date.now() }));
  await wary.send('allowancesAdd', { allowances });
  const page = await wary.open(wary.url('settings.html'));
  await expect(page.getByRole('button', { name: 'Stop it again: one.example' })).toBeVisible();
  await tabTo(page, 'Find a setting');
  await tabTo(page, 'Point out sites that look like others');
  await page.keyboard.press('Space');
  const lookalikes = async () =>
    (await wary.send<Record<string, { value: unknown }>>('settingsRead')).noticeLookalikes?.value;
  await expect.poll(lookalikes).toBe(false);
  await pressOn(page, 'Stop it again: one.example');
  await expect(page.getByText('one.example will be stopped again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await tabTo(page, 'Save as a file');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(JSON.parse(readFileSync(await saved.path(), 'utf8'))).toMatchObject({ sites: [{ site: 'two.example/' }] });
});

test('the keyboard alone blacks out and crops a picture of the page, and attaches it', async ({ wary, site }) => {
  site.on('pictured.example', '/', (_, response) => html(response, '<!doctype html><title>w</title><h1>My words</h1>'));
  const popup = await wary.popup(await wary.open('http://pictured.example/'));
  await pressOn(popup, 'Report a scam');
  await pressOn(popup, 'Take a picture of the page');
  const stage = popup.getByRole('button', { name: 'Picture of the page' });
  await stage.waitFor();
  // The page's tab was in front for a moment to take the picture.
  await popup.bringToFront();
  await expect(stage).toBeFocused();
  const sizeOf = () =>
    popup.locator('.picture-canvas').evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      return width * height;
    });
  const whole = await sizeOf();
  // A key pressed while the tabs change places reaches neither of them.
  await expect(async () => {
    await popup.keyboard.press('ArrowDown');
    await expect(popup.getByText(/^Frame: /)).toBeAttached({ timeout: 500 });
  }).toPass();
  await popup.keyboard.press('Enter');
  await expect(popup.getByText('Blacked out')).toBeAttached();
  await tabTo(popup, 'Black out', 'Shift+Tab');
  await popup.keyboard.press('ArrowRight');
  await tabTo(popup, 'Picture of the page');
  await popup.keyboard.press('ArrowDown');
  await popup.keyboard.press('Escape');
  await expect(stage, 'Escape drops the frame, not the picture').toBeFocused();
  await popup.keyboard.press('ArrowDown');
  await popup.keyboard.press('Enter');
  await expect.poll(sizeOf).toBeLessThan(whole);
  await pressOn(popup, 'Attach this picture');
  await expect(popup.getByRole('img', { name: 'page-1.png' })).toBeVisible();
  await expect(popup.getByRole('button', { name: 'Take a picture of the page' })).toBeFocused();
  await pressOn(popup, 'Send report');
  await expect(popup.getByText('Report sent')).toBeVisible();
});
