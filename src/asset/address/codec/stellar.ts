import { base32nopad } from '@scure/base';
import { crc16 } from './crc.ts';

/** Version bytes of SEP-23 and the bytes that follow: account, muxed account, contract. */
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
 * An account or a contract of Stellar (SEP-23). A muxed account is the account that it is a part of.
 * @throws Error for what is no base32
 */
export function stellar(text: string): string | null {
  const bytes = base32nopad.decode(text);
  // A spelling whose unused bits are set names the same bytes in another way: SEP-23 refuses it.
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
