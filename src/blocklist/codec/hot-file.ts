import { ListError } from './list-error.ts';

/** Maximum number of entries in a hot tier. */
export const MAX_HOT = 5_000;
/** Bytes of a full hash (SHA-256). */
export const HASH_BYTES = 32;

/** Details of an entry that a person is shown; the same as in a confirm answer of the service. */
export type HotWords = { readonly type: string; readonly reason?: string; readonly source?: string };
export type HotEntry = { readonly hash: Uint8Array; readonly words: HotWords | null };

/** Index of a hash among strictly increasing, concatenated hashes, by binary search; -1 if it is missing. */
export function indexOfHash(hashes: Uint8Array, hash: Uint8Array): number {
  if (hash.length !== HASH_BYTES) return -1;
  let low = 0;
  let high = hashes.length / HASH_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compare(hashes, middle * HASH_BYTES, hash, 0);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -1;
}

/** @throws ListError `order` unless the concatenated hashes are strictly increasing */
export function requireIncreasingHashes(hashes: Uint8Array): void {
  for (let at = HASH_BYTES; at < hashes.length; at += HASH_BYTES)
    if (compare(hashes, at - HASH_BYTES, hashes, at) >= 0)
      throw new ListError('order', 'The entries of the hot tier are unsorted, or one is there twice');
}

function compare(one: Uint8Array, at: number, other: Uint8Array, otherAt: number): number {
  for (let i = 0; i < HASH_BYTES; i++) {
    const difference = one[at + i]! - other[otherAt + i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The number of a words line is one byte; 0 means none. */
const MAX_WORDS = 255;

/**
 * Encodes the words of all entries as UTF-8: one line for each distinct set, most frequent first, with type, reason and
 * source separated by tabs. Also returns, for each entry, the number of its line counted from 1, or 0 if it has none.
 */
export function fittedWords(entries: readonly HotEntry[], maxBytes: number): { text: Uint8Array; numbers: Uint8Array } {
  const lines = entries.map(({ words }) => words && lineOf(words));
  const times = new Map<string, number>();
  for (const line of lines) if (line !== null) times.set(line, (times.get(line) ?? 0) + 1);
  const encoder = new TextEncoder();
  const chosen = new Map<string, number>();
  let size = 0;
  for (const [line] of [...times].sort(([a, often], [b, seldom]) => seldom - often || (a < b ? -1 : 1))) {
    const bytes = encoder.encode(line).length + 1;
    if (chosen.size === MAX_WORDS || size + bytes > maxBytes) continue;
    size += bytes;
    chosen.set(line, chosen.size + 1);
  }
  return {
    text: encoder.encode([...chosen.keys()].map((line) => `${line}\n`).join('')),
    numbers: Uint8Array.from(lines, (line) => (line === null ? 0 : (chosen.get(line) ?? 0))),
  };
}

/**
 * Parses the lines.
 * @throws ListError `format`
 */
export function readWords(text: Uint8Array): HotWords[] {
  const lines = decoded(text).split('\n');
  if (lines.pop() !== '') throw new ListError('format', 'The words of the hot tier end inside a line');
  return lines.map((line) => {
    const [type, reason, source, ...more] = line.split('\t');
    if (!type || reason === undefined || source === undefined || more.length > 0)
      throw new ListError('format', 'The words of the hot tier are not three to a line');
    return { type, ...(reason ? { reason } : {}), ...(source ? { source } : {}) };
  });
}

const lineOf = ({ type, reason = '', source = '' }: HotWords): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: tabs and line ends part the words
  [type, reason, source].map((word) => word.replace(/[\u0000-\u001f]+/g, ' ').trim()).join('\t');

function decoded(text: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch (error) {
    throw new ListError('format', 'The words of the hot tier are not UTF-8', { cause: error });
  }
}

const MAGIC = 0x5750_4648;
const FORMAT_VERSION = 1;
const HEADER_BYTES = 12;
const MAX_WORD_BYTES = 8_192;

/** Maximum size in bytes of a file with this many entries: 173 kB for 5,000. */
export const hotFileSize = (count: number): number => HEADER_BYTES + count * (HASH_BYTES + 1) + MAX_WORD_BYTES;

/**
 * Encodes a hot tier (WPFH, README).
 * @param entries with strictly increasing hashes. Words that do not fit into 8 kB are dropped, the rarest first.
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

/** The content of a hot file: `hashes` and `numbers` are views of it. Number n refers to `words[n - 1]`. */
export type HotContent = {
  readonly hashes: Uint8Array;
  readonly numbers: Uint8Array;
  readonly words: readonly NonNullable<HotEntry['words']>[];
};

/**
 * Reads the output of `encodeHot`, completely or not at all. Linear time.
 * @throws ListError
 */
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
