import { base64 } from '@scure/base';
import { crc16 } from './crc.ts';

/** Bounceable and not bounceable; the test networks set the highest bit besides. */
const FLAGS = [0x11, 0x51];

/**
 * The raw form `workchain:hex` of a friendly address (TEP-2): how it is flagged does not change whose it is.
 * @throws Error for what is no base64
 */
export function rawTon(text: string): string | null {
  const bytes = base64.decode(text.replaceAll('-', '+').replaceAll('_', '/'));
  const isChecked = bytes.length === 36 && crc16(bytes.subarray(0, 34)) === bytes[34]! * 256 + bytes[35]!;
  if (!isChecked || !FLAGS.includes(bytes[0]! & 0x7f)) return null;
  if (bytes[1] !== 0 && bytes[1] !== 0xff) return null;
  const account = Array.from(bytes.subarray(2, 34), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${bytes[1] === 0 ? 0 : -1}:${account}`;
}
