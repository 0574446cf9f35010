import { browser } from 'wxt/browser';

/** Name in `storage.local` of the language in force, where pages read it without the worker; absent where it is the browser's. */
export const LANGUAGE_IN_FORCE = 'language';

/** Puts the language in force that the worker has noted, and follows it; loads what that takes only where one was chosen. Never rejects. */
export function followLanguage(): Promise<void> {
  const { local } = browser.storage;
  local.onChanged.addListener(
    (changes) => LANGUAGE_IN_FORCE in changes && void take(changes[LANGUAGE_IN_FORCE]?.newValue),
  );
  return local
    .get(LANGUAGE_IN_FORCE)
    .then(({ [LANGUAGE_IN_FORCE]: language }) => (language ? take(language) : undefined))
    .catch(console.warn);
}

const take = async (language: unknown): Promise<void> => (await import('./chosen.ts')).speakLanguage(language);
