import type { Page } from '@playwright/test';
import { CLEAN_HOSTS, demoPage } from '../../src/development/demo/sites.ts';
import { LANGUAGES } from '../../src/language/languages.ts';
import { DEMO_ADDRESSES } from '../../src/service/command/demo/content.ts';
import { visit } from '../e2e/harness/browser.ts';
import { Marks } from '../e2e/harness/page/marks.ts';
import { html } from '../e2e/harness/site.ts';
import { expect, test } from '../e2e/harness/test.ts';
import { PAGE_WIDTHS, shoot, shootOnce } from './camera.ts';

test('warning in a frame', async ({ wary, site }) => {
  site.on(
    'gallery.example',
    '/',
    '<!doctype html><title>g</title><body style="font:16px sans-serif"><h1>A gallery</h1><iframe src="http://frame.wary.test/" width="100%" height="220" title="offer"></iframe><p>More of the page.',
  );
  const page = await wary.open('http://gallery.example/');
  const stopped = () => page.frameLocator('iframe').getByText('frame.wary.test').first().waitFor();
  await stopped();
  await shoot(page, 'warning-frame', PAGE_WIDTHS, () => page.reload().then(stopped));
});

test('privacy pages', async ({ wary }) => {
  for (const language of LANGUAGES) {
    const page = await wary.open(wary.url(`privacy/${language.replace('_', '-')}.html`));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shootOnce(page, `privacy-${language}`);
  }
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
  const marks = new Marks(page);
  const marked = async () => {
    await page.reload();
    await expect.poll(() => marks.shown()).toBe(3);
  };
  await marked();
  await shoot(page, 'marks', PAGE_WIDTHS, marked);
  const opened = async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await marked();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await marks.see()).card?.role).toBe('dialog');
  };
  await opened();
  await shoot(page, 'marks-card', PAGE_WIDTHS, opened);
});

test('notices on a page', async ({ wary, site }) => {
  const lookalike = await wary.open('http://xn--metmask-4fg.example/');
  const noticed = (page: Page) => expect.poll(() => new Marks(page).notice()).not.toBeNull();
  const once = (page: Page, name: string) =>
    shoot(page, name, PAGE_WIDTHS, () => page.reload().then(() => noticed(page)));
  await noticed(lookalike);
  await once(lookalike, 'notice-lookalike');
  const [own, twin] = ['5ac1f2e98b7d34c60a1b9e8f7d2c4b5a', '9be2d17c04fa6583e1d0c9b8a7f6e5d4'].map(
    (middle) => `0xd8da${middle}6045`,
  );
  site.on('history.example', '/addresses', historyPage(`<h1>Transfers</h1><p>${own}<p>${twin}`));
  const history = await wary.open('http://history.example/addresses');
  await noticed(history);
  await once(history, 'notice-addresses');

  site.on('history.example', '/pay', historyPage('<h1>Pay</h1><p><input id="to" aria-label="To" style="width:90%">'));
  const pay = await wary.open('http://history.example/pay');
  const pasted = async () => {
    // Copied on a page, then, where no page sees it, by another program. The page stays open until the worker knows of it.
    const sources: Page[] = [];
    for (const [address, text] of [
      ['http://history.example/addresses', own],
      [wary.url('steps.html'), '0x1111aaaabbbbccccddddeeeeffff000022223333'],
    ]) {
      const source = await wary.open(address!);
      await source.waitForLoadState();
      await source.evaluate((text) => {
        document.body.innerHTML = `<p id="copied">${text}</p>`;
      }, text!);
      await source.bringToFront();
      await source.locator('#copied').selectText();
      await source.keyboard.press('ControlOrMeta+c');
      sources.push(source);
    }
    await pay.bringToFront();
    await pay.reload();
    await pay.locator('#to').focus();
    await pay.keyboard.press('ControlOrMeta+v');
    await noticed(pay);
    for (const source of sources) await source.close();
  };
  await pasted();
  await shoot(pay, 'notice-pasted', PAGE_WIDTHS, pasted);
});

const historyPage = (body: string) =>
  `<!doctype html><meta name="viewport" content="width=device-width"><style>:root{color-scheme:light dark}body{font:16px/1.6 sans-serif;overflow-wrap:anywhere}</style><title>h</title>${body}`;

test('portal', async ({ wary }) => {
  const page = await wary.open('http://portal.wary.test/acme');
  for (const language of LANGUAGES)
    for (const part of ['', '/reports', '/metrics', '/report', '/dispute', '/privacy']) {
      await visit(page, `http://portal.wary.test/acme${part}?language=${language}`);
      await page.waitForLoadState();
      await shootOnce(page, `portal${part.replace('/', '-')}-${language}`);
    }
});

/** Something of each kind that a report may name. */
const NAMED =
  'https://claim-bonus.example/login\nhttps://bit.ly/claim\ndrainer.wary.test\n0x1234567890123456789012345678901234567890\n' +
  '@claim_bonus\nDE89 3704 0044 0532 0130 00\nbc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5\nThey said https://other.example/ is my bank';

test('a report through the portal', async ({ wary }) => {
  const page = await wary.open('http://portal.wary.test/acme/report');
  for (const language of LANGUAGES) {
    await visit(page, `http://portal.wary.test/acme/report?language=${language}`);
    await page.locator('#assets').fill(NAMED);
    await page.locator('#description').fill('It asked for my password.');
    await page.locator('#files').setInputFiles([
      { name: 'mail.eml', mimeType: 'message/rfc822', buffer: Buffer.from('Subject: You have won') },
      { name: 'video.mp4', mimeType: 'video/mp4', buffer: Buffer.from('a video') },
    ]);
    const send = page.locator('form button[type="submit"]').first();
    await send.click();
    await page.locator('#files-problem').waitFor();
    await shootOnce(page, `portal-report-refused-${language}`);
    await send.click();
    await page.locator('#platform').waitFor();
    await shootOnce(page, `portal-report-look-${language}`);
    await page.locator('#platform').selectOption('TELEGRAM');
    await send.click();
    await page.getByRole('status').waitFor();
    await shootOnce(page, `portal-report-sent-${language}`);
  }
  await visit(page, 'http://portal.wary.test/acme/report?language=en');
  await page.locator('#assets').fill('drainer.wary.test');
  const send = page.locator('form button[type="submit"]').first();
  await send.click();
  await page.locator('[name="step"]').waitFor({ state: 'attached' });
  await send.click();
  await page.getByRole('status').waitFor();
  await shootOnce(page, 'portal-report-known');
});

test('the page that the demo begins on', async ({ wary, site }) => {
  site.on(CLEAN_HOSTS.start, '/', demoPage(CLEAN_HOSTS.start, '/', 'http://portal.wary.test').html);
  const page = await wary.open(`http://${CLEAN_HOSTS.start}/`);
  await shootOnce(page, 'demo');
  for (const box of (await page.getByRole('checkbox').all()).slice(0, 3)) await box.check();
  await shootOnce(page, 'demo-begun');
});
