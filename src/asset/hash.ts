import { sha256 } from './sha256.ts';

/** The rules by which this code makes expressions (canonical form, recognition, hash). A list of other rules is not for it. */
export const ALGO_VERSION = '2';

/** One input for all short texts: making it again takes longer than hashing an expression. */
const INPUT = new Uint8Array(512);

/** SHA-256 (FIPS 180-4) of an expression's UTF-8 bytes: 32 bytes. Synchronous, so that a navigation never waits for it. */
export const hashExpression = (expression: string): Uint8Array => bytesOf(hashed(expression));

/** SHA-256 (FIPS 180-4) of bytes: 32 bytes. */
export const hashBytes = (bytes: Uint8Array): Uint8Array => bytesOf(hashedBytes(bytes));

/** The prefix of an expression's hash, without the hash: what a check of many expressions needs of nearly all of them. */
export const prefixOfExpression = (expression: string): number => hashed(expression)[0]! >>> 0;

/**
 * The prefixes of parts of one text, in their order: the text is read once for all of them.
 * @param text ASCII
 * @param parts where each part begins and where it ends
 * @throws TypeError for a text that is not ASCII
 */
export function prefixesOfParts(text: string, parts: readonly (readonly [from: number, to: number])[]): number[] {
  const bytes = asciiOf(text);
  if (bytes === null) throw new TypeError(`Parts are hashed of ASCII alone, not of ${JSON.stringify(text)}`);
  return parts.map(([from, to]) => sha256(bytes, from, to)[0]! >>> 0);
}

/**
 * The words of the hash, which the next call overwrites. Most expressions are short and ASCII: copied by hand they cost a seventh of
 * what the encoder takes.
 */
function hashed(expression: string): Int32Array {
  const bytes = asciiOf(expression);
  return bytes === null ? hashedBytes(new TextEncoder().encode(expression)) : sha256(bytes, 0, expression.length);
}

/** The bytes of a text, which the next call may overwrite, and others behind them; null where it is not ASCII. */
function asciiOf(text: string): Uint8Array | null {
  const { length } = text;
  const bytes = length > INPUT.length ? new Uint8Array(length) : INPUT;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) return null;
    bytes[index] = code;
  }
  return bytes;
}

function bytesOf(words: Int32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(words.length * 4));
  for (const [index, word] of words.entries()) view.setInt32(index * 4, word);
  return new Uint8Array(view.buffer);
}

const hashedBytes = (bytes: Uint8Array): Int32Array => sha256(bytes, 0, bytes.length);

/** The first four bytes of a hash as an unsigned big-endian number: what the list on the device holds. */
export const prefixOf = (hash: Uint8Array): number =>
  ((hash[0]! << 24) | (hash[1]! << 16) | (hash[2]! << 8) | hash[3]!) >>> 0;

const PAIRS = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower-case hexadecimal of bytes, two characters each. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += PAIRS[byte];
  return text;
}
