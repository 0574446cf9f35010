import { browser } from 'wxt/browser';

/** Name in `storage.local` of the language in force, where pages read it without the worker; absent where it is the browser's. */
export const LANGUAGE_IN_FORCE = 'language';

/** Puts the language in force that the worker has noted, and follows it; loads what that takes only where one was chosen. Never rejects. */
export async function followLanguage(): Promise<void> {
  const { local } = browser.storage;
  local.onChanged.addListener(({ [LANGUAGE_IN_FORCE]: change }) => {
    if (change) void speak(change.newValue);
  });
  try {
    const { [LANGUAGE_IN_FORCE]: language } = await local.get(LANGUAGE_IN_FORCE);
    if (language !== undefined) await speak(language);
  } catch (error) {
    console.warn('The texts are those of the browser', error);
  }
}

const speak = async (language: unknown): Promise<void> => (await import('./chosen.ts')).speakLanguage(language);
