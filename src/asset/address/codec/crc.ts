import { base32nopad, base58, base64, bech32 } from '@scure/base';

/** CRC-16/XMODEM: polynomial 0x1021, not reflected, initial value 0 (SEP-23, TEP-2). */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

/** CRC-32 (ISO 3309), which CIP-19 uses for Byron addresses. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** Version bytes of SEP-23 (account, muxed account, contract), and the sizes of their payloads. */
const ACCOUNT = 6 << 3;
const MUXED = 12 << 3;
const CONTRACT = 2 << 3;
const KEY_BYTES = 32;
const MUXED_BYTES = 40;

function isChecked(bytes: Uint8Array): boolean {
  const checksum = crc16(bytes.subarray(0, -2));
  return bytes.at(-2) === (checksum & 0xff) && bytes.at(-1) === checksum >> 8;
}

/**
 * Accepts a Stellar account or contract (SEP-23). A muxed account becomes the account it belongs to.
 * @throws Error for invalid base32
 */
export function stellar(text: string): string | null {
  const bytes = base32nopad.decode(text);
  // SEP-23 refuses unused bits that are set: the same bytes would have a second spelling.
  if (!isChecked(bytes) || base32nopad.encode(bytes) !== text) return null;
  const size = bytes.length - 3;
  if ((bytes[0] === ACCOUNT || bytes[0] === CONTRACT) && size === KEY_BYTES) return text;
  return bytes[0] === MUXED && size === MUXED_BYTES ? accountOf(bytes.subarray(1, 1 + KEY_BYTES)) : null;
}

function accountOf(key: Uint8Array): string {
  const body = Uint8Array.of(ACCOUNT, ...key);
  const checksum = crc16(body);
  return base32nopad.encode(Uint8Array.of(...body, checksum & 0xff, checksum >> 8));
}

/** Bounceable and non-bounceable; test networks also set the highest bit. */
const FLAGS = [0x11, 0x51];

/**
 * Converts a user-friendly TON address to its raw form `workchain:hex` (TEP-2). The flags do not change the account.
 * @throws Error for invalid base64
 */
export function rawTon(text: string): string | null {
  const bytes = base64.decode(text.replaceAll('-', '+').replaceAll('_', '/'));
  const isChecked = bytes.length === 36 && crc16(bytes.subarray(0, 34)) === bytes[34]! * 256 + bytes[35]!;
  if (!isChecked || !FLAGS.includes(bytes[0]! & 0x7f)) return null;
  if (bytes[1] !== 0 && bytes[1] !== 0xff) return null;
  const account = Array.from(bytes.subarray(2, 34), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${bytes[1] === 0 ? 0 : -1}:${account}`;
}

/** Bytes of each Shelley address type (CIP-19). Types 4 and 5 hold a pointer of three numbers of variable size. */
const SIZES: Readonly<Record<number, number>> = { 0: 57, 1: 57, 2: 57, 3: 57, 6: 29, 7: 29, 14: 29, 15: 29 };
const SMALLEST_POINTER = 32;
const MAIN_NETWORK = 1;

/**
 * Accepts a lower-case Shelley address of the main network (CIP-19); `stake1…` is a stake account.
 * @throws Error for invalid bech32
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
 * Accepts a Byron address: CBOR of a tagged byte string and its CRC-32 (CIP-19). Returns the text unchanged.
 * @throws Error for invalid base58
 */
export function byron(text: string): string | null {
  const bytes = base58.decode(text);
  // An array of two items, tag 24, a byte string with a one-byte length: 82 d8 18 58 LL.
  if (![0x82, 0xd8, 0x18, 0x58].every((byte, index) => bytes[index] === byte)) return null;
  const end = 5 + bytes[4]!;
  // A 32-bit number, 1a NN NN NN NN, at the end of the input.
  if (bytes[end] !== 0x1a || bytes.length !== end + 5) return null;
  const checksum = new DataView(bytes.buffer, bytes.byteOffset + end + 1).getUint32(0);
  return crc32(bytes.subarray(5, end)) === checksum ? text : null;
}
