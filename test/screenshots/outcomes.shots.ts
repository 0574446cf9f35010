import type { Page } from '@playwright/test';
import { DEMO_ADDRESSES } from '../../src/service/command/demo/content.ts';
import { loseFiles } from '../e2e/harness/disk.ts';
import { document, Marks, openCard } from '../e2e/harness/page/marks.ts';
import { expect, test } from '../e2e/harness/test.ts';
import { PAGE_WIDTHS, POPUP_WIDTHS, shoot } from './camera.ts';

const HOST = 'outcomes.example';

test('what becomes of a report when it is sent', async ({ wary, relay }) => {
  const tab = await wary.open(`http://${HOST}/login`);
  const send = async (name: string, said: string, written = '') => {
    const popup = await wary.popup(tab);
    await popup.goto(`${popup.url()}&view=report&content=${encodeURIComponent(`http://${HOST}/login`)}`);
    if (written !== '') {
      await popup.getByLabel('Add a site, address or account').fill(written);
      await popup.keyboard.press('Enter');
      await popup.getByRole('button', { name: `Remove ${HOST}` }).click();
    }
    await popup.getByRole('button', { name: 'Send report' }).click();
    await popup.getByText(said).first().waitFor();
    await shoot(popup, `report-${name}`, POPUP_WIDTHS);
    await popup.close();
  };
  relay.fault = (_, response) => {
    response.destroy();
    return true;
  };
  await send('saved', 'Report saved');
  relay.fault = undefined;
  await send('refused', 'The service did not take the report', 'https://google.com/');
  await send('known', 'It is blocked already', 'http://drainer.wary.test/');
  await send('only-text', 'nothing in it can be blocked', 'They promised to double it');
});

test('a report whose file is gone from the device', async ({ wary, relay }) => {
  const panel = await wary.open(wary.url('popup.html?view=report&content=http%3A%2F%2Flost.example%2F'));
  await panel
    .locator('input[type=file]')
    .setInputFiles({ name: 'mail.eml', mimeType: 'message/rfc822', buffer: Buffer.from('Pay now') });
  await panel.getByText('mail.eml').waitFor();
  relay.fault = ({ path }, response) => {
    if (!/report|attachment/.test(path)) return false;
    response.destroy();
    return true;
  };
  await panel.getByRole('button', { name: 'Send report' }).click();
  await panel.getByText('The service cannot be reached now').waitFor();
  await loseFiles(panel);
  relay.reset();
  await wary.send('outboxSend');
  await panel.getByText('The report was not sent').waitFor();
  await shoot(panel, 'report-file-gone', POPUP_WIDTHS);
  await panel.goto(wary.url('popup.html?view=outbox'));
  await panel.getByRole('button', { name: 'Details: lost.example' }).click();
  await panel.getByText('The file mail.eml is no longer there.').waitFor();
  await shoot(panel, 'report-file-gone-details', POPUP_WIDTHS);
});

test('what the page shows is picked, beside the pages', async ({ wary, site }) => {
  site.on(HOST, '/', '<!doctype html><title>w</title><p>help@evil.example <a href="http://cheap.example/">Offer</a>');
  const popup = await wary.popup(await wary.open(`http://${HOST}/`));
  await popup.getByRole('button', { name: 'Report a scam' }).click();
  await popup.getByRole('button', { name: 'Pick from what the page shows' }).click();
  await popup.getByLabel('help@evil.example').check();
  await shoot(popup, 'report-picks', POPUP_WIDTHS);
  const panel = await wary.open(wary.url('sidepanel.html'));
  await panel.getByRole('button', { name: 'Send report' }).waitFor();
  await shoot(panel, 'panel');
});

test('marks of what could not be confirmed, and of an address that looks like another', async ({
  wary,
  site,
  relay,
}) => {
  site.on(
    HOST,
    '/',
    document(`<p>Send to ${DEMO_ADDRESSES.poisoning} now`, '<meta name="viewport" content="width=device-width">'),
  );
  const card = async (page: Page) => {
    await page.reload();
    const marks = new Marks(page);
    await expect.poll(() => marks.shown()).toBe(1);
    await openCard(page, marks);
  };
  const page = await wary.open(`http://${HOST}/`);
  await card(page);
  await shoot(page, 'marks-card-poisoning', PAGE_WIDTHS, () => card(page));
  await page.close();
  relay.fault = ({ path }, response) => {
    if (!path.endsWith('/confirm')) return false;
    response.destroy();
    return true;
  };
  site.on(
    HOST,
    '/',
    document(`<p>Send to ${DEMO_ADDRESSES.drainer} now`, '<meta name="viewport" content="width=device-width">'),
  );
  const unconfirmed = await wary.open(`http://${HOST}/`);
  await card(unconfirmed);
  await shoot(unconfirmed, 'marks-card-unconfirmed', PAGE_WIDTHS, () => card(unconfirmed));
});
