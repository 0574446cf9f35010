import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';

export type Fetch = (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>;

/**
 * Answers the requests that a client sends at once on one connection (RFC 9112 section 9.3.2) each in a turn of the event
 * loop of its own: otherwise all of them would be answered in the turn in which they arrive.
 */
export const answerInTurns =
  (fetch: Fetch): Fetch =>
  async (request, env) => {
    // Node gives an answer its connection once the answer before it is sent.
    if (env.outgoing.socket === null) {
      await once(env.outgoing, 'socket');
      await turn();
    }
    return fetch(request, env);
  };
