import type { Browser } from './browser.ts';

type Views = { chrome: { extension: { getViews(): Window[] } } };

/** The side panel of a window. The test driver cannot see the panel itself, but pages of the extension can. */
export async function panelOf(wary: Browser): Promise<{ text(): Promise<string>; press(name: string): Promise<void> }> {
  const page = await wary.open(wary.url('steps.html'));
  return {
    text: () =>
      page.evaluate(() => {
        const views = (globalThis as unknown as Views).chrome.extension.getViews();
        const panel = views.find(({ location }) => location.pathname === '/sidepanel.html');
        return panel?.document.body.innerText ?? '';
      }),
    press: (name) =>
      page.evaluate((name) => {
        const views = (globalThis as unknown as Views).chrome.extension.getViews();
        const panel = views.find(({ location }) => location.pathname === '/sidepanel.html');
        const buttons = [...(panel?.document.querySelectorAll('button') ?? [])];
        const button = buttons.find(({ textContent }) => textContent === name);
        if (!button) throw new Error(`The panel has no button "${name}"`);
        button.click();
      }, name),
  };
}
