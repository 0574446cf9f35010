import { expect } from '@playwright/test';
import type { Browser } from './browser.ts';
import type { ExtensionApi } from './extension-api.ts';

declare const chrome: ExtensionApi;

/** The side panel of a window. The test driver cannot see the panel itself, but pages of the extension can. */
export async function panelOf(wary: Browser): Promise<{ text(): Promise<string>; press(name: string): Promise<void> }> {
  const page = await wary.open(wary.url('steps.html'));
  const panel = await page.evaluateHandle(() => () => {
    const views = chrome.extension.getViews();
    return views.find(({ location }) => location.pathname === '/sidepanel.html')?.document.body;
  });
  const click = (body: () => HTMLElement | undefined, name: string) => {
    const button = [...(body()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);
    button?.click();
    return button !== undefined;
  };
  return {
    text: () => panel.evaluate((body) => body()?.innerText ?? ''),
    press: (name) => expect.poll(() => panel.evaluate(click, name), `the panel has a button "${name}"`).toBe(true),
  };
}
