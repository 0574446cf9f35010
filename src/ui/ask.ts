import { i18n } from '#i18n';
import type { MessageName, MessageReply, MessageRequest } from '../messaging/catalogue.ts';
import { BRAND } from '../organization/current.ts';

/** How a page asks the background; given by argument so that a page's logic runs without a browser. */
export type Ask = <N extends MessageName>(name: N, request: MessageRequest<N>) => Promise<MessageReply<N>>;

/**
 * The answer, unless it takes longer than `ms`: a worker that hangs must not leave a page without words.
 * @throws Error with `late` as its message when time runs out, or whatever the promise rejects with
 */
export async function within<T>(ms: number, late: string, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), ms);
  });
  try {
    return await Promise.race([answer, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/** What errors of the background say, by their names: a message travels without its language. */
const PROBLEMS: Readonly<Record<string, () => string>> = {
  ExtensionGone: () => i18n.t('problem.gone', { brand: BRAND.shortName }),
  BackgroundUnreachable: () => i18n.t('problem.noAnswer', { brand: BRAND.shortName }),
  StorageFull: () => i18n.t('problem.storageFull'),
  StorageBroken: () => i18n.t('problem.storageBroken'),
  SettingManaged: () => i18n.t('problem.managed'),
  SettingsError: () => i18n.t('problem.notStored'),
  UnfinishedItem: () => i18n.t('problem.unfinished'),
  NotPossible: () => i18n.t('problem.notPossible'),
};

/** What an error says, as a sentence for a person; in their language where it is one of ours. */
export const problemOf = (error: unknown): string => {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  return PROBLEMS[name]?.() ?? (/[.!?]$/.test(message) ? message : `${message}.`);
};
