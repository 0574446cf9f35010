import { expect, test } from 'vitest';
import { browser } from 'wxt/browser';
import { isBarred } from './target.ts';

test.each([
  [
    'where a policy says so',
    () => Promise.reject(new Error('This page cannot be scripted due to an ExtensionsSettings policy.')),
    true,
  ],
  [
    'not on a page of the browser',
    () => Promise.reject(new Error('The extensions gallery cannot be scripted.')),
    false,
  ],
  ['not where scripts run', () => Promise.resolve([]), false],
  ['not where the page does not answer', () => new Promise<never>(() => {}), false],
])('a site is barred %s', async (_, executeScript, expected) => {
  Object.assign(browser, { scripting: { executeScript } });
  expect(await isBarred(1)).toBe(expected);
});
