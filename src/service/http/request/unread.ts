import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { networkOf } from '../sender/rate-limit.ts';
import type { Service } from '../service.ts';

/** A shorter answer waits with the system, not here. */
const MIN_BYTES = 64 * 1024;

/** Counts an answer from when it is written until it is sent; where too many are not read, connections are ended. */
export function countUnread(
  { rooms, clientAddress }: Pick<Service, 'rooms' | 'clientAddress'>,
  context: Context,
): void {
  const { outgoing } = (context.env ?? {}) as Partial<HttpBindings>;
  if (!outgoing) return;
  const network = networkOf(clientAddress(context));
  const end = () => {
    outgoing.destroy();
    return true;
  };
  // It is written in this turn.
  setImmediate(() => {
    const bytes = outgoing.writableLength;
    if (bytes < MIN_BYTES || outgoing.destroyed) return;
    const giveBack = rooms.answers.take(network, bytes, end);
    if (giveBack === null) end();
    else outgoing.once('close', giveBack);
  });
}
