import type { Page } from '@playwright/test';
import { CLEAN_HOSTS, demoPage } from '../../src/development/demo/sites.ts';
import { LANGUAGES } from '../../src/language/languages.ts';
import { DEMO_ADDRESSES } from '../../src/service/command/demo/content.ts';
import { visit } from '../e2e/harness/browser.ts';
import { Marks } from '../e2e/harness/page/marks.ts';
import { HOST, OTHER, pressed, serve } from '../e2e/harness/page/qr-code.ts';
import { html } from '../e2e/harness/site.ts';
import { expect, test } from '../e2e/harness/test.ts';
import { PAGE_WIDTHS, POPUP_WIDTHS, shoot, shootOnce } from './camera.ts';

test('warning', async ({ wary }) => {
  const page = await wary.open('http://drainer.wary.test/connect?wallet=metamask#start');
  await page.getByRole('button', { name: 'Go back' }).waitFor();
  await shoot(page, 'warning-confirmed');
  await page.getByRole('button', { name: 'Why was this stopped?' }).click();
  await shoot(page, 'warning-why');
  await page.reload();
  await page.getByRole('button', { name: 'Open it anyway' }).click();
  await shoot(page, 'warning-open-anyway');
  await page.reload();
  await page.getByRole('button', { name: 'I know this site is fine' }).click();
  await shoot(page, 'warning-dispute');
  await page.getByLabel('Your e-mail').fill(`owner-${Date.now()}@shop.example`);
  await page.getByLabel('What is it really?').fill('My own shop.');
  await page.getByRole('button', { name: 'Send dispute' }).click();
  await page.getByText('Dispute sent').waitFor();
  await page.reload();
  await page.getByText('You said').waitFor();
  await shoot(page, 'warning-disputed');
  await visit(page, 'http://pages.wary.test/claim');
  await page.getByRole('button', { name: 'Go back' }).waitFor();
  await shoot(page, 'warning-page-entry');
  await visit(page, wary.url('warning.html'));
  await shoot(page, 'warning-empty');
});

test('warning about long names and names that look like others', async ({ wary, service }) => {
  const long = `${'secure-login-'.repeat(4)}x.${'wallet-'.repeat(8)}y.${'verify-'.repeat(8)}z.claim-airdrop.example`;
  await service.command('block', long, '--reason', 'Asks for the seed phrase');
  await service.command('block', 'xn--metmask-4fg.example', '--reason', 'Not what it says it is');
  await wary.send('listSync');
  const page = await wary.open(`http://${long}/restore/${'step-'.repeat(30)}?from=mail`);
  await page.getByRole('button', { name: 'Go back' }).waitFor();
  await shoot(page, 'warning-long');
  await page.setViewportSize({ width: 320, height: 480 });
  await page.screenshot({ path: 'screenshots/warning-long-320x480.png' });
  await visit(page, 'http://xn--metmask-4fg.example/');
  await page.getByRole('button', { name: 'Go back' }).waitFor();
  await shoot(page, 'warning-lookalike');
  await service.command('unblock', 'xn--metmask-4fg.example');
  await wary.send('listSync');
  await page.evaluate(() => void window.dispatchEvent(new Event('online')));
  await page.getByRole('heading', { name: 'no longer blocked' }).waitFor();
  await shoot(page, 'warning-lifted');
});

test('steps', async ({ wary }) => {
  for (const kind of ['seed-phishing', 'drainer', 'other']) {
    const page = await wary.open(`${wary.url('steps.html')}?kind=${kind}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(page, `steps-${kind}`);
    await page.close();
  }
});

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

/** Has a warning wait for its answer: the real one ends in two seconds, which no picture in four languages is taken in. */
function keepChecking(): void {
  type Described = { name: string; request: { settle?: boolean } };
  type Runtime = { sendMessage(message: Described): Promise<{ verdict: { kind: string } }> };
  const { runtime } = (globalThis as unknown as { chrome: { runtime?: Runtime } }).chrome;
  if (!runtime) return;
  const send = runtime.sendMessage.bind(runtime);
  runtime.sendMessage = async (message) => {
    if (message.name !== 'warningDescribe') return send(message);
    if (message.request.settle) return new Promise(() => {});
    const described = await send(message);
    return { ...described, verdict: { ...described.verdict, kind: 'checking' } };
  };
}

test('warning before and without confirmation', async ({ wary, relay }) => {
  relay.fault = ({ path }) => path.endsWith('/confirm');
  const waiting = await wary.context.newPage();
  await waiting.addInitScript(keepChecking);
  await visit(waiting, 'http://redirected.wary.test/');
  const checking = () => waiting.locator('.warning-pending').waitFor();
  await checking();
  await shoot(waiting, 'warning-checking', [1280], () => waiting.reload().then(checking));
  await waiting.close();
  const page = await wary.open('http://redirected.wary.test/');
  await page.getByRole('heading', { name: 'This site is probably a scam' }).waitFor();
  await shoot(page, 'warning-unconfirmed');
});

test('popup', async ({ wary, site, relay }) => {
  site.on(
    'wallets.example',
    '/login',
    `<!doctype html><title>w</title><p>${DEMO_ADDRESSES.drainer}<p>${DEMO_ADDRESSES.clean}`,
  );
  const page = await wary.open('http://wallets.example/login?session=1');
  let popup = await wary.popup(page);
  await popup.getByRole('heading', { name: /on the blocklist/ }).waitFor();
  await popup.getByRole('button', { name: 'Show them' }).waitFor();
  await shoot(popup, 'popup-addresses', POPUP_WIDTHS);
  await popup.getByRole('button', { name: 'Report a scam' }).click();
  await popup.getByRole('button', { name: 'Send report' }).waitFor();
  await shoot(popup, 'popup-report', POPUP_WIDTHS);
  await popup.getByLabel('Asks for a recovery phrase').check();
  await popup.getByRole('button', { name: 'Send report' }).click();
  await popup.getByText('Report sent').waitFor();
  await shoot(popup, 'popup-report-sent', POPUP_WIDTHS);
  await popup.close();

  relay.fault = (_, response) => {
    response.destroy();
    return true;
  };
  await wary.send('reportSubmit', { contents: ['http://later.example/'], title: '', description: '', contactInfo: '' });
  await wary.damageOutbox({ title: 'It pretends to be a wallet' });
  await wary.send('listSync');
  popup = await wary.popup(page);
  await popup.getByRole('button', { name: /1 sent/ }).click();
  await popup.getByText('Unreadable').waitFor();
  await shoot(popup, 'popup-outbox', POPUP_WIDTHS);
});

test('popup by state', async ({ wary, relay }) => {
  const picture = async (page: Page, name: string, title: string) => {
    const popup = await wary.popup(page);
    await popup.getByRole('heading', { name: title }).waitFor();
    await shoot(popup, `popup-${name}`, POPUP_WIDTHS);
    return popup;
  };
  const quiet = await wary.open('http://quiet.example/');
  await picture(quiet, 'clear', 'Not on the blocklist');
  await picture(await wary.open(wary.url('manifest.json')), 'no-page', 'Not a web page');
  const blocked = await wary.open('http://drainer.wary.test/');
  await expect(blocked).toHaveURL(/warning\.html/);
  const popup = await picture(blocked, 'stopped', 'This site empties wallets');
  await popup.getByRole('button', { name: 'It is a mistake' }).click();
  await popup.getByLabel('What is it really?').waitFor();
  await shoot(popup, 'popup-dispute', POPUP_WIDTHS);
  for (const [scope, title] of [
    ['tab', 'You opened it in this tab'],
    ['day', /You opened it until/],
    ['always', 'You opened it for good'],
  ] as const) {
    const tab = await wary.open('http://drainer.wary.test/');
    await expect(tab).toHaveURL(/warning\.html/);
    await tab.evaluate(
      ([scope]) =>
        (
          globalThis as unknown as { chrome: { runtime: { sendMessage(message: object): unknown } } }
        ).chrome.runtime.sendMessage({
          name: 'warningProceed',
          id: crypto.randomUUID(),
          request: { url: 'http://drainer.wary.test/', scope },
        }),
      [scope] as const,
    );
    await visit(tab, 'http://drainer.wary.test/');
    const popup = await wary.popup(tab);
    await popup.getByRole('heading', { name: title }).waitFor();
    await shoot(popup, `popup-opened-${scope}`, POPUP_WIDTHS);
    await popup.getByRole('button', { name: 'Stop it again' }).click();
    await popup.getByRole('heading', { name: 'This site empties wallets' }).waitFor();
  }
  await wary.send('reportSubmit', { contents: ['http://quiet.example/'], title: '', description: '', contactInfo: '' });
  await picture(quiet, 'reported', 'You reported this');
  relay.fault = ({ path }, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Unauthorized"}');
    return path !== '';
  };
  await wary.send('listSync');
  await picture(await wary.open('http://other.example/'), 'reduced', 'Not on the blocklist');
  relay.fault = undefined;
  await wary.send('listSync');
  await wary.send('settingsWrite', { protectSites: false });
  await picture(quiet, 'sites-off', 'Sites are not stopped.');
  await wary.send('settingsWrite', { protectAddresses: false });
  await picture(quiet, 'unprotected', 'Not protecting you');
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
  await settings.locator('#traffic').scrollIntoViewIfNeeded();
  await settings.locator('#statistics').scrollIntoViewIfNeeded();
  await settings.getByRole('button', { name: 'Question about a match' }).click();
  await shoot(settings, 'settings');
  const welcome = await wary.open(wary.url('welcome.html'));
  await welcome.getByRole('heading', { level: 1 }).waitFor();
  await shoot(welcome, 'welcome');
  for (const language of LANGUAGES) {
    await visit(welcome, wary.url(`privacy/${language.replace('_', '-')}.html`));
    await welcome.getByRole('heading', { level: 1 }).waitFor();
    await shootOnce(welcome, `privacy-${language}`);
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
  const popup = await wary.popup(lookalike);
  await popup.getByText('Looks like metamask.io, is not').waitFor();
  await shoot(popup, 'popup-lookalike', POPUP_WIDTHS);
  await popup.close();
  const [own, twin] = ['5ac1f2e98b7d34c60a1b9e8f7d2c4b5a', '9be2d17c04fa6583e1d0c9b8a7f6e5d4'].map(
    (middle) => `0xd8da${middle}6045`,
  );
  const explorer = `<a href="https://explorer.example/address/${own}">0xba12...89cd</a>`;
  for (const [name, body] of [
    ['addresses', `${own}<p>${twin}`],
    ['shortened', explorer],
  ]) {
    site.on('history.example', `/${name}`, historyPage(`<h1>Transfers</h1><p>${body}`));
    const history = await wary.open(`http://history.example/${name}`);
    await noticed(history);
    await once(history, `notice-${name}`);
  }

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

test('a QR code that was asked about', async ({ wary, site }) => {
  serve(
    site,
    `<img src="/listed-address.png"><img src="/wrong-checksum.png"><img src="http://${OTHER}/web-address.png">`,
  );
  await (await wary.open(`http://${HOST}/`)).waitForLoadState('load');
  const states = {
    listed: [`http://${HOST}/listed-address.png`, 'Already blocked'],
    checksum: [`http://${HOST}/wrong-checksum.png`, 'its checksum is wrong'],
    foreign: [`http://${OTHER}/web-address.png`, 'from another site'],
  } as const;
  let panel: Page | undefined;
  for (const [state, [picture, said]] of Object.entries(states)) {
    panel = await pressed(wary, picture, panel);
    await panel.getByText(said).waitFor();
    await shoot(panel, `qr-code-${state}`, POPUP_WIDTHS);
  }
});

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

test('self-test', async ({ wary }) => {
  const page = await wary.open(wary.url('self-test.html'));
  await page.getByRole('button', { name: 'Test again' }).waitFor();
  await shoot(page, 'self-test');
  await wary.configure({ protectSites: false });
  await page.getByRole('button', { name: 'Test again' }).click();
  await page.getByRole('button', { name: 'Switch on' }).waitFor();
  await shoot(page, 'self-test-failed');
});
