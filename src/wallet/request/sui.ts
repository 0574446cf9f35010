import { base64 } from '@scure/base';
import { toHex } from '../../asset/hash.ts';
import { attempt } from '../attempt.ts';
import type { Reading } from './reading.ts';

const KEY = 32;
/** An address, a pure input in base64, one as numbers, and a key of an older transaction of Solana, which is text until it is complete. */
const INPUTS =
  /0x([0-9a-f]{60,64})(?![0-9a-f])|"(?:bytes|Pure)":"([a-z0-9+/]{43,}={0,2})"|\[((?:\d{1,3},){31,}\d{1,3})\]|"pubkey":"(\w{32,44})"/gi;

/** Names whom a Sui transaction pays or empowers. @param text as the SDK writes it: JSON, or base64 of its bytes (BCS) */
export function readSui(text: string, reading: Reading): void {
  if (!reading.mayRead(4 * text.length)) return;
  // Without blanks, and without escapes that JSON does not need.
  const json = attempt(() => JSON.stringify(JSON.parse(text)));
  const bytes = json === null ? attempt(() => base64.decode(text.trim())) : null;
  reading.addKind(!(json ?? bytes) ? 'unreadable' : json?.includes('TransferObjects') ? 'send' : 'contract');
  for (const [, digits, written = '', numbers, key] of json?.matchAll(INPUTS) ?? [])
    if (key !== undefined) reading.name(key);
    else if (digits !== undefined) reading.name(`0x${digits.toLowerCase().padStart(64, '0')}`);
    else if (numbers !== undefined) readPure(Uint8Array.from(numbers.split(','), Number), reading);
    else readPure(attempt(() => base64.decode(written)) ?? new Uint8Array(), reading);
  // Pure inputs of one key: tag 0 of `CallArg`, the length, the key.
  for (let at = 0; bytes !== null && at + 2 + KEY <= bytes.length; at += 1)
    if (bytes[at] === 0 && bytes[at + 1] === KEY) readPure(bytes.subarray(at + 2, at + 2 + KEY), reading);
}

/** A pure input in BCS: an address, or several behind their number. */
function readPure(bytes: Uint8Array, reading: Reading): void {
  for (let at = bytes.length % KEY; at < bytes.length; at += KEY)
    reading.name(`0x${toHex(bytes.subarray(at, at + KEY))}`);
}
