import { base58, bech32 } from '@scure/base';
import { crc32 } from './crc.ts';

/** Bytes behind the header of each type of Shelley address (CIP-19); types 4 and 5 hold a pointer of 3 numbers of any size. */
const SIZES: Readonly<Record<number, number>> = { 0: 57, 1: 57, 2: 57, 3: 57, 6: 29, 7: 29, 14: 29, 15: 29 };
const SMALLEST_POINTER = 32;
const MAIN_NETWORK = 1;

/**
 * An address of the Shelley era in lower case (CIP-19); `stake1…` names a stake account. Main network alone.
 * @throws Error for what is no bech32
 */
export function shelley(text: string): string | null {
  const { prefix, words } = bech32.decode(text as `${string}1${string}`, false);
  const bytes = bech32.fromWords(words);
  const header = bytes[0] ?? 0;
  const type = header >> 4;
  if ((header & 15) !== MAIN_NETWORK) return null;
  if ((prefix === 'stake') !== (type === 14 || type === 15)) return null;
  const isSized = type === 4 || type === 5 ? bytes.length >= SMALLEST_POINTER : bytes.length === SIZES[type];
  return isSized ? text : null;
}

/**
 * An address of the Byron era as it is written: CBOR of a tagged byte string and its CRC-32 (CIP-19).
 * @throws Error for what is no base58
 */
export function byron(text: string): string | null {
  const bytes = base58.decode(text);
  // Array of two, tag 24, byte string with a length of one byte: 82 d8 18 58 LL.
  if (![0x82, 0xd8, 0x18, 0x58].every((byte, index) => bytes[index] === byte)) return null;
  const end = 5 + bytes[4]!;
  // A number of 32 bits: 1a NN NN NN NN, and nothing behind it.
  if (bytes[end] !== 0x1a || bytes.length !== end + 5) return null;
  const checksum = new DataView(bytes.buffer, bytes.byteOffset + end + 1).getUint32(0);
  return crc32(bytes.subarray(5, end)) === checksum ? text : null;
}
