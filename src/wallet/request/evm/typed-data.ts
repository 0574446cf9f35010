import { entriesOf, memberOf, type Reading, type RequestKind, textIn } from '../reading.ts';
import { addressesMeant } from './hex.ts';
import { readValue } from './values.ts';

/** What is signed with a primary type. */
const KINDS: readonly (readonly [RegExp, RequestKind])[] = [
  [/^PermitForAll$/, 'approve-all'],
  [/^Permit|^(?:Transfer|Receive)WithAuthorization$/, 'permit'], // ERC-2612, DAI, Permit2, ERC-3009
  [/Order(?:Components)?$|^Root$|^Maker$/, 'order'], // Seaport and most exchanges, Blur, LooksRare
  [/^SafeTx$/, 'safe'],
  [/^(?:Authorization|Delegation)$/, 'delegate'], // EIP-7702, ERC-7710
  [/^(?:ForwardRequest|MetaTransaction)$/, 'contract'], // ERC-2771
];

/**
 * Names whom typed data empowers (EIP-712; `eth_signTypedData` v1, v3, v4): the contract that verifies it, each address
 * in it, and the calls in its bytes. The spender of a Permit of zero is not named.
 * @param args account and data, which wallets take in either order, so all that is no account is read
 */
export function readTypedData(args: readonly unknown[], reading: Reading): void {
  for (const data of args) if (addressesMeant(data).length === 0) readData(data, reading);
}

/** @param data an object, the array of v1, or either as JSON */
function readData(data: unknown, reading: Reading): void {
  const parsed = typeof data === 'string' && reading.mayRead(data.length) ? parsedJson(data) : data;
  if (typeof parsed !== 'object' || parsed === null) reading.addKind('unreadable');
  else if (Array.isArray(parsed)) for (const entry of entriesOf(parsed, reading)) readEntry(entry, reading);
  else readStructure(parsed, reading);
}

function readEntry(entry: unknown, reading: Reading): void {
  reading.addKind('typed');
  reading.addKind(readValue(memberOf(entry, 'value'), reading, textIn(entry, 'type')));
}

function readStructure(data: object, reading: Reading): void {
  const [domain, types, message] = ['domain', 'types', 'message'].map((name) => memberOf(data, name));
  const name = textIn(data, 'primaryType') ?? '';
  const typeOf = declaredIn(types, reading);
  const isRevocation = name === 'Permit' && isPermitOfNothing(message, typeOf);
  reading.addKind(isRevocation ? 'revoke' : (KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'typed'));
  reading.name(...addressesMeant(memberOf(domain, 'verifyingContract')));
  const { spender: _, ...others } = Object(message) as Record<string, unknown>;
  reading.addKind(readValue(isRevocation ? others : message, reading, name, typeOf));
}

/** What type a member of a structure is declared to have; an address if it is declared twice and once so. */
function declaredIn(types: unknown, reading: Reading): (type: string, member: string) => string {
  const structures = new Map<string, Map<unknown, string>>();
  return (type, member) => {
    const members = structures.get(type) ?? new Map<unknown, string>();
    if (!structures.has(type)) {
      structures.set(type, members);
      for (const field of entriesOf(memberOf(types, type), reading))
        if (members.get(memberOf(field, 'name')) !== 'address')
          members.set(memberOf(field, 'name'), textIn(field, 'type') ?? '');
    }
    return members.get(member) ?? '';
  };
}

/** Only of what is declared, because nothing else is signed; a text is true, whatever it says. */
function isPermitOfNothing(message: unknown, typeOf: (type: string, name: string) => string): boolean {
  const isDeclared = (name: string) => typeOf('Permit', name) !== '';
  if (isDeclared('allowed')) return memberOf(message, 'allowed') === false;
  const value = memberOf(message, 'value');
  return (
    isDeclared('value') && ['string', 'number', 'bigint'].includes(typeof value) && /^(?:0x)?0+$/.test(String(value))
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
