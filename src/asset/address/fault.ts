import { addressOf, familyInWords, PAYMENT_SCHEMES } from './address.ts';
import { ADDRESS_FAMILIES } from './family.ts';
import { MAX_TOKEN_LENGTH } from './pieces.ts';
import { READERS } from './shape.ts';

/** Why a text that looks like an address of a family is invalid, or may as well be something else (`unclear`). */
type Fault = 'checksum' | 'case' | 'character' | 'length' | 'name' | 'unclear';

/** `family` is its display name. */
export type AddressFault = { readonly fault: Fault; readonly family: string };

/**
 * Whether a text is 64 hexadecimal digits and nothing else: a transaction, a private key, or an account of NEAR without
 * a name.
 */
export const isUnclear = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text.trim());

/** Texts of other lengths are not addresses. */
const LENGTHS = /^\S{20,128}$/;

/** The address alone of what a person typed, without its type, its scheme and the parameters of a payment request. */
function spellingIn(typed: string): string {
  const text = typed.replace(/^ADDRESS:\s*/, '');
  const [, scheme = '', address = ''] = /^([a-z\d+]{2,16}):(?:\/\/)?([^:?#@\s]+)(?:[?#@]\S*)?$/i.exec(text) ?? [];
  // CashAddr has its scheme as a prefix.
  return scheme.toLowerCase() !== 'bitcoincash' && PAYMENT_SCHEMES.includes(scheme.toLowerCase()) ? address : text;
}

/**
 * Explains why a text entered as an address is not taken as one, and which family it resembles.
 * @returns null for a clear address and for a text that resembles none
 */
export function addressFault(text: string): AddressFault | null {
  if (isUnclear(text)) return { fault: 'unclear', family: familyInWords('near') };
  const spelling = spellingIn(text.trim());
  if (spelling.length > MAX_TOKEN_LENGTH || addressOf(spelling) !== null) return null;
  const shaped = READERS.find(({ family, whole }) => family.context === undefined && whole.test(spelling));
  if (shaped !== undefined) {
    const { displayName, spellings } = shaped.family;
    if (spellings.some(({ check }) => check.codec === 'ens-name')) return { fault: 'name', family: displayName };
    // Case-insensitive spellings must be all lower or all upper case (BIP-173, CashAddr).
    const isMixed = shaped.spelling.anyCase && addressOf(spelling.toLowerCase()) !== null;
    return { fault: isMixed ? 'case' : 'checksum', family: displayName };
  }
  const lower = addressOf(spelling.toLowerCase());
  if (lower !== null && LENGTHS.test(spelling)) return { fault: 'case', family: familyInWords(lower.family) };
  return LENGTHS.test(spelling) && /\d/.test(spelling) ? faultOfBeginning(spelling) : null;
}

/** Judges by the beginning: wrong length, or characters outside the alphabet. */
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
