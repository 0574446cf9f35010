import { browser } from 'wxt/browser';
import type { MessageSource } from '../../messaging/router.ts';

const SCRIPT = '/content-scripts/addresses.js';
const STYLE = '/content-scripts/addresses.css';

/**
 * Puts the scanner, its families and the looks of its marks into the document that asked for them. A document that has them is left
 * alone (`page/once.ts`).
 * @throws Error where that document is gone, or the browser keeps it from extensions
 */
export async function bringScanner({ tab, frameId = 0, documentId }: MessageSource): Promise<void> {
  if (tab?.id === undefined) throw new Error('Only a document in a tab can be given a scanner');
  // Firefox tells no document: one that has come into the frame meanwhile gets a scanner that finds nothing.
  const place = documentId === undefined ? { frameIds: [frameId] } : { documentIds: [documentId] };
  const target = { tabId: tab.id, ...place };
  await Promise.all([
    browser.scripting.insertCSS({ target, files: [STYLE] }),
    browser.scripting.executeScript({ target, files: [SCRIPT], injectImmediately: true }),
  ]);
}

/** What `page/scanner/addresses.ts` leaves in the world of the extension's scripts. */
type Left = { readonly waryMarks?: (focused: boolean) => number };

/**
 * Rings the marks in these frames of a tab, scrolls the first of them that has any to its next mark, and answers how many were rung. A frame
 * that is gone by then has none.
 */
export async function showMarks(tabId: number, frameIds: readonly number[]): Promise<number> {
  let shown = 0;
  for (const frameId of frameIds) {
    const answers = await browser.scripting
      .executeScript({ target: { tabId, frameIds: [frameId] }, func: ringMarks, args: [shown === 0] })
      .catch(() => []);
    shown += answers[0]?.result ?? 0;
  }
  return shown;
}

// Runs in a page: nothing around it is there.
function ringMarks(focused: boolean): number {
  return (globalThis as unknown as Left).waryMarks?.(focused) ?? 0;
}
