import { NEAR_WORDS } from './family.ts';
import { isAlphanumeric, textsInPieces } from './pieces.ts';
import { plainText } from './plain-text.ts';
import { BASE64_LENGTH, beginsBase64, isBase64Account, isTooShort, longRuns } from './token.ts';

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
/** What is before the digits of an EVM address, with them; without a prefix both cases tell. */
const EVM_DIGITS =
  /(?:0[xX]|[rR][oO][nN][iI][nN]:)[0-9a-fA-F]{40}$|(?=[0-9A-F]*[a-f])(?=[0-9a-f]*[A-F])[0-9a-fA-F]{40}$/;
const EVM_LENGTH = 45;
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
  if (isParted(plain.text)) return true;
  for (const joined of textsInPieces(plain)) if (hasSignIn(joined, 0, joined.length, isOfNear)) return true;
  return false;
}

/** The first digits of an EVM address, not shortened, with something else behind them, and the digits that may follow. */
const FIRST_PART = /0x([0-9a-f]{6,39})(?![0-9a-f]|\s*(?:\u2026|\.\.))/gi;
const LATER_PART = /[0-9a-f]{4,}/gi;
/** Characters between two parts: a hidden text, or a script. */
const MAX_BETWEEN = 128;
/** Maximum number of first parts that are looked at in one text. */
const MAX_PARTED = 50;

/** Whether an EVM address may be in parts, as the text of elements that show nothing is between them. */
function isParted(text: string): boolean {
  // Far cheaper than the search below, for almost every text.
  if (!text.includes('0x') && !text.includes('0X')) return false;
  let count = 0;
  for (const { 0: part, 1: digits = '', index } of text.matchAll(FIRST_PART)) {
    count += 1;
    if (count > MAX_PARTED) return false;
    const from = index + part.length;
    const later = text.slice(from, from + MAX_BETWEEN).match(LATER_PART) ?? [];
    if (later.join('').length >= HEX_LENGTH - digits.length) return true;
  }
  return false;
}

/** What stands before the data of bech32, and the version characters of CashAddr. */
const BECH32_BEGINNINGS = '1pqrz';

/**
 * Whether a run of base64 characters contains an address prefix followed by enough characters of one alphabet.
 * @param isOfNear whether the text around the run has a word of NEAR
 */
function hasSignIn(text: string, from: number, end: number, isOfNear: boolean): boolean {
  let hex = 0;
  let isEvm = false;
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
    if (hex === HEX_LENGTH && EVM_DIGITS.test(text.slice(Math.max(0, at - EVM_LENGTH), at + 1))) return true;
    // XDC writes `xdc`, of which two are digits.
    if (hex === HEX_LENGTH + 2 && /xdc/i.test(text.slice(at - HEX_LENGTH - 2, at - HEX_LENGTH + 1))) return true;
    // In a run as long as an EVM address its parts may be in another order, or backwards.
    if (code === 48 && ((text.charCodeAt(at + 1) | 32) === 120 || (text.charCodeAt(at - 1) | 32) === 120)) isEvm = true;
    if (hex === NEAR_LENGTH && isOfNear) return true;
    bech32 = bits & BECH32 ? bech32 + 1 : 0;
    if (bech32 >= BECH32_LENGTH && BECH32_BEGINNINGS.includes(text[at - BECH32_LENGTH]!)) return true;
    base32 = bits & BASE32 ? base32 + 1 : 0;
    if (base32 === BASE32_LENGTH || (at + BASE64_LENGTH <= end && isBase64Account(text, at))) return true;
    alphanumeric = isAlphanumeric(code) ? alphanumeric + 1 : 0;
    if (alphanumeric === 0) isEvm = false;
    if (isEvm && alphanumeric > HEX_LENGTH + 1) return true;
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
