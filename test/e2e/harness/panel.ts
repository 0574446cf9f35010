import type { Browser } from './browser.ts';

/** What the panel beside the pages shows, as text; a test's driver does not see the panel itself, and pages of the extension do. */
export async function panelOf(wary: Browser): Promise<() => Promise<string>> {
  const page = await wary.open(wary.url('steps.html'));
  return () =>
    page.evaluate(() => {
      const { extension } = (globalThis as unknown as { chrome: { extension: { getViews(): Window[] } } }).chrome;
      const panel = extension.getViews().find(({ location }) => location.pathname === '/sidepanel.html');
      return panel?.document.body.innerText ?? '';
    });
}
