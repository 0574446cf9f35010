import { MAX_ENTRIES, requireIncreasing } from './entries.ts';
import { ListError } from './list-error.ts';

/** Maximum size of one encoded list in bytes, so that every bit position fits an int32. */
export const MAX_BYTES = 64 * 1024 * 1024;

const LAST = 0xffff_ffff;

/** The Rice parameter and the encoded gaps of increasing uint32 values. The first value is stored elsewhere. */
export type RiceRun = { readonly parameter: number; readonly bytes: Uint8Array };

/**
 * Rice-codes the gaps of strictly increasing values (README). The parameter is the better of two neighbours, measured on the real gaps.
 * @throws ListError `order` if the values are not strictly increasing, `too-large` if there are too many
 */
export function encodeRun(values: Uint32Array): RiceRun {
  requireIncreasing(values);
  if (values.length > MAX_ENTRIES) throw new ListError('too-large', `A list holds at most ${MAX_ENTRIES} entries`);
  if (values.length < 2) return { parameter: 0, bytes: new Uint8Array() };
  const mean = (values.at(-1)! - values[0]!) / (values.length - 1);
  const low = Math.min(30, Math.max(0, Math.floor(Math.log2(Math.LN2 * mean))));
  const [atLow, atNext] = [codedBits(values, low), codedBits(values, low + 1)];
  return atNext < atLow
    ? { parameter: low + 1, bytes: writeGaps(values, low + 1, atNext) }
    : { parameter: low, bytes: writeGaps(values, low, atLow) };
}

function codedBits(values: Uint32Array, parameter: number): number {
  let quotients = 0;
  for (let i = 1; i < values.length; i++) quotients += (values[i]! - values[i - 1]! - 1) >>> parameter;
  return quotients + (values.length - 1) * (parameter + 1);
}

function writeGaps(values: Uint32Array, parameter: number, bits: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(bits / 32));
  const mask = 2 ** parameter - 1;
  const width = parameter + 1;
  let position = 0;
  for (let i = 1; i < values.length; i++) {
    const gap = values[i]! - values[i - 1]! - 1;
    position += gap >>> parameter;
    const code = (2 ** parameter + (gap & mask)) >>> 0;
    const room = 32 - (position & 31);
    const word = position >>> 5;
    if (width <= room) words[word]! |= code << (room - width);
    else {
      words[word]! |= code >>> (width - room);
      words[word + 1]! |= code << (32 - (width - room));
    }
    position += width;
  }
  const view = new DataView(new ArrayBuffer(words.length * 4));
  for (let i = 0; i < words.length; i++) view.setUint32(i * 4, words[i]!);
  return new Uint8Array(view.buffer, 0, Math.ceil(bits / 8));
}

/**
 * Decodes `count` values, 32 bits at a time. Linear time and memory: the count is checked against the size of `bytes`
 * before anything is allocated, and a run of zeros ends with the bytes.
 * @returns the values, and how many bytes their gaps took
 * @throws ListError `truncated`, `trailing` (padding other than zero), `overflow`, `too-large` or `version`
 */
export function decodeRun(
  bytes: Uint8Array,
  run: { readonly count: number; readonly parameter: number; readonly first: number },
): { values: Uint32Array; used: number } {
  const { count, parameter, first } = run;
  if (count > MAX_ENTRIES || bytes.length > MAX_BYTES) throw new ListError('too-large', 'The list is too large');
  if (parameter > 31) throw new ListError('version', `Rice parameter ${parameter} is above 31`);
  if (count === 0) return { values: new Uint32Array(), used: 0 };
  const end = bytes.length * 8;
  if ((count - 1) * (parameter + 1) > end) throw truncated();
  const words = bigEndianWords(bytes);
  const values = new Uint32Array(count);
  const width = parameter + 1;
  const shortest = 31 - parameter;
  let value = first >>> 0;
  let position = 0;
  values[0] = value;
  for (let i = 1; i < count; i++) {
    const window = windowAt(words, position);
    const quotient = Math.clz32(window);
    let next: number;
    if (quotient <= shortest) {
      position += quotient + width;
      const gap = (quotient << parameter) + (((window << (quotient + 1)) >>> 1) >>> shortest);
      next = (value + gap + 1) >>> 0;
      if (next <= value) throw overflow();
    } else {
      const long = longGap(words, position, end, parameter);
      position = long.position;
      if (value + long.gap >= LAST) throw overflow();
      next = value + long.gap + 1;
    }
    if (position > end) throw truncated();
    values[i] = next;
    value = next;
  }
  const filling = -position & 7;
  if (filling > 0 && windowAt(words, position) >>> (32 - filling) !== 0)
    throw new ListError('trailing', 'The list has more bits than entries');
  return { values, used: (position + filling) / 8 };
}

/** The 32 bits at a bit position. Two shifts, because a shift by 32 has no effect. */
function windowAt(words: Uint32Array, position: number): number {
  const word = position >>> 5;
  const shift = position & 31;
  return (words[word]! << shift) | ((words[word + 1]! >>> 1) >>> (31 - shift));
}

function longGap(words: Uint32Array, start: number, end: number, parameter: number): { gap: number; position: number } {
  let position = start;
  let window = windowAt(words, position);
  while (window === 0) {
    position += 32;
    if (position >= end) throw truncated();
    window = windowAt(words, position);
  }
  position += Math.clz32(window);
  const quotient = position - start;
  position += 1;
  if (position > end) throw truncated();
  const remainder = (windowAt(words, position) >>> 1) >>> (31 - parameter);
  return { gap: quotient * 2 ** parameter + remainder, position: position + parameter };
}

/** The bytes as words, followed by two zero words, so that a window may extend past the end. */
function bigEndianWords(bytes: Uint8Array): Uint32Array {
  const whole = bytes.length >>> 2;
  const words = new Uint32Array(whole + 3);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < whole; i++) words[i] = view.getUint32(i * 4);
  for (let i = whole * 4; i < bytes.length; i++) words[whole]! |= bytes[i]! << (24 - (i & 3) * 8);
  return words;
}

const truncated = () => new ListError('truncated', 'The list ends before its last entry');
const overflow = () => new ListError('overflow', 'An entry of the list is past 2^32');
