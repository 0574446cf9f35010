import { keccak_256 } from '@noble/hashes/sha3.js';

const WRITTEN =
  /^(?:(?:[a-z][a-z0-9-]{0,31}:(?:\d{1,32}:)?)?(?:pay-)?(?:0x|xdc)|ronin:)([0-9a-f]{40})(?:@(?:0x)?[0-9a-f]{1,64})?(?:\/(\w{1,64}))?(?:\?(.*))?$/i;
const RECIPIENT = /(?:^|&)address=0x([0-9a-f]{40})(?:&|$)/i;
/** Both cases tell that case carries a checksum: other hexadecimal digits have one. */
const WITHOUT_PREFIX = /^(?=.*[a-f])(?=.*[A-F])[0-9a-fA-F]{40}$/;

/**
 * Canonical content of a whole text that is an EVM address: bare, with its chain (`eip155:1:0x…`, CAIP-10; `eth:0x…`,
 * ERC-3770), with what XDC and Ronin write in place of `0x`, or as a payment request (`ethereum:0x…@1`, ERC-681). For a
 * token transfer this is the recipient, not the token. Without a prefix only with a right checksum in mixed case (ERC-55).
 * @returns null for any other text
 */
export function canonicalEvmAddress(text: string): string | null {
  if (WITHOUT_PREFIX.test(text)) return checksumAddress(`0x${text}`).endsWith(text) ? `0x${text.toLowerCase()}` : null;
  const found = WRITTEN.exec(text);
  if (!found) return null;
  const [, target = '', action, parameters = ''] = found;
  const recipient = action === 'transfer' ? RECIPIENT.exec(parameters)?.[1] : undefined;
  return `0x${(recipient ?? target).toLowerCase()}`;
}

/**
 * Adds the mixed-case checksum of ERC-55: a letter is upper case if the same digit of the Keccak-256 hash of the
 * lower-case address is 8 or more.
 * @param address `0x` and 40 hexadecimal digits, in any case
 * @throws RangeError for any other text
 */
export function checksumAddress(address: string): string {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw new RangeError(`Not an EVM address: ${address.slice(0, 64)}`);
  const digits = address.slice(2).toLowerCase();
  const hash = keccak_256(new TextEncoder().encode(digits));
  let text = '0x';
  for (let index = 0; index < 40; index++) {
    const nibble = (hash[index >> 1]! >> (index % 2 === 0 ? 4 : 0)) & 15;
    text += nibble >= 8 ? digits[index]!.toUpperCase() : digits[index];
  }
  return text;
}
