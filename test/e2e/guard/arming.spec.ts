import type { Page } from '@playwright/test';
import { stopped } from '../harness/page/stopped.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

const LISTED = 'drainer.wary.test';
const confirm = (tab: Page) => tab.getByRole('button', { name: `Open ${LISTED}` });
const unfold = (tab: Page) => tab.getByRole('button', { name: 'Open it anyway' }).click();

/** Milliseconds after which a press that had an effect would have opened the site. */
const OPENED_WITHIN_MS = 600;

test('clicks before the button is armed are ignored, and the button says when it is armed', async ({ wary, site }) => {
  const tab = await wary.open(`http://${LISTED}/`);
  await stopped(tab, LISTED);
  await unfold(tab);
  await expect(confirm(tab)).toHaveAttribute('aria-disabled', 'true');
  // All within a second, even on a busy machine: no click waits for the previous one. A click gives the button the
  // focus.
  await confirm(tab).hover({ force: true });
  const presses = [1, 2, 3].flatMap(() => [tab.mouse.down(), tab.mouse.up()]);
  await Promise.all([...presses, tab.keyboard.press('Enter')]);
  await tab.waitForTimeout(OPENED_WITHIN_MS);
  expect(site.ran(LISTED)).toBe(false);
  await expect(confirm(tab)).not.toHaveAttribute('aria-disabled');
  await tab.waitForTimeout(OPENED_WITHIN_MS);
  expect(tab.url()).toContain('warning.html');
  await confirm(tab).click();
  await expect(tab).toHaveURL(`http://${LISTED}/`);
});

test('a person who clicks fast at one place opens no site, although the button comes to lie there', async ({
  wary,
  site,
}) => {
  const tab = await wary.open(`http://${LISTED}/`);
  await tab.setViewportSize({ width: 600, height: 700 });
  await stopped(tab, LISTED);
  const clicks = await tab.evaluateHandle(() => {
    const all: { at: number; on: string }[] = [];
    addEventListener('pointerdown', ({ timeStamp, target }) => {
      all.push({ at: timeStamp, on: (target as HTMLElement).textContent ?? '' });
    });
    return all;
  });
  await unfold(tab);
  const { x, y, width, height } = (await confirm(tab).boundingBox())!;
  await tab.getByRole('button', { name: 'Cancel' }).click();
  // A machine that is busy for a second gives the person a second to read: then it was no fast click.
  await expect(async () => {
    await clicks.evaluate((all) => all.splice(0));
    await unfold(tab);
    for (let click = 0; click < 10; click += 1) {
      await tab.mouse.click(x + width / 2, y + height / 2);
      await tab.waitForTimeout(130);
    }
    const all = await clicks.jsonValue();
    expect(all.slice(1).map(({ on }) => on)).toEqual(Array(10).fill(`Open ${LISTED}`));
    for (const [index, { at }] of all.slice(1).entries()) expect(at - all[index]!.at).toBeLessThan(900);
  }).toPass();
  await tab.waitForTimeout(OPENED_WITHIN_MS);
  expect(site.ran(LISTED)).toBe(false);
  expect(tab.url()).toContain('warning.html');
});

test('a key or a mouse button that was pressed before the button was armed opens nothing', async ({ wary }) => {
  const tab = await wary.open(`http://${LISTED}/`);
  await stopped(tab, LISTED);
  await unfold(tab);
  await confirm(tab).focus();
  await tab.keyboard.down('Enter');
  for (let repeat = 0; repeat < 20; repeat += 1) {
    await tab.waitForTimeout(100);
    await tab.keyboard.down('Enter');
  }
  await tab.keyboard.up('Enter');
  expect(tab.url()).toContain('warning.html');
  // A busy machine may need more time to get here than the second until the button is armed.
  await expect(async () => {
    await tab.mouse.up();
    await tab.reload();
    await stopped(tab, LISTED);
    await unfold(tab);
    await confirm(tab).hover({ force: true });
    expect(await confirm(tab).getAttribute('aria-disabled')).toBe('true');
    await tab.mouse.down();
    expect(await confirm(tab).getAttribute('aria-disabled')).toBe('true');
  }).toPass();
  await expect(confirm(tab)).not.toHaveAttribute('aria-disabled');
  await tab.mouse.up();
  await tab.waitForTimeout(OPENED_WITHIN_MS);
  expect(tab.url()).toContain('warning.html');
});

test('in a window too small for the text the button stays disabled and says why', async ({ wary }) => {
  const tab = await wary.open(`http://${LISTED}/`);
  await stopped(tab, LISTED);
  await unfold(tab);
  await expect(confirm(tab)).not.toHaveAttribute('aria-disabled');
  await tab.setViewportSize({ width: 500, height: 160 });
  await expect(confirm(tab)).toHaveAttribute('aria-disabled', 'true');
  await expect(tab.getByText('Make this window larger')).toBeVisible();
  await tab.setViewportSize({ width: 1000, height: 900 });
  await confirm(tab).scrollIntoViewIfNeeded();
  await expect(confirm(tab)).not.toHaveAttribute('aria-disabled');
});
