import type { MessageName, MessageReply, MessageRequest } from './catalogue.ts';
import { nativeRuntime } from './native.ts';

/** A message to the background: its name in the catalogue, its request, and an id that both deliveries share. */
export type Envelope = { readonly name: string; readonly id: string; readonly request: unknown };

/** The answer in place of a reply when the handler threw; no reply of the catalogue has this shape. */
export type Failure = { readonly error: { readonly name: string; readonly message: string } };

/** The extension that this script belongs to was updated or removed: no message can be sent any more. */
export class ExtensionGone extends Error {
  override readonly name = 'ExtensionGone';
}

/** The background could not be reached, or its worker ended before it answered. */
export class BackgroundUnreachable extends Error {
  override readonly name = 'BackgroundUnreachable';
}

/** Milliseconds before the second delivery: Firefox delivers none right after it ended its background page (measured). */
const RETRY_DELAY_MS = 100;
const GONE = /context invalidated|extension context/i;

/**
 * Sends one message of the catalogue to the background and returns its reply. If the worker ended before it answered,
 * it is woken once more. A second delivery has the effect of one: what a handler stores is recognised by the message's id,
 * or by what it is about.
 * @throws ExtensionGone when the extension was updated or removed
 * @throws BackgroundUnreachable when there is no answer
 * @throws Error with the name and message of the error that the handler threw
 */
export async function send<N extends MessageName>(name: N, request: MessageRequest<N>): Promise<MessageReply<N>> {
  const message = { name, id: newId(), request };
  let answer: unknown;
  try {
    answer = await deliver(message);
  } catch (error) {
    if (!(error instanceof BackgroundUnreachable)) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    answer = await deliver(message);
  }
  const { error } = answer as Partial<Failure>;
  if (error) throw Object.assign(new Error(error.message), { name: error.name });
  return answer as MessageReply<N>;
}

async function deliver(sent: Envelope): Promise<unknown> {
  const runtime = nativeRuntime();
  if (!runtime) throw new ExtensionGone('The extension was updated or removed');
  let answer: unknown;
  try {
    answer = await runtime.sendMessage(sent);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (GONE.test(message) || !nativeRuntime()) throw new ExtensionGone('The extension was updated or removed');
    throw new BackgroundUnreachable(message, { cause: error });
  }
  if (typeof answer !== 'object' || answer === null)
    throw new BackgroundUnreachable(`The background did not answer ${sent.name}`);
  return answer;
}

/** A random UUID. Pages without https have no `crypto.randomUUID`. */
export const newId = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (Number(digit) ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (Number(digit) / 4)))).toString(16),
  );
