import { sha256 } from '@noble/hashes/sha2.js';

/** The rules by which this code makes expressions (canonical form, recognition, hash). A list of other rules is not for it. */
export const ALGO_VERSION = '1';

const ENCODER = new TextEncoder();
/** One state, one input and one output for all hashes: making them anew takes longer than hashing an expression. */
const INITIAL = sha256.create();
const STATE = sha256.create();
const INPUT = new Uint8Array(512);
const OUTPUT = new Uint8Array(32);

/** SHA-256 (FIPS 180-4) of an expression's UTF-8 bytes: 32 bytes. Synchronous, so that a navigation never waits for it. */
export const hashExpression = (expression: string): Uint8Array => hashed(expression).slice();

/** The prefix of an expression's hash, without the hash: what a check of many expressions needs of nearly all of them. */
export const prefixOfExpression = (expression: string): number => prefixOf(hashed(expression));

/** The hash in a place that the next call overwrites. */
function hashed(expression: string): Uint8Array {
  INITIAL._cloneInto(STATE);
  STATE.update(bytesOf(expression)).digestInto(OUTPUT);
  return OUTPUT;
}

/** Most expressions are short and ASCII: copied by hand they cost a seventh of what the encoder takes, which flattens each string. */
function bytesOf(expression: string): Uint8Array {
  const { length } = expression;
  if (length > INPUT.length) return ENCODER.encode(expression);
  for (let index = 0; index < length; index += 1) {
    const code = expression.charCodeAt(index);
    if (code > 0x7f) return ENCODER.encode(expression);
    INPUT[index] = code;
  }
  return INPUT.subarray(0, length);
}

/** The first four bytes of a hash as an unsigned big-endian number: what the list on the device holds. */
export const prefixOf = (hash: Uint8Array): number =>
  ((hash[0]! << 24) | (hash[1]! << 16) | (hash[2]! << 8) | hash[3]!) >>> 0;

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower-case hexadecimal of bytes, two characters each. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += PAIRS[byte];
  return text;
}
