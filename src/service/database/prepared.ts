import type { Sql } from 'postgres';

/** Every connection keeps this many statements ready at most, so that a server never holds more, whatever filters are asked for. */
const MOST_STATEMENTS = 500;
/** A longer text is a list of rows that is written once. */
const LONGEST = 10_000;

/**
 * Has a connection keep the statements that it is given ready: sent again, one is neither read nor planned anew, and costs one
 * round trip instead of two. Statements inside a transaction are sent as before.
 */
export function keepPrepared(client: Sql): Sql {
  const known = new Set<string>();
  const { unsafe } = client;
  client.unsafe = ((text, parameters, options) => {
    if (known.size < MOST_STATEMENTS && text.length <= LONGEST) known.add(text);
    return unsafe(text, parameters, { ...options, prepare: known.has(text) });
  }) as Sql['unsafe'];
  return client;
}
