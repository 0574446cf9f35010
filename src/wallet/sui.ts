import { base64 } from '@scure/base';
import { toHex } from '../asset/hash.ts';
import type { Reading } from './reading.ts';

const KEY = 32;

/**
 * Names whom a Sui transaction pays or empowers: each address and object in it, and the keys in its plain inputs.
 * @param text a transaction as the Sui SDK writes it: JSON, or base64 of its bytes
 */
export function readSui(text: string, reading: Reading): void {
  if (!reading.mayRead(text.length)) return;
  reading.addKind(/TransferObjects/.test(text) ? 'send' : 'contract');
  if (!/^\s*\{/.test(text)) readBytes(decoded(text.trim()), reading);
  for (const [, digits = ''] of text.matchAll(/0x([0-9a-f]{60,64})(?![0-9a-f])/gi))
    reading.name(`0x${digits.toLowerCase().padStart(64, '0')}`);
  for (const [, written = ''] of text.matchAll(/"(?:bytes|Pure)":"([A-Za-z0-9+/]{43,}={0,2})"/g))
    readPure(decoded(written), reading);
  for (const [, written = ''] of text.matchAll(/\[((?:\s*\d{1,3}\s*,){31,}\s*\d{1,3}\s*)\]/g))
    readPure(Uint8Array.from(written.split(','), Number), reading);
}

/** A plain input: an address, or several behind their number (BCS). */
function readPure(bytes: Uint8Array | null, reading: Reading): void {
  if (bytes === null) reading.addKind('unreadable');
  else
    for (let at = bytes.length % KEY; at < bytes.length; at += KEY)
      reading.name(`0x${toHex(bytes.subarray(at, at + KEY))}`);
}

/** Plain inputs of one key in BCS: tag 0 of `CallArg`, the length 32, the key. */
function readBytes(bytes: Uint8Array | null, reading: Reading): void {
  if (bytes === null) reading.addKind('unreadable');
  else
    for (let at = 0; at + 2 + KEY <= bytes.length; at += 1)
      if (bytes[at] === 0 && bytes[at + 1] === KEY) readPure(bytes.subarray(at + 2, at + 2 + KEY), reading);
}

function decoded(text: string): Uint8Array | null {
  try {
    return base64.decode(text);
  } catch {
    return null;
  }
}
