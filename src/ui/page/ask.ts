import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import type { MessageName, MessageReply, MessageRequest } from '../../messaging/catalogue.ts';
import { BRAND } from '../../organization/current.ts';
import type { Unfinished } from '../../reporting/draft/request.ts';
import { unfinishedInWords } from '../words/unfinished.ts';

/** Sends a message to the background. Passed in, so that a page's logic can be tested without a browser. */
export type Ask = <N extends MessageName>(name: N, request: MessageRequest<N>) => Promise<MessageReply<N>>;

/** What the components of a page ask the background by; `mountPage` provides it. */
export const AskContext = createContext<Ask>(() => Promise.reject(new Error('The page is not mounted')));
export const useAsk = (): Ask => useContext(AskContext);

/**
 * The answer, or an error after `ms`: a hanging worker must not leave a page blank.
 * @throws Error of the name `BackgroundUnreachable` when time runs out, or whatever the promise rejects with
 */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('No answer in time'), { name: 'BackgroundUnreachable' })),
      ms,
    );
  });
  try {
    return await Promise.race([answer, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/** Texts for errors of the background, by error name: the messages of others are in English. */
const PROBLEMS: Readonly<Record<string, (message: string) => string>> = {
  ExtensionGone: () => i18n.t('problem.gone', { brand: BRAND.shortName }),
  BackgroundUnreachable: () => i18n.t('problem.noAnswer', { brand: BRAND.shortName }),
  StorageFull: () => i18n.t('problem.storageFull'),
  StorageBroken: () => i18n.t('problem.storageBroken'),
  // Of the browser's database, where it keeps nothing or does not answer (Indexed Database API 3.0, exceptions).
  InvalidStateError: () => i18n.t('problem.storageBroken'),
  UnknownError: () => i18n.t('problem.storageBroken'),
  TimeoutError: () => i18n.t('problem.storageBroken'),
  SettingManaged: () => i18n.t('problem.managed'),
  SettingsError: () => i18n.t('problem.notStored'),
  UnfinishedItem: (reason) => unfinishedInWords(reason as Unfinished),
  NotPossible: () => i18n.t('problem.notPossible'),
};

/** The sentence to show for an error; localized where the error is one of ours. */
export const problemOf = (error: unknown): string => {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  return PROBLEMS[name]?.(message) ?? (/[.!?]$/.test(message) ? message : `${message}.`);
};
