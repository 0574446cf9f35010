import type { RequestKind } from '../../kinds.ts';
import { attempt, entriesOf, memberOf, type Reading, textIn } from '../reading.ts';
import { addressesMeant, readValue } from './values.ts';

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
 * @param args account and data (an object, the array of v1, or either as JSON), which wallets take in either order, so
 *   all that is no account is read
 */
export function readTypedData(args: readonly unknown[], reading: Reading): void {
  for (const data of args) {
    if (addressesMeant(data).length > 0) continue;
    const parsed: unknown = typeof data === 'string' ? attempt(() => JSON.parse(data)) : data;
    if (typeof parsed !== 'object' || parsed === null) reading.addKind('unreadable');
    else if (!Array.isArray(parsed)) readStructure(parsed, reading);
    for (const entry of entriesOf(parsed, reading)) {
      reading.addKind('typed');
      readValue(memberOf(entry, 'value'), reading, textIn(entry, 'type'));
    }
  }
}

function readStructure(data: object, reading: Reading): void {
  const [domain, types, message] = ['domain', 'types', 'message'].map((name) => memberOf(data, name));
  const name = textIn(data, 'primaryType');
  /** What a member is declared to be; an address if it is declared twice and once so. */
  const typeOf = (type: string, member: string): string => {
    const fields = entriesOf(memberOf(types, type), reading).filter((field) => memberOf(field, 'name') === member);
    const declared = fields.map((field) => textIn(field, 'type'));
    return declared.includes('address') ? 'address' : (declared.at(-1) ?? '');
  };
  const isRevocation = name === 'Permit' && isPermitOfNothing(message, typeOf);
  reading.addKind(isRevocation ? 'revoke' : (KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'typed'));
  reading.name(...addressesMeant(memberOf(domain, 'verifyingContract')));
  const { spender: _, ...others } = Object(message) as Record<string, unknown>;
  readValue(isRevocation ? others : message, reading, name, typeOf);
}

/** Only of what is declared, because nothing else is signed; a text is true, whatever it says. */
function isPermitOfNothing(message: unknown, typeOf: (type: string, name: string) => string): boolean {
  if (typeOf('Permit', 'allowed') !== '') return memberOf(message, 'allowed') === false;
  const value = memberOf(message, 'value');
  const isNumber = ['string', 'number', 'bigint'].includes(typeof value);
  return typeOf('Permit', 'value') !== '' && isNumber && /^(?:0x)?0+$/.test(String(value));
}
