/** Digits of a transaction, a block or a key; few chains have addresses of this shape. */
const HASH = /^(?:0x)?[0-9a-f]{60,64}$/i;
const EVM = /^(?:0x|xdc|ronin:)([0-9a-f]{40})$/i;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** Bits of a public key hash, and of the checksum behind it in base58. */
const KEY_BITS = 160;
const CHECKSUM_BITS = 32;

/**
 * Whether a copied address is another one than the address shown beside it. A name and its address, digits of a transaction,
 * and one key in two notations are no swap. Checksums are not verified.
 */
export function isSwap(shown: string, copied: string): boolean {
  if (shown.includes('.') !== copied.includes('.')) return false;
  if (HASH.test(shown) !== HASH.test(copied)) return false;
  const [one, other] = [bitsOf(shown), bitsOf(copied)];
  if (one === null || other === null) return true;
  return !other.all.includes(one.key) && !one.all.includes(other.key);
}

/** All bits of an address, and those of its key alone as far as the notation tells; null for other notations. */
function bitsOf(address: string): { readonly all: string; readonly key: string } | null {
  const digits = EVM.exec(address)?.[1];
  if (digits !== undefined) return sliced(BigInt(`0x${digits}`).toString(2).padStart(KEY_BITS, '0'), 0);
  const data = /^(?:[a-z0-9]+(?:1|:)|(?=[qp]))([02-9ac-hj-np-z]{38,64})$/i.exec(address)?.[1];
  if (data !== undefined) {
    const all = [...data.toLowerCase()].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
    return { all, key: all.slice(0, -CHECKSUM_BITS) };
  }
  if (!/^[1-9A-HJ-NP-Za-km-z]{26,35}$/.test(address)) return null;
  const value = [...address].reduce((sum, letter) => sum * 58n + BigInt(BASE58.indexOf(letter)), 0n);
  return sliced(value.toString(2).padStart(KEY_BITS + CHECKSUM_BITS, '0'), CHECKSUM_BITS);
}

function sliced(all: string, behind: number) {
  const end = all.length - behind;
  return { all, key: all.slice(end - KEY_BITS, end) };
}
