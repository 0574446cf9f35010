import type { MessageName, MessageReply, MessageRequest } from '../messaging/catalogue.ts';

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

/** What an error says, as a sentence for a person. */
export const problemOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
};
