import { browser } from 'wxt/browser';
import type * as z from 'zod/mini';
import { MESSAGES, type MessageName, type MessageReply } from './catalogue.ts';
import { type Failure, isEnvelope } from './envelope.ts';
import { type MessageSource, type OwnIdentity, senderProblem } from './sender.ts';

type Received<N extends MessageName> = z.output<(typeof MESSAGES)[N]['request']>;

/** Answers one message. What it throws reaches the sender as an error with the same name and message. */
export type Handler<N extends MessageName> = (
  request: Received<N>,
  source: MessageSource,
) => Promise<MessageReply<N>> | MessageReply<N>;
export type Handlers = { readonly [N in MessageName]: Handler<N> };

/** A message that the router turned away: an unknown name, a sender that may not send it, or a payload of another shape. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused';
}

/**
 * Checks who sent a message, then what it carries, lets its handler answer, and keeps of the answer only what the
 * catalogue names. Never rejects: an error becomes a {@link Failure}.
 */
export async function answer(
  sent: unknown,
  source: MessageSource,
  handlers: Handlers,
  own: OwnIdentity,
): Promise<unknown> {
  try {
    return await dispatch(sent, source, handlers, own);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    return { error: { name, message } } satisfies Failure;
  }
}

async function dispatch(message: unknown, source: MessageSource, handlers: Handlers, own: OwnIdentity) {
  if (!isEnvelope(message) || !Object.hasOwn(MESSAGES, message.name))
    throw new MessageRefused('This message is not known');
  const name = message.name as MessageName;
  const problem = senderProblem(MESSAGES[name].from, source, own);
  if (problem) throw new MessageRefused(`${name} is refused: ${problem}`);
  const request = MESSAGES[name].request.safeParse(message.request);
  if (!request.success) throw new MessageRefused(`${name} is refused: it does not have the expected shape`);
  const handler = handlers[name] as (request: unknown, source: MessageSource) => unknown;
  return MESSAGES[name].reply.parse(await handler(request.data, source));
}

/**
 * Registers the one message listener of the background. Must be called in the worker's first tick. The reply goes through
 * the callback, because older versions of Chromium do not take the promise that a listener returns.
 */
export function listen(handlers: Handlers): void {
  const own: OwnIdentity = { id: browser.runtime.id, origin: browser.runtime.getURL('/') };
  browser.runtime.onMessage.addListener((message: unknown, source: MessageSource, reply: (answer: unknown) => void) => {
    void answer(message, source, handlers, own).then(reply);
    return true;
  });
}
