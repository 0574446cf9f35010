import { type Browser, browser } from 'wxt/browser';
import { type MarkTexts, textsOfMarks } from '../language/mark-texts.ts';
import { injectEverywhere } from './target.ts';

/** The globals in the isolated world of our scripts: the texts, and the scanner's marks. */
type PageGlobals = { waryTexts?: MarkTexts | null; readonly waryMarks?: { drawAgain(): void } };

/** Sets the texts of marks and notices in documents that are about to show one, unless the browser's language applies. */
export async function injectTexts(target: Browser.scripting.InjectionTarget): Promise<void> {
  const texts = textsOfMarks();
  if (texts) await browser.scripting.executeScript({ target, func: setTexts, args: [texts], injectImmediately: true });
}

/** Makes the marks of every open page use the language in force. */
export async function updateTextsInPages(): Promise<void> {
  const texts = textsOfMarks();
  await injectEverywhere((target) => browser.scripting.executeScript({ target, func: setTexts, args: [texts] }));
}

// Runs in a page, without access to this module.
function setTexts(texts: MarkTexts | null): void {
  const globals = globalThis as unknown as PageGlobals;
  globals.waryTexts = texts;
  globals.waryMarks?.drawAgain();
}
