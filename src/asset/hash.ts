/**
 * Version of the rules for expressions (canonical form, recognition, hash). A list with another version cannot be used.
 */
export const ALGO_VERSION = '2';

/** Reused for all short texts: allocating it takes longer than hashing an expression. */
const INPUT = /* @__PURE__ */ new Uint8Array(512);

/**
 * SHA-256 (FIPS 180-4) of an expression's UTF-8 bytes: 32 bytes. Synchronous, so that a navigation does not wait for a
 * task.
 */
export const hashExpression = (expression: string): Uint8Array => bytesOf(hashed(expression));

/** SHA-256 (FIPS 180-4) of bytes: 32 bytes. */
export const hashBytes = (bytes: Uint8Array): Uint8Array => bytesOf(sha256(bytes));

/** The prefix of an expression's hash. Cheaper than the whole hash, and enough for almost every expression. */
export const prefixOfExpression = (expression: string): number => hashed(expression)[0]! >>> 0;

/**
 * Prefixes of several parts of one text, which is encoded once. Order: all parts that begin at the first start, then at
 * the second, and so on.
 * @param text ASCII
 * @throws TypeError for a text that is not ASCII
 */
export function prefixesOfParts(text: string, starts: readonly number[], ends: readonly number[]): number[] {
  const bytes = asciiOf(text);
  if (bytes === null) throw new TypeError(`Parts are hashed of ASCII alone, not of ${JSON.stringify(text)}`);
  const prefixes: number[] = [];
  for (const start of starts) for (const end of ends) prefixes.push(sha256(bytes, start, end)[0]! >>> 0);
  return prefixes;
}

/**
 * The words of the hash; the next call overwrites them. Most expressions are short and ASCII: copying them by hand
 * takes a seventh of the encoder's time.
 */
function hashed(expression: string): Int32Array {
  const bytes = asciiOf(expression);
  return bytes === null ? sha256(new TextEncoder().encode(expression)) : sha256(bytes, 0, expression.length);
}

/**
 * The ASCII bytes of a text, in a buffer that may be longer and that the next call may overwrite; null if it is not
 * ASCII.
 */
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

/** The first four bytes of a hash as an unsigned big-endian number, as the local list stores it. */
export const prefixOf = (hash: Uint8Array): number =>
  ((hash[0]! << 24) | (hash[1]! << 16) | (hash[2]! << 8) | hash[3]!) >>> 0;

const PAIRS = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower-case hexadecimal, two characters a byte. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += PAIRS[byte];
  return text;
}

/** FIPS 180-4, section 4.2.2. */
const ROUND = /* @__PURE__ */ new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);
/** FIPS 180-4, section 5.3.3. */
const INITIAL = /* @__PURE__ */ new Int32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
const SCHEDULE = /* @__PURE__ */ new Int32Array(64);
const STATE = /* @__PURE__ */ new Int32Array(8);

/**
 * SHA-256 (FIPS 180-4, section 6.2) of the bytes in `[from, to)`: eight words, which the next call overwrites.
 *
 * Own code, because every page load waits for it in a script that has just started: a library for all hashes and
 * streams takes a millisecond longer there to be parsed, compiled and called (4.2 ms until the guard asks its question,
 * 3.1 ms with this), and is four times as large in every frame. The browser's own implementation is asynchronous, and
 * missing on pages without TLS.
 */
function sha256(bytes: Uint8Array, from = 0, to = bytes.length): Int32Array {
  const length = to - from;
  STATE.set(INITIAL);
  const blocks = (length + 72) >>> 6;
  for (let block = 0; block < blocks; block += 1) {
    read(bytes, from + block * 64, to);
    if (block === blocks - 1) {
      SCHEDULE[14] = length / 2 ** 29;
      SCHEDULE[15] = length << 3;
    }
    compress();
  }
  return STATE;
}

/** Reads the 16-word block that begins at `start`, with the end mark at `to` (FIPS 180-4, section 5.1.1). */
function read(bytes: Uint8Array, start: number, to: number): void {
  for (let word = 0, at = start; word < 16; word += 1, at += 4) {
    if (at + 4 <= to) {
      SCHEDULE[word] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
      continue;
    }
    let value = 0;
    for (let i = at, shift = 24; i <= to && shift >= 0; i += 1, shift -= 8)
      value |= (i < to ? bytes[i]! : 0x80) << shift;
    SCHEDULE[word] = value;
  }
}

function compress(): void {
  const w = SCHEDULE;
  for (let t = 16; t < 64; t += 1) {
    const x = w[t - 15]!;
    const y = w[t - 2]!;
    const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = w[t - 16]! + low + w[t - 7]! + high;
  }
  let a = STATE[0]!;
  let b = STATE[1]!;
  let c = STATE[2]!;
  let d = STATE[3]!;
  let e = STATE[4]!;
  let f = STATE[5]!;
  let g = STATE[6]!;
  let h = STATE[7]!;
  for (let t = 0; t < 64; t += 1) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + high + (g ^ (e & (f ^ g))) + ROUND[t]! + w[t]!) | 0;
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (low + ((a & b) | (c & (a | b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  STATE[0]! += a;
  STATE[1]! += b;
  STATE[2]! += c;
  STATE[3]! += d;
  STATE[4]! += e;
  STATE[5]! += f;
  STATE[6]! += g;
  STATE[7]! += h;
}
