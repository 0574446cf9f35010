import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { type SessionArea, SessionValue } from '../../storage/session.ts';

/** What a page that is opened gets by the manifest. The rules for accounts are left out: without them a guard asks the worker. */
const SCRIPT = '/content-scripts/guard.js';
/** The name by which it notes that it is in a document (`page/once.ts`). */
const NOTED = 'guard';

/**
 * Brings guard and marks into tabs that were open before the extension was: installed, updated, reloaded, switched on again or let into
 * private windows. Chromium gives what its manifest says only to pages that are opened later; Firefox does all this itself. Documents that have them are
 * left alone, so that a start that was cut short is simply repeated. Never rejects.
 * @param clearBackForwardCache empties the browser's back/forward cache: no script can be put into its pages
 */
export async function guardOpenTabs(
  session: SessionArea,
  clearBackForwardCache: () => Promise<unknown>,
): Promise<void> {
  if (import.meta.env.FIREFOX) return;
  // The session's storage is empty after each load of the extension.
  const done = new SessionValue(session, 'openTabs', z.literal(true));
  if (await done.read()) return;
  const open = await browser.tabs.query({ url: ['http://*/*', 'https://*/*'], discarded: false });
  const all = [...open.map(({ id }) => (id === undefined ? undefined : guardTab(id))), clearBackForwardCache()];
  // What fails is a tab that is gone, or one that the browser keeps from extensions.
  await Promise.allSettled(all);
  done.save(true);
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
  await browser.scripting.executeScript({ target: { tabId, documentIds }, files: [SCRIPT], injectImmediately: true });
}

/** Runs in a page: nothing around it is there. A document without an element gets its scripts by the manifest in a moment. */
function isUnguarded(noted: string): boolean {
  return document.documentElement !== null && !Object.hasOwn(globalThis, Symbol.for(noted));
}
