import { attempt } from '../attempt.ts';
import type { RequestKind } from '../kinds.ts';
import { readCalldata } from './calldata.ts';
import { memberOf, type Reading, textIn } from './reading.ts';

type TypeOf = (type: string, member: string) => string;

/** Without a declaration the name of a member has to do. */
const byName: TypeOf = (_, member) => (/address$|^(?:to|from)$/i.test(member) ? 'address' : '');

/** Names every address, call and site in a value: what its type (EIP-712) declares an address in each notation, other texts by form. */
export function readValue(value: unknown, reading: Reading, type = '', typeOf = byName): void {
  if (type === 'bytes') readCalldata(reading.bytesOf(value), reading);
  else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    const element = Array.isArray(value) ? type.replace(/\[\d*\]$/, '') : undefined;
    for (const [name, member] of Object.entries(value))
      reading.nested(() => readValue(member, reading, element ?? typeOf(type, name), typeOf));
  } else if (type === 'address') reading.name(...addressesMeant(value));
  else if (typeof value === 'string' && reading.mayRead(value.length)) {
    if (/^\s*(?:https?|wss?):/i.test(value)) reading.nameHost(value);
    if (/^\s*0x[0-9a-f]{64,}\s*$/i.test(value)) readCalldata(reading.bytesOf(value), reading);
    reading.mention(...addressesInText(value));
  }
}

/** The addresses that a value may mean, in lower case, in each notation that wallets take; two for 40 decimal digits. */
function addressesMeant(value: unknown): string[] {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const written = text.slice(text.lastIndexOf(':') + 1);
  const numbers = typeof value === 'bigint' || Number.isInteger(value) ? [BigInt(value as bigint)] : [];
  if (/^(?:0x[0-9a-f]+|[0-9a-f]{38,40})$/.test(written)) numbers.push(BigInt(`0x${written.replace('0x', '')}`));
  if (/^\d{30,49}$/.test(written)) numbers.push(BigInt(written));
  return numbers.filter((each) => each >> 160n === 0n).map((each) => `0x${each.toString(16).padStart(40, '0')}`);
}

/** The EVM addresses that stand in a text, in lower case. */
export const addressesInText = (text: string): string[] =>
  text.toLowerCase().match(/(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/g) ?? [];

/** Reads the parameters of `eth_sendTransaction`, or one call of several (EIP-1474, EIP-7702). */
export function readTransaction([transaction]: readonly unknown[], reading: Reading): void {
  const to = memberOf(transaction, 'to');
  reading.name(...addressesMeant(to));
  // Wallets differ in which of the two they take.
  const data = ['data', 'input'].map((name) => reading.bytesOf(memberOf(transaction, name)));
  const isPlain = data.every(({ length }) => length === 0);
  reading.addKind(isPlain ? 'send' : to ? 'contract' : 'deploy');
  for (const each of data) readCalldata(each, reading);
  const authorizations = reading.entriesOf(memberOf(transaction, 'authorizationList'));
  if (authorizations.length > 0) reading.addKind('delegate');
  readValue(authorizations, reading);
}

/** Reads the parameters of `wallet_sendCalls`: calls, and what is to pay for them (EIP-5792). */
export function readCalls([request]: readonly unknown[], reading: Reading): void {
  const calls = reading.entriesOf(memberOf(request, 'calls'));
  for (const call of calls) readTransaction([call], reading);
  for (const each of [request, ...calls]) readValue(memberOf(each, 'capabilities'), reading);
}

const KINDS: readonly (readonly [RegExp, RequestKind])[] = [
  [/^PermitForAll$/, 'approve-all'],
  [/^Permit|^(?:Transfer|Receive)WithAuthorization$/, 'permit'], // ERC-2612, DAI, Permit2, ERC-3009
  [/Order(?:Components)?$|^Root$|^Maker$/, 'order'], // Seaport and most exchanges, Blur, LooksRare
  [/^SafeTx$/, 'safe'],
  [/^(?:Authorization|Delegation)$/, 'delegate'], // EIP-7702, ERC-7710
  [/^(?:ForwardRequest|MetaTransaction)$/, 'contract'], // ERC-2771
];

/** Reads the parameters of `eth_signTypedData` v1, v3, v4 (EIP-712): account and data, also as JSON, in either order. */
export function readTypedData(args: readonly unknown[], reading: Reading): void {
  for (const data of args) {
    if (addressesMeant(data).length > 0) continue;
    const parsed: unknown = typeof data === 'string' ? attempt(() => JSON.parse(data)) : data;
    if (typeof parsed !== 'object' || parsed === null) reading.addKind('unreadable');
    else if (!Array.isArray(parsed)) readStructure(parsed, reading);
    for (const entry of reading.entriesOf(parsed)) {
      reading.addKind('typed');
      readValue(memberOf(entry, 'value'), reading, textIn(entry, 'type'));
    }
  }
}

function readStructure(data: object, reading: Reading): void {
  const message = memberOf(data, 'message');
  const name = textIn(data, 'primaryType');
  const typeOf: TypeOf = (type, member) => {
    const fields = reading.entriesOf(memberOf(memberOf(data, 'types'), type));
    const isMeant = (field: unknown) => memberOf(field, 'name') === member;
    return textIn(fields.find(isMeant), 'type');
  };
  const isRevocation = isPermitOfNothing(name, message, typeOf);
  reading.addKind(isRevocation ? 'revoke' : (KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'typed'));
  reading.name(...addressesMeant(memberOf(memberOf(data, 'domain'), 'verifyingContract')));
  const { spender: _, operator: __, ...others } = Object(message) as Record<string, unknown>;
  readValue(isRevocation ? others : message, reading, name, typeOf);
}

/** By the member that says how much, only where it is declared, because nothing else is signed; a text is true, whatever it says. */
function isPermitOfNothing(name: string, message: unknown, typeOf: TypeOf): boolean {
  // Of Permit2, for one token or for several.
  const details = /^Permit(?:Single|Batch)$/.test(name) ? typeOf(name, 'details') : '';
  const type = details.replace('[]', '') || name;
  const amount = ['allowed', 'approved', 'value', 'amount'].find((each) => typeOf(type, each) !== '');
  const permits = details === '' ? [message] : [memberOf(message, 'details')].flat();
  const isNothing = (permit: unknown): boolean => {
    const value = memberOf(permit, amount ?? '');
    return amount?.endsWith('ed') ? value === false : typeof value !== 'object' && /^(?:0x)?0+$/.test(String(value));
  };
  const isPermit = /^Permit(?:Details|ForAll)?$/.test(type) && amount !== undefined;
  return isPermit && permits.length > 0 && permits.every(isNothing);
}
