import { DEMO_ADDRESSES } from '../../src/service/demo/content.ts';
import { visit } from '../e2e/harness/browser.ts';
import { html } from '../e2e/harness/site.ts';
import { test } from '../e2e/harness/test.ts';
import { POPUP_WIDTHS, shoot } from './camera.ts';

test('warning', async ({ wary }) => {
  const page = await wary.open('http://drainer.wary.test/connect?wallet=metamask#start');
  await page.getByRole('button', { name: 'Go back' }).waitFor();
  await shoot(page, 'warning-confirmed');
  await page.getByRole('button', { name: 'Why?' }).click();
  await shoot(page, 'warning-why');
  await page.reload();
  await page.getByRole('button', { name: 'Open anyway' }).click();
  await shoot(page, 'warning-open-anyway');
  await page.reload();
  await page.getByRole('button', { name: 'This is a mistake: dispute it' }).click();
  await shoot(page, 'warning-dispute');
  await page.getByLabel('Your e-mail').fill(`owner-${Date.now()}@shop.example`);
  await page.getByLabel('What is it really?').fill('My own shop.');
  await page.getByRole('button', { name: 'Send dispute' }).click();
  await page.getByText('Dispute sent').waitFor();
  await shoot(page, 'warning-disputed');
  await visit(page, wary.url('warning.html'));
  await shoot(page, 'warning-empty');
});

test('warning in a frame', async ({ wary, site }) => {
  site.on(
    'gallery.example',
    '/',
    '<!doctype html><title>g</title><body style="font:16px sans-serif"><h1>A gallery</h1><iframe src="http://frame.wary.test/" width="100%" height="220" title="offer"></iframe><p>More of the page.',
  );
  const page = await wary.open('http://gallery.example/');
  await page.waitForTimeout(1_500);
  await shoot(page, 'warning-frame');
});

test('warning before and without confirmation', async ({ wary, relay }) => {
  relay.fault = ({ path }) => path.endsWith('/confirm');
  const page = await wary.open('http://redirected.wary.test/');
  await page.waitForTimeout(700);
  await shoot(page, 'warning-checking', [1280]);
  await page.waitForTimeout(2_500);
  await shoot(page, 'warning-unconfirmed');
});

test('popup', async ({ wary, site, relay }) => {
  site.on(
    'wallets.example',
    '/login',
    `<!doctype html><title>w</title><p>${DEMO_ADDRESSES.drainer}<p>${DEMO_ADDRESSES.clean}`,
  );
  const page = await wary.open('http://wallets.example/login?session=1');
  await page.waitForTimeout(1_500);
  let popup = await wary.popup(page);
  await popup.waitForTimeout(500);
  await shoot(popup, 'popup-addresses', POPUP_WIDTHS);
  await popup.getByRole('button', { name: 'Report this page' }).click();
  await shoot(popup, 'popup-report', POPUP_WIDTHS);
  await popup.getByLabel('Title').fill('It pretends to be a wallet');
  await popup.getByRole('button', { name: 'Send report' }).click();
  await popup.getByText('Report sent').waitFor();
  await shoot(popup, 'popup-report-sent', POPUP_WIDTHS);
  await popup.close();

  const blocked = await wary.open('http://drainer.wary.test/');
  await blocked.getByRole('button', { name: 'Go back' }).waitFor();
  popup = await wary.popup(blocked);
  await popup.waitForTimeout(500);
  await shoot(popup, 'popup-blocked', POPUP_WIDTHS);
  await popup.getByRole('button', { name: 'Dispute', exact: true }).click();
  await shoot(popup, 'popup-dispute', POPUP_WIDTHS);
  await popup.close();

  relay.fault = (_, response) => {
    response.destroy();
    return true;
  };
  await wary.send('reportSubmit', { contents: ['http://later.example/'], title: '', description: '', contactInfo: '' });
  await wary.damageOutbox({ title: 'It pretends to be a wallet' });
  await wary.send('listSync');
  popup = await wary.popup(page);
  await popup.waitForTimeout(500);
  await shoot(popup, 'popup-offline', POPUP_WIDTHS);
  await popup.getByRole('button', { name: /Sent 1/ }).click();
  await popup.waitForTimeout(300);
  await shoot(popup, 'popup-outbox', POPUP_WIDTHS);
});

test('settings and welcome', async ({ wary }) => {
  await wary.open('http://drainer.wary.test/');
  await wary.send('warningProceed', { url: 'http://drainer.wary.test/', scope: 'day' });
  await wary.send('reportSubmit', {
    contents: ['http://reported.example/'],
    title: '',
    description: '',
    contactInfo: '',
  });
  const settings = await wary.open(wary.url('settings.html'));
  await settings.waitForTimeout(1_000);
  await shoot(settings, 'settings');
  const welcome = await wary.open(wary.url('welcome.html'));
  await welcome.waitForTimeout(500);
  await shoot(welcome, 'welcome');
});

test('marks on a page', async ({ wary, site }) => {
  site.on('marks.example', '/', (_, response) =>
    html(
      response,
      `<!doctype html><meta name="viewport" content="width=device-width"><title>m</title><style>:root{color-scheme:light dark}body{font:16px/1.6 sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}code{overflow-wrap:anywhere}.busy{background:repeating-linear-gradient(45deg,#c33,#c33 10px,#fc3 10px,#fc3 20px);padding:1rem}</style>
<h1>Transfers</h1><p>Paid to <code>${DEMO_ADDRESSES.drainer}</code> on Monday.</p><p>Kept at <code>${DEMO_ADDRESSES.clean}</code>.</p>
<p class="busy">Send to ${DEMO_ADDRESSES.fakeSupport} now</p><p><a href="/address/${DEMO_ADDRESSES.poisoning}">${DEMO_ADDRESSES.poisoning.slice(0, 6)}…${DEMO_ADDRESSES.poisoning.slice(-4)}</a></p>`,
    ),
  );
  const page = await wary.open('http://marks.example/');
  await page.waitForTimeout(2_000);
  await shoot(page, 'marks');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(500);
  await shoot(page, 'marks-card');
});

test('notices on a page', async ({ wary, site }) => {
  const lookalike = await wary.open('http://xn--metmask-4fg.example/');
  await lookalike.waitForTimeout(1_500);
  await shoot(lookalike, 'notice-lookalike');
  const popup = await wary.popup(lookalike);
  await popup.waitForTimeout(500);
  await shoot(popup, 'popup-lookalike', POPUP_WIDTHS);
  await popup.close();
  const [own, twin] = ['5ac1f2e98b7d34c60a1b9e8f7d2c4b5a', '9be2d17c04fa6583e1d0c9b8a7f6e5d4'];
  site.on(
    'history.example',
    '/',
    `<!doctype html><meta name="viewport" content="width=device-width"><style>:root{color-scheme:light dark}body{font:16px/1.6 sans-serif;overflow-wrap:anywhere}</style><title>h</title><h1>Transfers</h1><p>0xd8da${own}6045<p>0xd8da${twin}6045`,
  );
  const history = await wary.open('http://history.example/');
  await history.waitForTimeout(2_500);
  await shoot(history, 'notice-addresses');
});

test('portal', async ({ wary }) => {
  const page = await wary.open('http://portal.wary.test/acme');
  for (const part of ['', '/reports', '/metrics', '/report', '/dispute']) {
    await visit(page, `http://portal.wary.test/acme${part}`);
    await page.waitForLoadState();
    await shoot(page, `portal${part.replace('/', '-')}`);
  }
});
