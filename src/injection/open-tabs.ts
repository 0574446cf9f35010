import { browser } from 'wxt/browser';
import { onceInSession } from '../storage/session.ts';

/**
 * The scripts that a newly opened page gets by the manifest. The account rules are left out: without them a guard asks
 * the worker.
 */
const SCRIPTS = ['/content-scripts/guard.js', '/content-scripts/lookout.js'] as const;
/** The name under which the first marks its document (`page/content-script.ts`). */
const NOTED = 'guard';

/**
 * Injects guard and marks into tabs that were open before the extension was installed, updated, reloaded, switched on
 * again or allowed in private windows. Chromium applies the manifest's scripts only to pages opened later; Firefox does
 * all this itself. Documents that have them are skipped, so an interrupted start is simply repeated.
 * @param isPrivate whether this worker belongs to private windows
 */
export async function guardOpenTabs(isPrivate: boolean): Promise<void> {
  if (import.meta.env.FIREFOX) return;
  // Session storage is empty after each load of the extension, unlike the database of private windows.
  const name = isPrivate ? 'privateOpenTabs' : 'openTabs';
  await onceInSession(browser.storage.session, name, async () => {
    const open = await browser.tabs.query({ url: ['http://*/*', 'https://*/*'], discarded: false });
    // A failed injection means a tab that is gone, or one protected from extensions.
    await Promise.allSettled(open.map(({ id }) => (id === undefined ? undefined : guardTab(id))));
  });
}

async function guardTab(tabId: number): Promise<void> {
  const everywhere = { tabId, allFrames: true };
  const found = await browser.scripting.executeScript({
    target: everywhere,
    func: isUnguarded,
    args: [NOTED],
    injectImmediately: true,
  });
  const documentIds = found.flatMap(({ documentId, result }) => (result === true && documentId ? [documentId] : []));
  if (documentIds.length === 0) return;
  await browser.scripting.executeScript({
    target: { tabId, documentIds },
    files: [...SCRIPTS],
    injectImmediately: true,
  });
}

/**
 * Runs in a page, without access to this module. A document without a root element will get its scripts by the
 * manifest.
 */
function isUnguarded(noted: string): boolean {
  return document.documentElement !== null && !Object.hasOwn(globalThis, Symbol.for(noted));
}
