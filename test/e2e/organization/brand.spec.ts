import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { Browser, visit } from '../harness/browser.ts';
import { Service } from '../harness/service.ts';
import { Site } from '../harness/site.ts';

const folder = mkdtempSync(join(tmpdir(), 'wary-full-brand-'));
const service = new Service();
const site = new Site();
let wary: Browser;

test.beforeAll(async () => {
  test.setTimeout(200_000);
  const words = ['--brand', 'test/fixtures/brand/full/brand.yaml', '--list', 'none', '--out', folder];
  const build = promisify(execFile)(process.execPath, ['src/development/build.ts', ...words]);
  await Promise.all([service.start(), site.start(), build]);
  wary = new Browser({ sitePort: site.port, servicePort: service.port, extension: join(folder, 'chrome-mv3') });
  await wary.start();
  await wary.configure({ apiKey: service.keys.publishable });
});
test.afterAll(async () => {
  await wary?.remove();
  await Promise.all([service.remove(), site.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const wordmark = (page: Page) => page.getByRole('img', { name: 'Ämter-Schutz Süd' });
/** The file that an image shows, and its drawn width. */
const shown = async (page: Page) => {
  await expect.poll(() => wordmark(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  return wordmark(page).evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname);
};

test('a brand’s name, colours and links are shown on every page of the extension', async () => {
  const welcome = await wary.open(wary.url('welcome.html'));
  await expect(welcome.getByText('Made for everybody who works at Ämter Süd.')).toBeVisible();
  await expect(welcome.getByRole('link', { name: 'hilfe@acme.example' })).toHaveAttribute(
    'href',
    'mailto:hilfe@acme.example',
  );
  await expect(welcome.getByRole('link', { name: '+49 30 1234567' })).toHaveAttribute('href', 'tel:+49301234567');
  await expect(welcome.getByRole('link', { name: 'Security at Ämter Süd' })).toBeVisible();
  await welcome.emulateMedia({ colorScheme: 'light' });
  expect(await shown(welcome)).toBe('/brand/wordmark.svg');
  const ground = () => welcome.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await welcome.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => shown(welcome)).toBe('/brand/wordmark-dark.svg');
  // The hue of #c08a1e in both, with hardly any chroma.
  expect([light, await ground()]).toEqual([
    expect.stringMatching(/^oklch\(0\.975 0\.01\d* 7\d/),
    expect.stringMatching(/^oklch\(0\.19 0\.02\d* 7\d/),
  ]);

  const settings = await wary.open(wary.url('settings.html'));
  const lookalikes = settings.getByRole('switch', { name: 'Warn about sites' });
  await expect(lookalikes).not.toBeChecked();
  await expect(lookalikes).toHaveAccessibleDescription(/Set by Ämter/);
  await lookalikes.click();
  await expect(lookalikes).toHaveAccessibleDescription(/Your choice/);
  await expect(settings.getByRole('radio', { name: 'Keep it closed' })).toBeChecked();
  await settings.getByRole('link', { name: 'About' }).click();
  await expect(settings.getByRole('link', { name: 'Security at Ämter Süd' })).toBeVisible();
  expect(await shown(settings)).toMatch(/wordmark/);
});

test('a brand names its own sites, and the kinds of scam that a report offers first', async () => {
  const own = await wary.open('http://shop.amt.test/');
  const popup = await wary.popup(own);
  await expect(popup.getByText('Official site of Ämter Süd')).toBeVisible();
  expect(await shown(popup)).toMatch(/wordmark/);
  await popup.getByRole('button', { name: 'Report this page' }).click();
  await expect(popup.getByRole('radio').or(popup.getByRole('checkbox')).first()).toBeVisible();
  const kinds = await popup.getByRole('group', { name: 'What kind' }).locator('label, button').allTextContents();
  expect(kinds.slice(0, 3)).toEqual(['Fake support', 'Pretends to be someone', 'Empties wallets']);
});

test('the warning shows the brand’s name, and its mark for the colour scheme', async () => {
  await service.command('block', 'listed.test');
  const page = await wary.open('http://before.test/');
  await expect(async () => {
    await wary.send('listSync');
    await visit(page, 'http://listed.test/');
    await expect(page).toHaveURL(/warning\.html/, { timeout: 1_000 });
  }).toPass();
  await expect(page.getByText('Ämter-Schutz Süd')).toBeVisible();
  await expect(wordmark(page)).toHaveCount(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  const icon = page.locator('.mark-sign');
  await expect
    .poll(() => icon.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/\/brand\/icon-dark\.svg$/);
});
