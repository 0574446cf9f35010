import { checkedBase58, classicOfXAddress, classicXrp, genericSs58, monero, plainBase58 } from './codec/base58.ts';
import { cashAddress, plainBech32, segwit } from './codec/bech32.ts';
import { byron, rawTon, shelley, stellar } from './codec/crc.ts';
import { ensName } from './codec/ens.ts';
import { canonicalEvmAddress } from './evm.ts';
import type { Check } from './family.ts';

/** Canonical content of a text with the shape of a spelling; null if its check fails. Never throws. */
export function canonicalSpelling(text: string, check: Check): string | null {
  try {
    return checked(text, check);
  } catch {
    // Decoders throw for invalid input.
    return null;
  }
}

function checked(text: string, check: Check): string | null {
  switch (check.codec) {
    case 'evm':
      return canonicalEvmAddress(text);
    case 'hex':
      return text.toLowerCase();
    case 'padded-hex':
      return `0x${text
        .slice(2)
        .toLowerCase()
        .padStart(check.size * 2, '0')}`;
    case 'base58':
      return plainBase58(text, check.size);
    case 'base58check':
      return checkedBase58(text, check.versions);
    case 'segwit':
      return segwit(text, check.prefix);
    case 'bech32':
      return plainBech32(text, check.sizes);
    case 'cash-address':
      return cashAddress(text, check.prefix);
    case 'xrp-classic':
      return classicXrp(text);
    case 'xrp-x':
      return classicOfXAddress(text);
    case 'stellar':
      return stellar(text);
    case 'ton-friendly':
      return rawTon(text);
    case 'cardano-shelley':
      return shelley(text);
    case 'cardano-byron':
      return byron(text);
    case 'ss58':
      return genericSs58(text);
    case 'monero':
      return monero(text);
    case 'ens-name':
      return ensName(text);
    case 'near-name':
      // Two adjacent separators, or one at either end of a part, are invalid (NEAR nomicon, account identifiers).
      return text.length <= 64 && /^(?:[a-z0-9]+[-_])*[a-z0-9]+(?:\.(?:[a-z0-9]+[-_])*[a-z0-9]+)*$/.test(text)
        ? text
        : null;
  }
}
