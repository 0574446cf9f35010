import { bytesIn, type Reading } from '../reading.ts';
import { readCalldata } from './calldata.ts';

const MAX_DEPTH = 32;
/** As how many characters a value counts. */
const VALUE_WORK = 64;

/** The type of a member, from which that of its own members follows. */
type TypeOf = (type: string, member: string) => string;

/** Without a declaration the name of a member has to do. */
const byName: TypeOf = (_, member) => (/address$|^(?:to|from)$/i.test(member) ? 'address' : '');

/**
 * Names every address, every call and every site in a value of whatever shape: what is declared an address in each
 * notation that wallets read, any other text by its form.
 * @param type type of the value in the notation of EIP-712; empty if nothing is declared
 */
export function readValue(value: unknown, reading: Reading, type = '', typeOf = byName, depth = 0): void {
  if (value === null || value === undefined || !reading.mayRead(VALUE_WORK)) return;
  if (type === 'bytes') readCalldata(bytesIn(value, reading), reading);
  else if (typeof value === 'object' && !(value instanceof Uint8Array)) {
    if (depth > MAX_DEPTH) reading.addKind('unreadable');
    const element = Array.isArray(value) ? type.replace(/\[\d*\]$/, '') : undefined;
    for (const [name, member] of depth > MAX_DEPTH ? [] : Object.entries(value))
      readValue(member, reading, element ?? typeOf(type, name), typeOf, depth + 1);
  } else if (type === 'address') reading.name(...addressesMeant(value));
  else if (typeof value === 'string' && reading.mayRead(value.length)) {
    if (/^\s*(?:https?|wss?):/i.test(value)) reading.nameHost(value);
    if (/^\s*0x[0-9a-f]{64,}\s*$/i.test(value)) readCalldata(bytesIn(value, reading), reading);
    reading.mention(...addressesInText(value));
  }
}

/**
 * The addresses that a value may mean where an address belongs. Wallets read numbers, decimal digits, digits without
 * `0x` or with more or fewer zeros before them, and an address after its chain (CAIP-10).
 * @returns in lower case; empty for anything else; two for 40 decimal digits, which wallets read in both ways
 */
export function addressesMeant(value: unknown): string[] {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const written = text.slice(text.lastIndexOf(':') + 1);
  const numbers = typeof value === 'bigint' || Number.isInteger(value) ? [BigInt(value as bigint)] : [];
  if (/^(?:0x[0-9a-f]+|[0-9a-f]{38,40})$/.test(written)) numbers.push(BigInt(`0x${written.replace('0x', '')}`));
  if (/^\d{30,49}$/.test(written)) numbers.push(BigInt(written));
  const addresses = numbers.filter((number) => number >= 0n && number >> 160n === 0n);
  return addresses.map((number) => `0x${number.toString(16).padStart(40, '0')}`);
}

/** The EVM addresses that stand in a text, in lower case. */
export const addressesInText = (text: string): string[] =>
  (text.match(/(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/gi) ?? []).map((address) => address.toLowerCase());
