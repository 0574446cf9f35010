import { browser } from 'wxt/browser';
import type { MessageSource } from '../messaging/sender.ts';

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
