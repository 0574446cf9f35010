import { expect, type Page } from '@playwright/test';
import type { Browser } from '../browser.ts';
import type { Site } from '../site.ts';
import { Marks } from './marks.ts';

export const LISTED = '0xBaD0000000000000000000000000000000000001';
export const HOST = 'addresses.example';

export function document(body: string, head = ''): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>page</title>${head}
<style>body { font: 16px/1.6 sans-serif; margin: 40px; }</style></head><body>${body}</body></html>`;
}

/** Opens a page and compares its nodes before and after the marks came: they never touch the page. */
export async function marked(
  wary: Browser,
  site: Site,
  body: string,
  count = 1,
  head = '',
): Promise<{ tab: Page; marks: Marks }> {
  site.on(HOST, '/', document(body, head));
  const tab = await wary.context.newPage();
  await tab.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const { body } = globalThis.document;
      Object.assign(globalThis, { before: body.innerHTML, attributes: body.outerHTML.split('>')[0] });
    });
  });
  await tab.goto(`http://${HOST}/`);
  const marks = new Marks(tab);
  await expect.poll(() => marks.shown()).toBe(count);
  expect(await tab.evaluate(() => globalThis.document.body.innerHTML)).toBe(
    await tab.evaluate(() => (globalThis as unknown as { before: string }).before),
  );
  return { tab, marks };
}

/** Opens the card of the first address in sight. */
export async function openCard(tab: Page, marks: Marks): Promise<void> {
  const badge = (await marks.see()).badges.find(({ shown }) => shown);
  if (badge === undefined) throw new Error('No badge is in sight');
  await tab.mouse.click(badge.box.x + badge.box.width / 2, badge.box.y + badge.box.height / 2);
  await expect.poll(async () => (await marks.see()).card?.role).toBe('dialog');
}
