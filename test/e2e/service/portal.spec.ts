import type { Locator, Page } from '@playwright/test';
import { overflows } from '../../page/ui/usable.ts';
import { deskOrigin, expect, personKey, signIn, test } from '../harness/desk.ts';
import { widened } from '../harness/language.ts';
import { findings } from '../harness/page/axe.ts';
import { smallTargets } from '../harness/page/targets.ts';

/** One of each kind that a report may name. */
const EVERYTHING =
  'https://portal-wide.example/login\nhttps://bit.ly/portal-wide\ndrainer.wary.test\n0x1234567890123456789012345678901234567890\n' +
  '@portal_wide\nDE89 3704 0044 0532 0130 00\nbc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5\nThey said https://other-wide.example/ is my bank';

/** A picture of one pixel. */
const PICTURE = {
  name: 'seen.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const MAIL = { name: 'mail.eml', mimeType: 'message/rfc822', buffer: Buffer.from('Subject: You have won') };
const VIDEO = { name: 'video.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(6 * 1024 * 1024) };

/** Widens every text of a page to the length of the longest translations. */
async function widen(page: Page): Promise<void> {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '');
    return found;
  });
  const wide = texts.map((text) => (text.trim() === '' || text.startsWith('http') ? text : widened(text)));
  await page.evaluate((written) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (const text of written) if (walker.nextNode()) walker.currentNode.textContent = text;
  }, wide);
}

/** Presses the Tab key until an element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The tabulator does not lead to ${wanted}`);
}

test('an Arabic reader reports through the portal, prints the link, and finds the outcome there', async ({
  service,
  profile,
}) => {
  const page = await (await profile({ script: true, locale: 'ar-EG' })).newPage();
  await page.goto(`${deskOrigin(service)}/acme/report`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { name: 'إبلاغ Acme عن احتيال' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('عمّ تريد الإبلاغ؟').fill('http://10.0.0.1/');
  await page.getByRole('button', { name: 'إرسال البلاغ' }).click();
  await expect(page.getByText('هذا العنوان في شبكة خاصة')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('عمّ تريد الإبلاغ؟').fill('https://arabic-report.example/login');
  await page.getByRole('button', { name: 'إرسال البلاغ' }).click();
  await expect(page.getByRole('heading', { name: 'تحقق مما تبلغ عنه' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('الصفحة', { exact: false }).check();
  await page.getByRole('button', { name: 'إرسال البلاغ' }).click();

  await expect(page.getByRole('heading', { name: 'وصل بلاغك إلى Acme' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const link = page.getByRole('link', { name: '/acme/report/' });
  const address = (await link.textContent())!;
  expect(address).toBe(`http://portal.wary.test${await link.getAttribute('href')}`);
  await page.emulateMedia({ media: 'print' });
  await expect(link).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeHidden();

  const later = await (await profile()).newPage();
  await later.goto(`${deskOrigin(service)}${new URL(address).pathname}`);
  await later.getByRole('link', { name: 'العربية' }).click();
  await expect(later.getByRole('status')).toContainText('سيفحصه أحد المراجعين');
  await expect(later.getByText('arabic-report.example/login')).toBeVisible();
  await later.getByRole('link', { name: 'Deutsch' }).click();
  await expect(later.getByRole('status')).toContainText('Das Prüfteam sieht es sich noch an');
});

test('the longest texts of the portal fit on a small screen, and at twice the font size', async ({
  service,
  profile,
}) => {
  const page = await (await profile({ script: true })).newPage();
  const review = '/acme/report look';
  for (const path of [
    '/',
    '/acme',
    '/acme/reports',
    '/acme/metrics',
    '/acme/report',
    review,
    '/acme/dispute',
    '/nowhere',
  ])
    for (const language of ['en', 'ar']) {
      await page.goto(`${deskOrigin(service)}${path.split(' ', 1)}?language=${language}`);
      if (path === review) {
        await page.locator('#assets').fill(EVERYTHING);
        await page.locator('#files').setInputFiles([PICTURE, { ...MAIL, name: `${'long-name-'.repeat(12)}.eml` }]);
        await page.locator('form.card > button').click();
      }
      await widen(page);
      expect.soft(await overflows(page, 320), `${path} ${language}`).toEqual([]);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect.soft(await overflows(page, 640), `${path} ${language} at 200 %`).toEqual([]);
    }
});

const PHRASE = `${'abandon '.repeat(11)}about`;

for (const script of [true, false])
  test(`a visitor checks what somebody sent them ${script ? 'with' : 'without'} script, and a recovery phrase is refused`, async ({
    service,
    profile,
  }) => {
    const page = await (await profile({ script })).newPage();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''));
    await page.goto(`${deskOrigin(service)}/acme`);
    const field = page.getByLabel('Address, link, account or message');
    const check = page.getByRole('button', { name: 'Check', exact: true });
    await field.fill(PHRASE);
    await check.click();
    if (script) {
      expect(await field.evaluate((element: HTMLTextAreaElement) => element.validationMessage)).toContain(
        'Never paste',
      );
      expect(sent).toEqual([]);
    } else {
      await expect(page.getByText('Never paste')).toBeVisible();
      await expect(field).toHaveValue('');
    }
    await field.fill('Log in at https://drainer.wary.test/');
    await check.click();
    await expect(page.getByText('This site empties wallets')).toBeVisible();
    if (!script) return;
    expect(await findings(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
  });

test('a report with a picture, a file, a page, a shared host and an account name reaches the reviewers completely', async ({
  service,
  profile,
}) => {
  const page = await (await profile({ script: true })).newPage();
  await page.goto(`${deskOrigin(service)}/acme/report`);
  const assets = page.getByLabel('What do you want to report?');
  const send = page.getByRole('button', { name: 'Send report' });
  await assets.fill('https://portal-scam.example/login?token=1\nhttps://bit.ly/portal-scam\n@portal_scam');
  await page.getByText('Steals passwords').click();
  await page.getByLabel('What happened?').fill('It asked for my password');
  await page.getByLabel('Picture and files').setInputFiles([PICTURE, VIDEO, MAIL]);
  await send.click();

  await expect(page.getByText('video.mp4 is a video')).toBeVisible();
  await expect(assets).toHaveValue(/portal-scam\.example[\s\S]*@portal_scam$/);
  await expect(page.getByLabel('What happened?')).toHaveValue('It asked for my password');
  await expect(page.getByRole('radio', { name: 'Steals passwords' })).toBeChecked();
  for (const name of ['seen.png', 'mail.eml'])
    await expect(page.getByRole('checkbox', { name: new RegExp(name) })).toBeChecked();
  expect(await findings(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await send.click();

  await expect(page.getByRole('heading', { name: 'Check what you report' })).toBeVisible();
  await expect(page.getByText('Nothing has been sent yet')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'The whole site portal-scam.example' })).toBeChecked();
  await page.getByRole('radio', { name: 'Only the page portal-scam.example/login' }).check();
  await page.getByLabel('On which platform?').selectOption('Telegram account');
  expect(await findings(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await send.click();
  await expect(page.getByRole('heading', { name: 'Your report has reached Acme' })).toBeVisible();
  await expect(page.getByText('Telegram account')).toBeVisible();

  const { key } = await personKey(service, 'reviewer', 'portal@acme.test');
  const desk = await (await profile()).newPage();
  await signIn(desk, service, key);
  await desk.getByRole('link', { name: 'portal-scam.example/login' }).first().click();
  const found = desk.getByRole('main');
  for (const text of ['portal-scam.example/login', 'bit.ly/portal-scam', 'portal_scam', 'It asked for my password'])
    await expect(found.getByText(text).first()).toBeVisible();
  const seen = found.getByRole('img', { name: 'seen.png' });
  await expect.poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    found.getByRole('link', { name: 'mail.eml' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('mail.eml');

  const again = await (await profile()).newPage();
  await again.goto(`${deskOrigin(service)}/acme/report`);
  await again.getByLabel('What do you want to report?').fill('https://bit.ly/portal-scam');
  await again.getByRole('button', { name: 'Send report' }).click();
  await expect(again.getByRole('heading', { name: 'Your report has reached Acme' })).toBeVisible();
  await expect(again.getByRole('link', { name: '/acme/report/' })).toBeVisible();
});

test('the keyboard alone leads through a report and its review page, without any script', async ({
  service,
  profile,
}) => {
  const page = await (await profile()).newPage();
  await page.goto(`${deskOrigin(service)}/acme/report`);
  await page.getByLabel('What do you want to report?').focus();
  await page.keyboard.type('https://portal-keys.example/login');
  await tabTo(page, page.getByRole('button', { name: 'Send report' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('radio', { name: 'The whole site' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Only the page' })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Change' }));
  await page.keyboard.press('Enter');
  await page.getByLabel('How can we reach you?').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Only the page' })).toBeChecked();
  await page.getByRole('radio', { name: 'Only the page' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your report has reached Acme' })).toBeVisible();
  await expect(page.getByText('portal-keys.example/login')).toBeVisible();
});
