import { hashExpression, toHex } from '../../asset/hash.ts';
import type { HotHit, ListInfo } from '../../blocklist/list-info.ts';

/** The part of the blocklist that a verdict needs; all of it is synchronous. */
export type ListView = {
  /** Settles when the list is loaded, whatever was found; never rejects. */
  readonly ready: Promise<void>;
  readonly loaded: boolean;
  has(prefix: number): boolean;
  /**
   * The list's own details about a full hash, which need no question; `at` is when they were last confirmed, ms since
   * epoch.
   */
  hot(hash: Uint8Array): HotHit | false;
  readonly info: ListInfo | null;
  /**
   * Calls back after every change of the entries: the service published, or a damaged list was replaced by an older
   * one.
   */
  onChange(listener: (change: 'update' | 'heal') => void): unknown;
};

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
