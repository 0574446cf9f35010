import * as z from 'zod/mini';
import type { Asker } from '../protection/warning/answers.ts';
import { MESSAGES, type MessageName, type MessageReceived, type MessageReply, type Sender } from './catalogue.ts';
import type { Failure } from './send.ts';

/** The browser's data about the sender of a message; a page cannot forge it. */
export type MessageSource = Asker & {
  readonly id?: string | undefined;
  readonly tab?: { readonly windowId?: number | undefined } | undefined;
};

/** This extension's own id and the origin of its pages, with a slash at the end. */
export type OwnIdentity = { readonly id: string; readonly origin: string };

/**
 * Answers one message; returns nothing where the reply only says that it is done. An error that it throws reaches the
 * sender with the same name and message. `id` is the same where the message is delivered again, because a worker ended
 * before its reply.
 */
export type Handler<N extends MessageName> =
  MessageReply<N> extends { done: true }
    ? (request: MessageReceived<N>, source: MessageSource, id: string) => Promise<void> | void
    : (request: MessageReceived<N>, source: MessageSource, id: string) => Promise<MessageReply<N>> | MessageReply<N>;
export type Handlers = { readonly [Name in MessageName]: Handler<Name> };

/** A refused message: an unknown name, a sender without permission, or an invalid payload. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused';
}

const DONE = { done: true } as const;
const envelope = z.object({ name: z.string(), id: z.uuid(), request: z.unknown() });

/**
 * Checks the sender of a message, then the rate limit, then its payload; runs its handler, and keeps only the reply's
 * schema fields. Never rejects: an error becomes a failure.
 */
export async function answer(
  sent: unknown,
  source: MessageSource,
  handlers: Handlers,
  own: OwnIdentity,
  isWithinBudget: (name: MessageName, source: MessageSource) => boolean = () => true,
): Promise<unknown> {
  try {
    const { data } = envelope.safeParse(sent);
    if (!data || !Object.hasOwn(MESSAGES, data.name)) throw new MessageRefused('This message is not known');
    const name = data.name as MessageName;
    const message = MESSAGES[name];
    const problem = senderProblem(message.from, source, own);
    if (problem) throw new MessageRefused(`${name} is refused: ${problem}`);
    if (message.from === 'content' && !isWithinBudget(name, source))
      throw new MessageRefused(`${name} is refused: this page sends too many`);
    const request = message.request.safeParse(data.request);
    if (!request.success) throw new MessageRefused(`${name} is refused: it does not have the expected shape`);
    const handler = handlers[name] as (request: unknown, source: MessageSource, id: string) => unknown;
    const reply = message.reply.safeParse((await handler(request.data, source, data.id)) ?? DONE);
    if (!reply.success) throw new TypeError(`The answer to ${name} does not have the expected shape`);
    return reply.data;
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    return { error: { name, message } } satisfies Failure;
  }
}

/**
 * Why this sender may not send a message meant for `allowed`, or null if it may. A page of the extension counts only in
 * the top frame: if a web page embeds one, the person's clicks could be misdirected to it.
 */
export function senderProblem(allowed: Sender, source: MessageSource, own: OwnIdentity): string | null {
  if (source.id !== own.id) return 'it comes from another extension';
  const ownPage = source.url?.startsWith(own.origin) ?? false;
  if (allowed === 'page') {
    if (!ownPage) return 'only a page of the extension may send it';
    if (source.tab && source.frameId !== 0) return 'it comes from a page of the extension that another page embeds';
    return null;
  }
  if (ownPage || source.tab?.id === undefined) return 'only a content script in a web page may send it';
  return null;
}
