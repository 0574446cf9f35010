import { HASH_BYTES, type HotEntry, MAX_HOT, requireIncreasingHashes } from './hot-entry.ts';
import { fittedWords, readWords } from './hot-words.ts';
import { ListError } from './list-error.ts';

const MAGIC = 0x5750_4648;
const FORMAT_VERSION = 1;
const HEADER_BYTES = 12;
const MAX_WORD_BYTES = 8_192;

/** The most bytes that a file of this many entries takes: 173 kB for 5,000. */
export const hotFileSize = (count: number): number => HEADER_BYTES + count * (HASH_BYTES + 1) + MAX_WORD_BYTES;

/**
 * Codes a hot tier. Header of 12 bytes, numbers big-endian: magic `WPFH`, format version (1), bytes of a hash (32), bytes
 * of the words (uint16), count. Then the hashes, then for each entry the number of its words (one byte, 0 for none), then
 * the words (see `fittedWords`).
 * @param entries with strictly increasing hashes. Words that do not fit into 8 kB are left out, the rarest first.
 * @throws ListError `order`, `too-large`
 */
export function encodeHot(entries: readonly HotEntry[]): Uint8Array {
  if (entries.length > MAX_HOT) throw new ListError('too-large', 'There are more entries than a hot tier may have');
  const { text, numbers } = fittedWords(entries, MAX_WORD_BYTES);
  const bytes = new Uint8Array(HEADER_BYTES + entries.length * (HASH_BYTES + 1) + text.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC);
  view.setUint8(4, FORMAT_VERSION);
  view.setUint8(5, HASH_BYTES);
  view.setUint16(6, text.length);
  view.setUint32(8, entries.length);
  for (const [n, { hash }] of entries.entries()) bytes.set(hash, HEADER_BYTES + n * HASH_BYTES);
  const numbersAt = HEADER_BYTES + entries.length * HASH_BYTES;
  requireIncreasingHashes(bytes.subarray(HEADER_BYTES, numbersAt));
  bytes.set(numbers, numbersAt);
  bytes.set(text, numbersAt + numbers.length);
  return bytes;
}

/** What a hot file holds, in place: `hashes` and `numbers` are views of it. `words[n]` belongs to the number n + 1. */
export type HotContent = {
  readonly hashes: Uint8Array;
  readonly numbers: Uint8Array;
  readonly words: readonly NonNullable<HotEntry['words']>[];
};

/** Reads what `encodeHot` wrote: all of it, or none. Time is linear in the size of `bytes`. @throws ListError */
export function decodeHot(bytes: Uint8Array): HotContent {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0) !== MAGIC) throw new ListError('format', 'These bytes are not a hot tier');
  if (bytes.length < HEADER_BYTES) throw new ListError('truncated', 'The hot tier ends inside its header');
  if (view.getUint8(4) !== FORMAT_VERSION || view.getUint8(5) !== HASH_BYTES)
    throw new ListError('version', 'This format of a hot tier is not known here: update the extension');
  const [wordBytes, count] = [view.getUint16(6), view.getUint32(8)];
  if (count > MAX_HOT || wordBytes > MAX_WORD_BYTES)
    throw new ListError('too-large', 'There is more in the hot tier than it may have');
  const numbersAt = HEADER_BYTES + count * HASH_BYTES;
  const wordsAt = numbersAt + count;
  if (bytes.length < wordsAt + wordBytes) throw new ListError('truncated', 'The hot tier ends before its last entry');
  if (bytes.length > wordsAt + wordBytes) throw new ListError('trailing', 'Bytes follow the hot tier');
  const hashes = bytes.subarray(HEADER_BYTES, numbersAt);
  requireIncreasingHashes(hashes);
  const numbers = bytes.subarray(numbersAt, wordsAt);
  const words = readWords(bytes.subarray(wordsAt));
  if (numbers.some((number) => number > words.length))
    throw new ListError('overflow', 'An entry of the hot tier names words that are not there');
  return { hashes, numbers, words };
}
