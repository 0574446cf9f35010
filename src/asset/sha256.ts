/** FIPS 180-4, section 4.2.2. */
const ROUND = Int32Array.from(
  (
    '428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74 ' +
    '80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d ' +
    'b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e ' +
    '92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 19a4c116 1e376c08 2748774c 34b0bcb5 ' +
    '391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2'
  ).split(' '),
  (word) => Number.parseInt(word, 16),
);
/** FIPS 180-4, section 5.3.3. */
const INITIAL = Int32Array.from(
  '6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19'.split(' '),
  (word) => Number.parseInt(word, 16),
);
const SCHEDULE = new Int32Array(64);
const STATE = new Int32Array(8);

/**
 * SHA-256 (FIPS 180-4, section 6.2) of the first bytes of an array: eight words, which the next call overwrites.
 *
 * Our own, because every page that a person opens waits for it, in a script that has never run before: a library for all hashes and
 * streams takes a millisecond longer there to be parsed, compiled and called (4.2 ms to the question of a guard, 3.1 ms with this),
 * and four times the code in every frame. The browser's own answers later, and on pages without TLS not at all.
 */
export function sha256(bytes: Uint8Array, length: number): Int32Array {
  STATE.set(INITIAL);
  const blocks = (length + 72) >>> 6;
  for (let block = 0; block < blocks; block += 1) {
    read(bytes, length, block * 64);
    if (block === blocks - 1) {
      SCHEDULE[14] = length / 2 ** 29;
      SCHEDULE[15] = length << 3;
    }
    compress();
  }
  return STATE;
}

/** The sixteen words of a block, with the mark that ends the message (FIPS 180-4, section 5.1.1). */
function read(bytes: Uint8Array, length: number, start: number): void {
  for (let word = 0, at = start; word < 16; word += 1, at += 4) {
    if (at + 4 <= length) {
      SCHEDULE[word] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
      continue;
    }
    let value = 0;
    for (let i = at; i < at + 4; i += 1) value = (value << 8) | (i < length ? bytes[i]! : i === length ? 0x80 : 0);
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
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
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
