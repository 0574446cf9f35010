import type { Shape } from '../api/shape.ts';
import type { MessageName, MessageReceived, MessageReply } from './catalogue.ts';
import { failureOf, isEnvelope } from './envelope.ts';
import { type MessageSource, type OwnIdentity, type Sender, senderProblem } from './sender.ts';

/** Answers one message. What it throws reaches the sender as an error with the same name and message. */
export type Handler<N extends MessageName> = (
  request: MessageReceived<N>,
  source: MessageSource,
) => Promise<MessageReply<N>> | MessageReply<N>;
export type Handlers<N extends MessageName = MessageName> = { readonly [Name in N]: Handler<Name> };

/** Some messages by their names: who may send each, what it carries, what comes back. */
export type Messages = Readonly<
  Record<string, { readonly from: Sender; readonly request: Shape<unknown>; readonly reply: Shape<unknown> }>
>;

/** A message that the router turned away: an unknown name, a sender that may not send it, or a payload of another shape. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused';
}

/**
 * Checks who sent a message, then what it carries, lets its handler answer, and keeps of the answer only what its shape
 * names. Never rejects: an error becomes a failure.
 * @param handlers one for each of the messages
 */
export async function answer(
  sent: unknown,
  source: MessageSource,
  messages: Messages,
  handlers: Partial<Handlers>,
  own: OwnIdentity,
): Promise<unknown> {
  try {
    return await dispatch(sent, source, messages, handlers, own);
  } catch (error) {
    return failureOf(error);
  }
}

async function dispatch(...[sent, source, messages, handlers, own]: Parameters<typeof answer>): Promise<unknown> {
  const message = isEnvelope(sent) && Object.hasOwn(messages, sent.name) ? messages[sent.name] : undefined;
  if (!isEnvelope(sent) || !message) throw new MessageRefused('This message is not known');
  const { name } = sent;
  const problem = senderProblem(message.from, source, own);
  if (problem) throw new MessageRefused(`${name} is refused: ${problem}`);
  const request = message.request(sent.request);
  if (request === null) throw new MessageRefused(`${name} is refused: it does not have the expected shape`);
  const handler = handlers[name as MessageName] as (request: unknown, source: MessageSource) => unknown;
  const reply = message.reply(await handler(request, source));
  if (reply === null) throw new TypeError(`The answer to ${name} does not have the expected shape`);
  return reply;
}
