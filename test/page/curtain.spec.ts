import { expect, type Page } from '@playwright/test';
import { redPart } from '../e2e/harness/page/pixels.ts';
import type * as Parts from './parts.ts';
import { raise } from './raise.ts';
import { test } from './stage.ts';

const RED = '#d00000';
const PAGE = `<!doctype html><html style="color: green"><title>page</title>
  <body style="background: ${RED}; margin: 0"><button id="press" style="width: 100vw; height: 50vh; background: ${RED}">press</button><input id="type">
  <script>globalThis.heard = []; for (const type of ['pointerdown', 'click', 'keydown', 'input'])
    addEventListener(type, (event) => event.isTrusted && heard.push(type), true);</script></body></html>`;

const lift = () => (globalThis as unknown as { curtain: Parts.Curtain }).curtain.lift();
const hide = () => (globalThis as unknown as { curtain: Parts.Curtain }).curtain.hide();
const heardBy = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
const redOf = async (page: Page) => redPart(await page.screenshot());
const styleOf = (page: Page) => page.evaluate(() => document.documentElement.getAttribute('style'));

test('a page is invisible behind its curtain, and unchanged after the curtain is lifted', async ({ open }) => {
  const { page, run } = await open(PAGE, raise, 'veil');
  expect(await redOf(page)).toBe(0);
  await run(lift);
  expect(await redOf(page)).toBeGreaterThan(0.5);
  expect(await styleOf(page)).toBe('color: green');
});

test('changes that a page makes to its root behind the curtain are kept', async ({ open }) => {
  const { page, run } = await open(PAGE, raise, 'veil');
  await page.evaluate(() => {
    document.documentElement.style.opacity = '1';
    document.documentElement.style.setProperty('--theme', 'dark');
  });
  expect(await redOf(page)).toBe(0);
  await run(lift);
  expect(await page.evaluate(() => document.documentElement.style.opacity)).toBe('1');
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--theme'))).toBe('dark');
});

test('no click and no key reaches a page behind its curtain; all of them do afterwards', async ({ open }) => {
  const { page, run } = await open(PAGE, raise, 'veil');
  await page.focus('#type');
  await page.mouse.click(100, 60);
  await page.keyboard.type('seed');
  expect(await heardBy(page)).toEqual([]);
  expect(await page.inputValue('#type')).toBe('');
  await run(lift);
  await page.mouse.click(100, 60);
  await page.focus('#type');
  await page.keyboard.type('a');
  expect(await heardBy(page)).toEqual(['pointerdown', 'click', 'keydown', 'input']);
});

test('a dialog that a page opens behind its curtain is invisible', async ({ open }) => {
  const { page } = await open(PAGE, raise, 'veil');
  await page.evaluate((red) => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.style.cssText = `width: 100vw; height: 100vh; background: ${red}`;
    dialog.showModal();
  }, RED);
  expect(await redOf(page)).toBe(0);
});

test('a hidden page has no layout and tells a screen reader nothing, and both are back when the curtain is lifted', async ({
  open,
}) => {
  const { page, run } = await open(PAGE, raise, 'veil');
  const heightOf = () => page.evaluate(() => document.querySelector('#press')!.getBoundingClientRect().height);
  expect(await heightOf()).toBe(180);
  await run(hide);
  expect(await heightOf()).toBe(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await run(lift);
  await expect(page.getByRole('button')).toHaveCount(1);
  expect(await heightOf()).toBe(180);
});
