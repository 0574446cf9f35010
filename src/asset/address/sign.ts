import { NEAR_WORDS } from './family.ts';
import { plainText } from './plain-text.ts';
import {
  BASE64_LENGTH,
  beginsBase64,
  isAlphanumeric,
  isBase64Account,
  isTooShort,
  joinedPieces,
  longRuns,
} from './token.ts';

/**
 * Forms that only their boundaries would reveal: names, TON accounts in raw form, and XRP accounts without a known key.
 */
const TOUCHED = /[0-9A-Za-z$_\u00a1-\uffff-]\.(?:[eE][tT][hH]|near(?!by))|:[0-9A-Fa-f]{64}|r{10}/;

/** One bit for each alphabet that contains a character; for bech32 in either case. */
const HEX = 1;
const BECH32 = 2;
const BASE32 = 4;
const BASE58 = 8;
const ALPHABETS: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) => {
  if (!isAlphanumeric(code)) return 0;
  const character = String.fromCharCode(code);
  return (
    (code < 71 || (code > 96 && code < 103) ? HEX : 0) |
    ('1bioBIO'.includes(character) ? 0 : BECH32) |
    (code < 91 && !'0189'.includes(character) ? BASE32 : 0) |
    ('0OIl'.includes(character) ? 0 : BASE58)
  );
});

/** Minimum run of characters from one alphabet in an address of each encoding. */
const HEX_LENGTH = 40;
/** A NEAR account without a name; so many texts hold a hash of this length that one of the words of NEAR must be there. */
const NEAR_LENGTH = 64;
const BECH32_LENGTH = 38;
const BASE32_LENGTH = 56;
const BASE58_LENGTH = 25;
/** Names in camel case change case less often. */
const MIN_CASE_CHANGES = 5;

/**
 * Whether a text may contain an address of any family. Cheap enough for every text of every page; false positives are
 * possible, false negatives are not. Adjacent text does no harm, so `textContent` works for a whole element. Linear
 * time.
 */
export function mayHoldAddress(text: string): boolean {
  if (isTooShort(text)) return false;
  const plain = plainText(text);
  if (TOUCHED.test(plain.text)) return true;
  // Once, not at each checksum: a page may list thousands.
  const isOfNear = NEAR_WORDS.test(plain.text);
  for (const [from, end] of longRuns(plain.text)) if (hasSignIn(plain.text, from, end, isOfNear)) return true;
  return joinedPieces(plain).some(({ content }) => hasSignIn(content, 0, content.length, isOfNear));
}

/** What stands before the data of bech32, and the version characters of CashAddr. */
const BECH32_BEGINNINGS = '1pqrz';

/**
 * Whether a run of base64 characters contains an address prefix followed by enough characters of one alphabet.
 * @param isOfNear whether the text around the run has a word of NEAR
 */
function hasSignIn(text: string, from: number, end: number, isOfNear: boolean): boolean {
  let hex = 0;
  let bech32 = 0;
  let base32 = 0;
  let alphanumeric = 0;
  let base58 = 0;
  // For base58: a hexadecimal hash has no other letters, and a name in camel case has no digits.
  let isHexadecimal = true;
  let hasDigit = false;
  let caseChanges = 0;
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const bits = ALPHABETS[code]!;
    hex = bits & HEX ? hex + 1 : 0;
    if (hex === HEX_LENGTH && text[at - HEX_LENGTH - 1] === '0' && (text.charCodeAt(at - HEX_LENGTH) | 32) === 120)
      return true;
    if (hex === NEAR_LENGTH && isOfNear) return true;
    bech32 = bits & BECH32 ? bech32 + 1 : 0;
    if (bech32 >= BECH32_LENGTH && BECH32_BEGINNINGS.includes(text[at - BECH32_LENGTH]!)) return true;
    base32 = bits & BASE32 ? base32 + 1 : 0;
    if (base32 === BASE32_LENGTH || (at + BASE64_LENGTH <= end && isBase64Account(text, at))) return true;
    alphanumeric = isAlphanumeric(code) ? alphanumeric + 1 : 0;
    if (alphanumeric >= BASE64_LENGTH && beginsBase64(text, at + 1 - BASE64_LENGTH)) return true;
    if ((bits & BASE58) === 0) {
      base58 = 0;
      isHexadecimal = true;
      hasDigit = false;
      caseChanges = 0;
      continue;
    }
    base58 += 1;
    if (code < 58) hasDigit = true;
    else if ((code | 32) > 102) isHexadecimal = false;
    if (base58 > 1 && code >= 65 && code <= 90 && text.charCodeAt(at - 1) >= 97) caseChanges += 1;
    if (base58 >= BASE58_LENGTH && !isHexadecimal && (hasDigit || caseChanges >= MIN_CASE_CHANGES)) return true;
  }
  return false;
}
