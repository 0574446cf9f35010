import { type Browser, browser } from 'wxt/browser';
import { type MarkTexts, textsOfMarks } from '../language/mark-texts.ts';

/** The globals in the isolated world of our scripts: the texts, and the scanner's marks. */
type Left = { waryTexts?: MarkTexts | null; readonly waryMarks?: { drawAgain(): void } };

/**
 * Sets the texts of marks and notices in documents that are about to show one. Does nothing if the browser's own
 * language applies.
 */
export async function leaveTexts(target: Browser.scripting.InjectionTarget): Promise<void> {
  const texts = textsOfMarks();
  if (texts) await browser.scripting.executeScript({ target, func: leave, args: [texts], injectImmediately: true });
}

/** Makes the marks of every open page use the language in force. */
export async function speakInPages(): Promise<void> {
  const texts = textsOfMarks();
  const tabs = await browser.tabs.query({ url: ['http://*/*', 'https://*/*'], discarded: false });
  // A failed injection means a tab that is gone, or one protected from extensions; it shows no marks.
  await Promise.allSettled(
    tabs.map(({ id }) =>
      browser.scripting.executeScript({ target: { tabId: id!, allFrames: true }, func: leave, args: [texts] }),
    ),
  );
}

// Runs in a page, without access to this module.
function leave(texts: MarkTexts | null): void {
  const left = globalThis as unknown as Left;
  left.waryTexts = texts;
  left.waryMarks?.drawAgain();
}
