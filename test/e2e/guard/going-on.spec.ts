import type { Page } from '@playwright/test';
import { stopped } from '../harness/page/stopped.ts';
import { expect, sharingTest, test } from '../harness/test.ts';

const LISTED = 'drainer.wary.test';

const proceed = async (tab: Page, scope: string) => {
  await tab.getByRole('button', { name: 'Details' }).click();
  await tab.getByRole('button', { name: 'Open anyway' }).click();
  await tab.getByRole('radio', { name: scope }).check();
  await tab.getByRole('button', { name: `Open ${LISTED}` }).click();
  await expect(tab.locator('h1')).toHaveText(LISTED);
};

sharingTest(
  '"Only in this tab" survives a reload, a redirect and the death of the worker, and opens no other tab',
  { tag: '@smoke' },
  async ({ wary, site }) => {
    site.on(
      LISTED,
      '/hop',
      (_, response) => void response.writeHead(302, { location: `http://www.${LISTED}/end` }).end(),
    );
    const tab = await wary.open(`http://${LISTED}/`);
    await stopped(tab, LISTED);
    await proceed(tab, 'Only in this tab');
    await wary.killWorker();
    await tab.reload();
    await expect(tab.locator('h1')).toHaveText(LISTED);
    await tab.goto(`http://${LISTED}/hop`);
    await expect(tab).toHaveURL(`http://www.${LISTED}/end`);
    await expect(tab.locator('h1')).toHaveText(`www.${LISTED}`);
    const other = await wary.open(`http://${LISTED}/`);
    await stopped(other, LISTED);
  },
);

sharingTest('going on anyway in two tabs holds in each until it is closed', async ({ wary }) => {
  const tabs = [await wary.open(`http://${LISTED}/`), await wary.open(`http://${LISTED}/`)] as const;
  for (const tab of tabs) {
    await tab.bringToFront();
    await stopped(tab, LISTED);
    await proceed(tab, 'Only in this tab');
  }
  await wary.killWorker();
  await tabs[0].close();
  await tabs[1].reload();
  await expect(tabs[1].locator('h1')).toHaveText(LISTED);
  const { allowances } = await wary.send<{ allowances: object[] }>('allowancesList');
  expect(allowances).toHaveLength(1);
  await stopped(await wary.open(`http://${LISTED}/`), LISTED);
});

sharingTest('a link to a file is followed once: the file is saved, and the warning stays', async ({ wary, site }) => {
  site.on('start.example', '/', `<!doctype html><a href="http://${LISTED}/file">file</a>`);
  site.on(LISTED, '/file', (_, response) => {
    const headers = {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=file.bin',
    };
    response.writeHead(200, headers).end('file');
  });
  const tab = await wary.open('http://start.example/');
  await tab.getByRole('link').click({ noWaitAfter: true });
  await stopped(tab, LISTED);
  const saved = tab.waitForEvent('download');
  await tab.getByRole('button', { name: 'Details' }).click();
  await tab.getByRole('button', { name: 'Open anyway' }).click();
  await tab.getByRole('button', { name: `Open ${LISTED}` }).click();
  expect((await saved).suggestedFilename()).toBe('file.bin');
  // It looks again after 15 s.
  await expect(tab.getByText('The site was opened but showed nothing')).toBeVisible({ timeout: 30_000 });
  await expect(tab.getByRole('button', { name: `Open ${LISTED}` })).toBeVisible();
});

sharingTest('"For one day" opens a site in every tab', async ({ wary }) => {
  const tab = await wary.open(`http://${LISTED}/`);
  await stopped(tab, LISTED);
  await proceed(tab, 'For one day');
  const other = await wary.open(`http://${LISTED}/`);
  await expect(other.locator('h1')).toHaveText(LISTED);
});

test('"Always" opens a site in every tab and after a restart, until it is revoked', async ({ wary }) => {
  const tab = await wary.open(`http://${LISTED}/`);
  await stopped(tab, LISTED);
  await proceed(tab, 'Always');
  await wary.restart();
  const later = await wary.open(`http://${LISTED}/`);
  await expect(later.locator('h1')).toHaveText(LISTED);
  const { allowances } = await wary.send<{ allowances: { id: string; expression: string }[] }>('allowancesList');
  expect(allowances.map(({ expression }) => expression)).toEqual([`${LISTED}/`]);
  await wary.send('allowanceRevoke', { id: allowances[0]!.id });
  await stopped(later, LISTED);
});

test('"Always" for a site does not open what is listed by itself below it, in a tab or in a frame, and says so', async ({
  wary,
  site,
  service,
}) => {
  const below = `login.${LISTED}`;
  site.on('framing.example', '/', `<!doctype html><title>framing</title><iframe src="http://${below}/"></iframe>`);
  await service.command('block', below);
  const listed = async () =>
    (await wary.send<{ listed: string[] }>('contentsLookup', { contents: [below] })).listed.length;
  await expect.poll(listed).toBe(1);
  const tab = await wary.open(`http://${LISTED}/`);
  await stopped(tab, LISTED);
  await proceed(tab, 'Always');
  await tab.goto(`http://www.${LISTED}/`);
  await expect(tab.locator('h1')).toHaveText(`www.${LISTED}`);
  // The first time the service is asked; the second time the browser's rules stop it.
  for (let visit = 1; visit <= 2; visit += 1) {
    const other = await wary.open(`http://${below}/`);
    await stopped(other, below);
    await expect(other.getByText(`You allowed ${LISTED}, but ${below} is listed separately`)).toBeVisible();
  }
  const framing = await wary.open('http://framing.example/');
  await expect(framing.frameLocator('iframe').getByText(below)).toBeVisible();
  const settings = await wary.open(wary.url('settings.html#allowed'));
  const row = settings.locator('#allowed .row', { hasText: LISTED });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('unless listed separately');
  await service.command('unblock', below);
});

test('"Only in this tab" ends with a restart', async ({ wary }) => {
  const tab = await wary.open(`http://${LISTED}/`);
  await stopped(tab, LISTED);
  await proceed(tab, 'Only in this tab');
  await wary.restart();
  expect((await wary.send<{ allowances: object[] }>('allowancesList')).allowances).toEqual([]);
  await stopped(await wary.open(`http://${LISTED}/`), LISTED);
});
