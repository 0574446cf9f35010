import { hashExpression, toHex } from '../../asset/hash.ts';
import type { Blocklist } from '../../blocklist/blocklist.ts';

/** The part of the blocklist that a verdict needs; all of it is synchronous. */
export type ListView = Pick<Blocklist, 'ready' | 'has' | 'hot' | 'info' | 'onChange'>;

/** An expression whose prefix is on the local list. `hash` is the full SHA-256 in lower-case hex. */
export type Hit = { readonly expression: string; readonly hash: string; readonly prefix: number };

/** The hit for an expression whose prefix is on a list. */
export const hitOf = (expression: string, prefix: number): Hit => ({
  expression,
  hash: toHex(hashExpression(expression)),
  prefix,
});

/** The bytes of a full hash in hex. */
export const bytesOfHex = (hash: string): Uint8Array =>
  Uint8Array.from({ length: hash.length / 2 }, (_, index) => Number.parseInt(hash.slice(index * 2, index * 2 + 2), 16));

/** The prefix (first four bytes, unsigned) of a full hash in hex. */
export const prefixOfHex = (hash: string): number => Number.parseInt(hash.slice(0, 8), 16);
