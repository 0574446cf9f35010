import { type Browser, browser } from 'wxt/browser';
import { type MarkTexts, textsOfMarks } from '../../language/mark-texts.ts';

/** What is left in the world of the extension's scripts: the texts there, and the marks of the scanner. */
type Left = { waryTexts?: MarkTexts | null; readonly waryMarks?: { drawAgain(): void } };

/** Leaves the texts of marks and notices in documents that are about to say something. Nothing where they are those of the browser. */
export async function leaveTexts(target: Browser.scripting.InjectionTarget): Promise<void> {
  const texts = textsOfMarks();
  if (texts) await browser.scripting.executeScript({ target, func: leave, args: [texts], injectImmediately: true });
}

/** Has the marks of every open page say what they say in the language in force. */
export async function speakInPages(): Promise<void> {
  const texts = textsOfMarks();
  const tabs = await browser.tabs.query({ url: ['http://*/*', 'https://*/*'], discarded: false });
  // A tab that is gone, or that the browser keeps from extensions, shows no marks.
  await Promise.allSettled(
    tabs.map(({ id }) =>
      browser.scripting.executeScript({ target: { tabId: id!, allFrames: true }, func: leave, args: [texts] }),
    ),
  );
}

// Runs in a page: nothing around it is there.
function leave(texts: MarkTexts | null): void {
  const left = globalThis as unknown as Left;
  left.waryTexts = texts;
  left.waryMarks?.drawAgain();
}
