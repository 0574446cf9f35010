import { browser } from 'wxt/browser';
import { onceInSession } from '../storage/session.ts';

/**
 * The scripts that a newly opened page gets by the manifest. The account rules are left out: without them a guard asks
 * the worker.
 */
const SCRIPTS = ['/content-scripts/guard.js', '/content-scripts/lookout.js'] as const;

/**
 * Injects guard and marks into tabs that were open before the extension was installed, updated, reloaded, switched on
 * again or allowed in private windows. Chromium applies the manifest's scripts only to pages opened later; Firefox does
 * all this itself. A document that has them keeps those (`page/content-script.ts`).
 * @param isPrivate whether this worker belongs to private windows
 */
export async function guardOpenTabs(isPrivate: boolean): Promise<void> {
  if (import.meta.env.FIREFOX) return;
  // Session storage is empty after each load of the extension, unlike the database of private windows.
  const name = isPrivate ? 'privateOpenTabs' : 'openTabs';
  await onceInSession(browser.storage.session, name, async () => {
    const open = await browser.tabs.query({ url: ['http://*/*', 'https://*/*'], discarded: false });
    // A failed injection means a tab that is gone, or one protected from extensions.
    await Promise.allSettled(
      open.map(({ id }) =>
        browser.scripting.executeScript({
          target: { tabId: id!, allFrames: true },
          files: [...SCRIPTS],
          injectImmediately: true,
        }),
      ),
    );
  });
}
