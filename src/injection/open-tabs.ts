import { browser } from 'wxt/browser';
import { onceInSession } from '../storage/session.ts';
import { injectEverywhere } from './target.ts';

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
  // Of what the manifest gives to a page the account rules are left out: without them a guard asks the worker.
  const files = ['/content-scripts/guard.js' as const];
  await onceInSession(browser.storage.session, name, () =>
    injectEverywhere((target) => browser.scripting.executeScript({ target, files, injectImmediately: true })),
  );
}
