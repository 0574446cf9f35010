import type { Page } from '@playwright/test';
import { deskOrigin, expect, test } from '../harness/desk.ts';
import { overflows, widened } from '../harness/language.ts';
import { findings } from '../harness/page/axe.ts';

/** Writes every text of a page as the longest translations are. */
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

test('an Arabic reader reports through the portal, prints the link, and finds the outcome there', {
  tag: '@long',
}, async ({ service, profile }) => {
  const page = await (await profile({ script: true, locale: 'ar-EG' })).newPage();
  await page.goto(`${deskOrigin(service)}/acme/report`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { name: 'إبلاغ Acme عن احتيال' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('عمّ تريد الإبلاغ؟').fill('http://10.0.0.1/');
  await page.getByRole('button', { name: 'إرسال البلاغ' }).click();
  await expect(page.getByText('هذا العنوان داخل شبكة')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('عمّ تريد الإبلاغ؟').fill('https://arabic-report.example/login');
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
  await expect(later.getByRole('status')).toContainText('ينتظر المراجعة');
  await expect(later.getByText('https://arabic-report.example/login')).toBeVisible();
  await later.getByRole('link', { name: 'Deutsch' }).click();
  await expect(later.getByRole('status')).toContainText('Die Prüfung steht noch aus');
});

test('the longest texts of the portal fit on a small screen, and at twice the font size', {
  tag: '@long',
}, async ({ service, profile }) => {
  const page = await (await profile({ script: true })).newPage();
  for (const path of ['/', '/acme', '/acme/metrics', '/acme/report', '/acme/dispute', '/nowhere'])
    for (const language of ['en', 'ar']) {
      await page.goto(`${deskOrigin(service)}${path}?language=${language}`);
      await widen(page);
      expect.soft(await overflows(page, 320), `${path} ${language}`).toEqual([]);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect.soft(await overflows(page, 640), `${path} ${language} at 200 %`).toEqual([]);
    }
});
