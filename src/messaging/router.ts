import { MESSAGES, type MessageName, type MessageReceived, type MessageReply } from './catalogue.ts';
import { failureOf, isEnvelope } from './envelope.ts';
import { type MessageSource, type OwnIdentity, senderProblem } from './sender.ts';

/** Answers one message. What it throws reaches the sender as an error with the same name and message. */
export type Handler<N extends MessageName> = (
  request: MessageReceived<N>,
  source: MessageSource,
) => Promise<MessageReply<N>> | MessageReply<N>;
/** Whether a message of a content script is taken, or one too many. */
export type Admission = (name: MessageName, source: MessageSource) => boolean;
export type Handlers = { readonly [Name in MessageName]: Handler<Name> };

/** A message that the router turned away: an unknown name, a sender that may not send it, or a payload of another shape. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused';
}

/**
 * Checks who sent a message, then whether it is one too many, then what it carries, lets its handler answer, and keeps of the answer only what its schema
 * names. Never rejects: an error becomes a failure.
 */
export async function answer(
  sent: unknown,
  source: MessageSource,
  handlers: Handlers,
  own: OwnIdentity,
  takes: Admission = () => true,
): Promise<unknown> {
  try {
    return await dispatch(sent, source, handlers, own, takes);
  } catch (error) {
    return failureOf(error);
  }
}

async function dispatch(
  ...[sent, source, handlers, own, takes]: Required<Parameters<typeof answer>>
): Promise<unknown> {
  if (!isEnvelope(sent) || !Object.hasOwn(MESSAGES, sent.name)) throw new MessageRefused('This message is not known');
  const name = sent.name as MessageName;
  const message = MESSAGES[name];
  const problem = senderProblem(message.from, source, own);
  if (problem) throw new MessageRefused(`${name} is refused: ${problem}`);
  if (message.from === 'content' && !takes(name, source))
    throw new MessageRefused(`${name} is refused: this page sends too many`);
  const request = message.request.safeParse(sent.request);
  if (!request.success) throw new MessageRefused(`${name} is refused: it does not have the expected shape`);
  const handler = handlers[name] as (request: unknown, source: MessageSource) => unknown;
  const reply = message.reply.safeParse(await handler(request.data, source));
  if (!reply.success) throw new TypeError(`The answer to ${name} does not have the expected shape`);
  return reply.data;
}
