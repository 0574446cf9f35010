import { plainText } from './plain-text.ts';
import { BASE64_LENGTH, beginsBase64, isAlphanumeric, isBase64Account, joinedPieces, longRuns } from './token.ts';

/** What only its own boundaries would tell: names, accounts of a workchain, and those of XRP that nobody holds the key of. */
const TOUCHED = /[0-9A-Za-z$_\u00a1-\uffff-]\.(?:eth|near(?!by))|:[0-9A-Fa-f]{64}|r{10}/;

/** Bits of the alphabets that a character is of; that of bech32 in either case. */
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

/** How many characters of its alphabet the shortest address of each encoding has in a row. */
const HEX_LENGTH = 40;
const BECH32_LENGTH = 38;
const BASE32_LENGTH = 56;
const BASE58_LENGTH = 25;
/** A name in camel case changes its case less often. */
const MIN_CASE_CHANGES = 5;

/**
 * Whether a text may hold an address of any family: cheap enough to be asked about every text of every page, and wrong in one direction
 * only. Neighbours that touch do no harm, so that `textContent` answers for a whole element. Linear time.
 */
export function mayHoldAddress(text: string): boolean {
  const plain = plainText(text);
  if (TOUCHED.test(plain.text)) return true;
  for (const [from, end] of longRuns(plain.text)) if (hasSignIn(plain.text, from, end)) return true;
  return joinedPieces(plain).some(({ span }) => hasSignIn(span.text, 0, span.text.length));
}

/** `1`, or the version of CashAddr. */
const beginsBech32 = (code: number): boolean => code === 49 || code === 112 || code === 113;

/** Whether a run of base64 characters has as many of one alphabet in a row as an address, behind what such an address begins with. */
function hasSignIn(text: string, from: number, end: number): boolean {
  let hex = 0;
  let bech32 = 0;
  let base32 = 0;
  let alphanumeric = 0;
  let base58 = 0;
  // Of what is in base58: a hash in hexadecimal has no other letter, and a name in camel case no digit.
  let isHexadecimal = true;
  let hasDigit = false;
  let caseChanges = 0;
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const bits = ALPHABETS[code]!;
    hex = bits & HEX ? hex + 1 : 0;
    if (hex === HEX_LENGTH && text[at - HEX_LENGTH - 1] === '0' && (text.charCodeAt(at - HEX_LENGTH) | 32) === 120)
      return true;
    bech32 = bits & BECH32 ? bech32 + 1 : 0;
    if (bech32 >= BECH32_LENGTH && beginsBech32(text.charCodeAt(at - BECH32_LENGTH))) return true;
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
