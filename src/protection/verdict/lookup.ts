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

/** Whether the organization's own list blocks a full hash of 32 bytes: then nothing allows it. */
export const isOwnBlock = (list: Pick<ListView, 'hot'>, hash: Uint8Array): boolean =>
  (list.hot(hash) || undefined)?.isOwn === true;

/** The prefix (first four bytes, unsigned) of a full hash in hex. */
export const prefixOfHex = (hash: string): number => Number.parseInt(hash.slice(0, 8), 16);
