import { readFileSync } from 'node:fs';
import { expect, sharingTest as test } from '../harness/test.ts';

const LISTED = 'drainer.wary.test';
const fileOf = (...sites: object[]) => ({
  name: 'sites.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify({ format: 'allowed-sites', version: 1, sites })),
});

test('allowed sites are changed, removed, restored, exported and imported', {
  tag: '@smoke',
}, async ({ wary }) => {
  const site = await wary.open(`http://${LISTED}/`);
  await site.getByRole('button', { name: 'Details' }).click();
  await site.getByRole('button', { name: 'Open anyway' }).click();
  await site.getByRole('radio', { name: 'For one day' }).check();
  await site.getByRole('button', { name: `Open ${LISTED}` }).click();
  await expect(site.locator('h1')).toHaveText(LISTED);

  const page = await wary.open(wary.url('settings.html#allowed'));
  const row = page.locator('#allowed .row', { hasText: LISTED });
  await expect(row).toContainText('this site and its subdomains');
  await page.getByRole('button', { name: `Change: ${LISTED}` }).click();
  await page.getByRole('radio', { name: 'Always' }).check();
  await page.getByLabel('Why you allowed it').fill('Our own test shop');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Our own test shop');
  await expect(row).toContainText('always');

  await page.getByRole('button', { name: `Block again: ${LISTED}` }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Our own test shop');

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const saved = readFileSync(await (await saving).path(), 'utf8');
  expect(JSON.parse(saved)).toMatchObject({ version: 1, sites: [{ site: `${LISTED}/`, reason: 'Our own test shop' }] });

  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles(fileOf({ site: 'com', until: null }));
  await expect(page.getByRole('alert').filter({ hasText: 'Entry 1 isn’t a site' })).toBeVisible();
  await chooser.setInputFiles(
    fileOf({ site: LISTED, until: null }, { site: 'pages.wary.test/claim', until: null, reason: 'Ours too' }),
  );
  await expect(page.getByText('This file would let 1 more site open')).toBeVisible();
  await expect(page.locator('#allowed .row', { hasText: 'pages.wary.test' })).toContainText('only this page');
  await expect(page.locator('#allowed .row', { hasText: LISTED })).toHaveCount(1);
  const stored = () => wary.send<{ allowances: object[] }>('allowancesList');
  expect((await stored()).allowances).toHaveLength(1);
  await page.getByRole('button', { name: 'Allow 1 site' }).press('Enter');
  await expect(page.getByText('1 site was added')).toBeVisible();
  expect((await stored()).allowances).toHaveLength(2);
});
