import type { RequestKind } from '../../kinds.ts';
import { heavier, type Reading, VALUE_WORK } from '../reading.ts';
import { readCalldata } from './calldata.ts';
import { addressesMeant, digitsOf } from './hex.ts';

const MAX_DEPTH = 32;

/** The type of a member, from which that of its own members follows. */
type TypeOf = (type: string, member: string) => string;

/** Without a declaration the name of a member has to do. */
const byName: TypeOf = (_, member) => (/address$|^(?:to|from)$/i.test(member) ? 'address' : '');

/**
 * Names every address, every call and every site in a value of whatever shape: what is declared an address in each
 * notation that wallets read, any other text by its form.
 * @param type type of the value in the notation of EIP-712; empty if nothing is declared
 * @returns the heaviest kind of the calls in it
 */
export function readValue(
  value: unknown,
  reading: Reading,
  type = '',
  typeOf = byName,
  depth = 0,
): RequestKind | undefined {
  if (value === null || value === undefined || !reading.mayRead(VALUE_WORK)) return undefined;
  if (type === 'bytes') return readCalldata(digitsOf(value, reading), reading);
  if (typeof value === 'object' && !(value instanceof Uint8Array)) {
    if (depth > MAX_DEPTH) reading.addKind('unreadable');
    const element = Array.isArray(value) ? type.replace(/\[\d*\]$/, '') : undefined;
    return Object.entries(depth > MAX_DEPTH ? {} : value)
      .map(([name, member]) => readValue(member, reading, element ?? typeOf(type, name), typeOf, depth + 1))
      .reduce(heavier, undefined);
  }
  if (type === 'address') reading.name(...addressesMeant(value));
  if (typeof value !== 'string' || !reading.mayRead(value.length)) return undefined;
  if (/^\s*(?:https?|wss?):/i.test(value)) reading.nameHost(value);
  if (/^\s*0x[0-9a-f]{64,}\s*$/i.test(value)) return readCalldata(digitsOf(value, reading), reading);
  reading.mention(...addressesInText(value));
  return undefined;
}

/** The EVM addresses that stand in a text, in lower case. */
export const addressesInText = (text: string): string[] =>
  (text.match(/(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/gi) ?? []).map((address) => address.toLowerCase());
