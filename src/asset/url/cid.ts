import { base32nopad, base58 } from '@scure/base';

const SHA_256_MULTIHASH = [0x12, 0x20];
/** Longest identifier that is decoded: base 58 takes quadratic time. */
const MAX_LENGTH = 128;

/**
 * An IPFS content identifier in its one form: version 1, base 32, lower case (multiformats, CID specification). Version 0 (`Qm…`) and
 * base 58 (`z…`) are converted.
 * @returns null for what is no content identifier
 */
export function canonicalCid(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  try {
    if (/^Qm[1-9A-HJ-NP-Za-km-z]{44}$/.test(text)) {
      const hash = base58.decode(text);
      return hash.length === 34 && SHA_256_MULTIHASH.every((byte, index) => hash[index] === byte)
        ? written(Uint8Array.of(0x01, 0x70, ...hash))
        : null;
    }
    if (/^z[1-9A-HJ-NP-Za-km-z]{30,}$/.test(text)) return written(base58.decode(text.slice(1)));
    return /^b[a-z2-7]{30,}$/i.test(text) ? written(base32nopad.decode(text.slice(1).toUpperCase())) : null;
  } catch {
    return null;
  }
}

const written = (bytes: Uint8Array): string | null =>
  bytes[0] === 0x01 ? `b${base32nopad.encode(bytes).toLowerCase()}` : null;
