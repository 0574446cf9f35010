import { addressOf, familyInWords } from './address.ts';
import { ADDRESS_FAMILIES } from './family.ts';
import { READERS } from './shape.ts';
import { MAX_TOKEN_LENGTH } from './token.ts';

/** Why something that looks like an address of a family is none. */
export const ADDRESS_FAULTS = ['checksum', 'case', 'character', 'length', 'name'] as const;

/** `family` is what people call it. */
export type AddressFault = { readonly fault: (typeof ADDRESS_FAULTS)[number]; readonly family: string };

/** Shorter and longer texts are words, or something else altogether. */
const LENGTHS = /^\S{20,128}$/;

/**
 * Of a text that somebody gave as an address: which family's it looks like, and what is wrong with it.
 * @returns null for what is an address, and for what looks like none
 */
export function addressFault(text: string): AddressFault | null {
  const spelling = text.trim();
  if (spelling.length > MAX_TOKEN_LENGTH || addressOf(spelling) !== null) return null;
  const shaped = READERS.find(({ family, whole }) => family.context === undefined && whole.test(spelling));
  if (shaped !== undefined) {
    const { displayName, spellings } = shaped.family;
    if (spellings.some(({ check }) => check.codec === 'ens-name')) return { fault: 'name', family: displayName };
    // Only spellings without case are read in either, and then in one of them (BIP-173, CashAddr).
    const isMixed = shaped.spelling.anyCase && addressOf(spelling.toLowerCase()) !== null;
    return { fault: isMixed ? 'case' : 'checksum', family: displayName };
  }
  const lower = addressOf(spelling.toLowerCase());
  if (lower !== null && LENGTHS.test(spelling)) return { fault: 'case', family: familyInWords(lower.family) };
  return LENGTHS.test(spelling) && /\d/.test(spelling) ? faultOfBeginning(spelling) : null;
}

/** By how a text begins, where it is too long or too short, or holds what its alphabet leaves out. */
function faultOfBeginning(text: string): AddressFault | null {
  for (const { begins, displayName } of ADDRESS_FAMILIES) {
    const rest = begins === undefined ? null : new RegExp(`^(?:${begins.with})(.*)$`).exec(text)?.[1];
    if (rest === undefined || rest === null) continue;
    const isWritten = new RegExp(`^${begins!.alphabet}*$`).test(rest);
    if (isWritten) return { fault: 'length', family: displayName };
    if (/^[0-9A-Za-z]*$/.test(rest)) return { fault: 'character', family: displayName };
  }
  return null;
}
