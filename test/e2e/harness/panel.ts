import type { Browser } from './browser.ts';

/** The text of the side panel. The test driver cannot see the panel itself, but pages of the extension can. */
export async function panelOf(wary: Browser): Promise<() => Promise<string>> {
  const page = await wary.open(wary.url('steps.html'));
  return () =>
    page.evaluate(() => {
      const { extension } = (globalThis as unknown as { chrome: { extension: { getViews(): Window[] } } }).chrome;
      const panel = extension.getViews().find(({ location }) => location.pathname === '/sidepanel.html');
      return panel?.document.body.innerText ?? '';
    });
}
