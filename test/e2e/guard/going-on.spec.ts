import type { Page } from '@playwright/test';
import { stopped } from '../harness/page/stopped.ts';
import { expect, sharingTest, test } from '../harness/test.ts';

const LISTED = 'drainer.wary.test';

const proceed = async (tab: Page, scope: string) => {
  await tab.getByRole('button', { name: 'Open it anyway' }).click();
  await tab.getByRole('radio', { name: scope }).check();
  await tab.getByRole('button', { name: `Open ${LISTED}` }).click();
  await expect(tab.locator('h1')).toHaveText(LISTED);
};

sharingTest(
  '"Only in this tab" survives a reload, a redirect and the death of the worker, and opens no other tab',
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

sharingTest('going on anyway in two tabs holds in each until it is closed', { tag: '@long' }, async ({ wary }) => {
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

sharingTest('"For one day" opens a site in every tab', async ({ wary }) => {
  const tab = await wary.open(`http://${LISTED}/`);
  await stopped(tab, LISTED);
  await proceed(tab, 'For one day');
  const other = await wary.open(`http://${LISTED}/`);
  await expect(other.locator('h1')).toHaveText(LISTED);
});

test('"Always" opens a site in every tab and after a restart, until it is revoked', {
  tag: '@long',
}, async ({ wary }) => {
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

test('"Only in this tab" ends with a restart', { tag: '@long' }, async ({ wary }) => {
  const tab = await wary.open(`http://${LISTED}/`);
  await stopped(tab, LISTED);
  await proceed(tab, 'Only in this tab');
  await wary.restart();
  expect((await wary.send<{ allowances: object[] }>('allowancesList')).allowances).toEqual([]);
  await stopped(await wary.open(`http://${LISTED}/`), LISTED);
});
