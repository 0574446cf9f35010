import { browser } from 'wxt/browser';
import type { SessionArea } from '../../protection/allowance/allowances.ts';

/** What a page that is opened gets by the manifest. The rules for accounts are left out: without them a guard asks the worker. */
const SCRIPT = '/content-scripts/guard.js';
/** The name by which it notes that it is in a document (`page/once.ts`). */
const NOTED = 'guard';
/** The record that every open tab was looked after since the extension was loaded: the session's storage goes with each load of it. */
const DONE = 'openTabs';

/**
 * Brings guard and marks into tabs that were open before the extension was: installed, updated, reloaded, switched on again or let into
 * private windows. Chromium gives what its manifest says only to pages that are opened later; Firefox does all this itself. Documents that have them are
 * left alone, so that a start that was cut short is simply repeated. Never rejects.
 * @param dropKeptPages makes the browser drop the pages that it keeps for going back, which no script can be put into
 */
export async function guardOpenTabs(session: SessionArea, dropKeptPages: () => Promise<unknown>): Promise<void> {
  if (import.meta.env.FIREFOX) return;
  const { [DONE]: done } = await session.get(DONE);
  if (done === true) return;
  const open = await browser.tabs.query({ url: ['http://*/*', 'https://*/*'], discarded: false });
  const all = [...open.map(({ id }) => (id === undefined ? undefined : guardTab(id))), dropKeptPages()];
  // What fails is a tab that is gone, or one that the browser keeps from extensions.
  await Promise.allSettled(all);
  await session.set({ [DONE]: true });
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
