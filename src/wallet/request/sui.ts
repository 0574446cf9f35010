import { base64 } from '@scure/base';
import { toHex } from '../../asset/hash.ts';
import { MAX_BYTES, type Reading } from './reading.ts';

const KEY = 32;
/** A byte as a number in JSON takes four characters at most. */
const MAX_LENGTH = 4 * MAX_BYTES;

/**
 * Names whom a Sui transaction pays or empowers: each address and object in it, and the keys in its pure inputs.
 * @param text a transaction as the Sui SDK writes it: JSON, or base64 of its bytes (BCS)
 */
export function readSui(text: string, reading: Reading): void {
  if (text.length > MAX_LENGTH || !reading.mayRead(text.length)) {
    reading.addKind('unreadable');
    return;
  }
  const json = normalJson(text);
  const bytes = json === null ? decoded(text.trim()) : null;
  reading.addKind(json?.includes('TransferObjects') ? 'send' : 'contract');
  if (bytes !== null) readInputs(bytes, reading);
  else if (json === null) reading.addKind('unreadable');
  for (const [, digits = ''] of json?.matchAll(/0x([0-9a-f]{60,64})(?![0-9a-f])/gi) ?? [])
    reading.name(`0x${digits.toLowerCase().padStart(64, '0')}`);
  for (const [, written = ''] of json?.matchAll(/"(?:bytes|Pure)":"([A-Za-z0-9+/]{43,}={0,2})"/g) ?? [])
    readPure(decoded(written) ?? new Uint8Array(), reading);
  for (const [, written = ''] of json?.matchAll(/\[((?:\d{1,3},){31,}\d{1,3})\]/g) ?? [])
    readPure(Uint8Array.from(written.split(','), Number), reading);
}

/** The same JSON without blanks and without escapes that JSON does not need; null for any other text. */
function normalJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return null;
  }
}

function decoded(text: string): Uint8Array | null {
  try {
    return base64.decode(text);
  } catch {
    return null;
  }
}

/** A pure input in BCS: an address, or several behind their number. */
function readPure(bytes: Uint8Array, reading: Reading): void {
  for (let at = bytes.length % KEY; at < bytes.length; at += KEY)
    reading.name(`0x${toHex(bytes.subarray(at, at + KEY))}`);
}

/** Pure inputs of one key: tag 0 of `CallArg`, the length, the key. */
function readInputs(bytes: Uint8Array, reading: Reading): void {
  for (let at = 0; at + 2 + KEY <= bytes.length; at += 1)
    if (bytes[at] === 0 && bytes[at + 1] === KEY) readPure(bytes.subarray(at + 2, at + 2 + KEY), reading);
}
