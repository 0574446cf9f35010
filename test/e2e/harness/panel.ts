import type { Browser } from './browser.ts';
import type { ExtensionApi } from './extension-api.ts';

declare const chrome: ExtensionApi;

/** The side panel of a window. The test driver cannot see the panel itself, but pages of the extension can. */
export async function panelOf(wary: Browser): Promise<{ text(): Promise<string>; press(name: string): Promise<void> }> {
  const page = await wary.open(wary.url('steps.html'));
  const bodyOfPanel = await page.evaluateHandle(() => () => {
    const views = chrome.extension.getViews();
    return views.find(({ location }) => location.pathname === '/sidepanel.html')?.document.body;
  });
  return {
    text: () => bodyOfPanel.evaluate((body) => body()?.innerText ?? ''),
    press: (name) =>
      bodyOfPanel.evaluate((body, name) => {
        const button = [...(body()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);
        if (!button) throw new Error(`The panel has no button "${name}"`);
        button.click();
      }, name),
  };
}
