import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { Failure } from '../failure.ts';

export type Fetch = (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>;

/**
 * Refuses an address whose escapes are no UTF-8 (RFC 3986 section 2.5), before it is routed. The router and the readers of its parts each
 * decode it escape by escape otherwise, with an exception for each that is wrong: a tenth of a second for thousands.
 */
export const refuseMisencoded =
  (fetch: Fetch): Fetch =>
  (request, env) =>
    isEncoded(env.incoming.url ?? '')
      ? fetch(request, env)
      : Response.json(new Failure('BAD_REQUEST').body, { status: 400 });

function isEncoded(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}

/** Answers requests that come at once on one connection (RFC 9112 section 9.3.2) each in a turn of its own. */
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
