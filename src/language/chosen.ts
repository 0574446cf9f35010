import { browser } from 'wxt/browser';
import { type Messages, speak } from './i18n.ts';
import { LANGUAGES } from './languages.ts';

/** The latest language that was asked for: texts that arrive after those of a later one are dropped. */
let wanted: unknown;

/**
 * Puts a language in force in this context. Nothing is loaded where the browser's own texts are in it. Never rejects: where the texts cannot
 * be loaded, those that are in force stay.
 * @param language as its file is named; anything else stands for the browser's own
 */
export async function speakLanguage(language: unknown): Promise<void> {
  wanted = language;
  try {
    const messages = await messagesIn(language);
    if (wanted === language) speak(messages);
  } catch (error) {
    console.warn('The texts could not be loaded', error);
  }
}

/** A file of the package is as trustworthy as its code, so nothing is parsed but its JSON. */
async function messagesIn(language: unknown): Promise<Messages | null> {
  const name = LANGUAGES.find((each) => each === language);
  if (!name || browser.i18n.getMessage('language' as '@@ui_locale') === name.replace('_', '-')) return null;
  const answer = await fetch(browser.runtime.getURL(`/_locales/${name}/messages.json` as '/'));
  return answer.json();
}
