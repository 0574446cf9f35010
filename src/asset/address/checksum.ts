import { keccak_256 } from '@noble/hashes/sha3.js';

/**
 * An EVM address with the mixed-case checksum of EIP-55: a letter is a capital where the same digit of the Keccak-256 hash of the
 * lower-case address is 8 or more.
 * @param address `0x` and 40 hexadecimal digits, in any case
 * @throws RangeError for anything else
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
