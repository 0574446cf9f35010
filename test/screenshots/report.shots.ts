import { expect, test } from '../e2e/harness/test.ts';
import { POPUP_WIDTHS, shoot } from './camera.ts';

test('report with several things and a picture', async ({ wary, site }) => {
  site.on(
    'wallets.example',
    '/login',
    '<!doctype html><meta name="viewport" content="width=device-width"><title>w</title><body style="font:16px/1.6 sans-serif"><h1>Restore your wallet</h1><p>Enter your 12 words. Signed in as anna@mail.example.<form action="/take"><input placeholder="word 1"><button>Restore</button></form><p><a href="https://cheap-coins.example/deal">Offer</a>',
  );
  const page = await wary.open('http://wallets.example/login?session=1');
  const popup = await wary.popup(page);
  await popup
    .getByRole('button', { name: /Report/ })
    .first()
    .click();
  await popup.getByLabel('Add a site, address or account').waitFor();
  await shoot(popup, 'report-empty', POPUP_WIDTHS);
  for (const written of ['@evil_bot', 'DE89 3704 0044 0532 0130 00', '+49 151 23456789', 'http://drainer.wary.test/']) {
    await popup.getByLabel('Add a site, address or account').fill(written);
    await popup.keyboard.press('Enter');
  }
  await popup.getByLabel('Asks for a recovery phrase').check();
  await popup.getByLabel('What happened?').fill('A search ad led there. It asked for all of my words.');
  await popup.evaluate(() => document.documentElement.setAttribute('data-place', 'tab'));
  await shoot(popup, 'report-several', [320, 640]);
  await popup.getByRole('button', { name: 'Take a picture of the page' }).click();
  const stage = popup.getByLabel('Picture of the page');
  await stage.waitFor();
  // For the picture the tab of the page was in front for a moment.
  await popup.bringToFront();
  await expect(stage).toBeFocused();
  const box = (await stage.boundingBox())!;
  await popup.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.12);
  await popup.mouse.down();
  await popup.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.2);
  await popup.mouse.up();
  await popup.keyboard.press('ArrowDown');
  await shoot(popup, 'report-picture', [320, 640]);
  await popup.getByRole('button', { name: 'Attach this picture' }).click();
  await popup.getByRole('button', { name: /Remove page/ }).waitFor();
  await shoot(popup, 'report-attached', [320]);
});
