import { canonicalEvmAddress } from './evm.ts';
import { ADDRESS_FAMILIES, type AddressFamily } from './family.ts';
import { plainText, spanOf } from './plain-text.ts';
import { type Candidate, candidatesIn, READERS } from './shape.ts';
import { canonicalSpelling } from './spelling.ts';

/** A wallet address: its family and its canonical content. */
export type Address = { readonly family: string; readonly content: string };

/** An address in a text. `index` and `length` are in UTF-16 units. */
export type FoundAddress = Address & { readonly index: number; readonly length: number };

/** Upper bound for an address with its chain and the parameters of a payment request. */
const MAX_WHOLE_LENGTH = 2_048;

/** Reads a whole text as an address of the selected families; null if it is none. */
function ofFamilies(text: string, isMeant: (family: AddressFamily) => boolean): Address | null {
  for (const { family, spelling, whole } of READERS) {
    if (!isMeant(family) || !whole.test(text)) continue;
    const content = canonicalSpelling(text, spelling.check);
    if (content !== null) return { family: family.name, content };
  }
  return null;
}

/** `scheme:address?parameters` (BIP-21 and similar), and `namespace:reference:address` (CAIP-10). */
const REQUEST = /^(web\+[a-z]{3,16}|[a-z0-9]{2,16}):(?:\/\/)?([^:/?#@]+)(?:@[^?#]*)?(?:[?#].*)?$/i;
const CAIP_10 = /^([-a-z0-9]{3,8}):[-_a-z0-9]{1,32}:([-.%a-z0-9]{1,128})$/i;

/**
 * Reads a whole text as a wallet address: bare, with its chain, or as a payment request.
 * @returns null unless it is an address of a known family
 */
export function addressOf(text: string): Address | null {
  if (text.length > MAX_WHOLE_LENGTH) return null;
  const evm = canonicalEvmAddress(text);
  if (evm !== null) return { family: 'evm', content: evm };
  const bare = ofFamilies(text, () => true);
  if (bare) return bare;
  const [, scheme = '', target = ''] = REQUEST.exec(text) ?? [];
  const named = ofFamilies(target, ({ schemes }) => schemes.includes(scheme.toLowerCase()));
  if (named) return named;
  const [, namespace = '', account = ''] = CAIP_10.exec(text) ?? [];
  // Where the shape alone is ambiguous, the namespace decides: digits of another chain are a transaction.
  return ofFamilies(account, ({ context, schemes }) => !context || schemes.includes(namespace.toLowerCase()));
}

/** Canonical content of the wallet address that makes up the whole text, or null. */
export const canonicalAddress = (text: string): string | null => addressOf(text)?.content ?? null;

/**
 * Display name of a family.
 * @throws RangeError for an unknown family
 */
export function familyInWords(name: string): string {
  const family = ADDRESS_FAMILIES.find((one) => one.name === name);
  if (family === undefined) throw new RangeError(`No family of addresses is called ${name}`);
  return family.displayName;
}

/** Schemes that are always followed by a wallet address. */
export const PAYMENT_SCHEMES: readonly string[] = ADDRESS_FAMILIES.flatMap(({ schemes }) => schemes);

/** The scheme right before an address, as in `ton://transfer/EQ…`. */
const SCHEME_BEFORE = /(?<![\w+])([\w+]{2,16}):(?:\/\/)?(?:pay-|transfer\/)?$/;
const SCHEME_LENGTH = 32;
const REQUEST_REST = /^[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}]/;

/**
 * Whom a payment request in a text pays, and the end of the request. Its parameters may name further addresses: the
 * token, its issuer, a reference.
 * @param start of the first address in it
 * @param end of that address
 * @returns null for an address without a scheme or without parameters
 */
function requestAt(text: string, start: number, end: number): (Address & { readonly end: number }) | null {
  const scheme = SCHEME_BEFORE.exec(text.slice(Math.max(0, start - SCHEME_LENGTH), start))?.[1]?.toLowerCase();
  if (scheme === undefined || !PAYMENT_SCHEMES.includes(scheme)) return null;
  const rest = REQUEST_REST.exec(text.slice(end, end + MAX_WHOLE_LENGTH))?.[0] ?? '';
  const address = rest.includes('?') ? addressOf(`${scheme}:${text.slice(start, end)}${rest}`) : null;
  return address && { ...address, end: end + rest.length };
}

/**
 * A TON account in groups of at least four characters, over lines or with spaces that end no word. Its alphabet has
 * separators, so it is no token in pieces. Each gap is read in one way only.
 */
const ACCOUNT_IN_PIECES = /(?<![\w+/-])[EUk0][Qf][\w+/-]{2}(?:(?:[ \t]*[^\S \t]\s*)?[\w+/-]){44}(?![0-9A-Za-z])/g;

function accountsInPieces(text: string): Candidate[] {
  const plain = plainText(text);
  return [...plain.text.matchAll(ACCOUNT_IN_PIECES)].flatMap(({ 0: written, index }) => {
    const content = written.replace(/\s/g, '');
    return content === written ? [] : { ...spanOf(plain, index, index + written.length), content };
  });
}

/**
 * Finds every wallet address in a text, in order, with repeats. Skips an address that touches a letter or a digit,
 * because it is part of something longer, and one with a wrong checksum. Of a payment request only the payee is found.
 * Linear time.
 * @param around text in which to look for the words that some families need nearby
 */
export function findAddresses(text: string, around: string = text): FoundAddress[] {
  const found: FoundAddress[] = [];
  let end = 0;
  const shapes = [...candidatesIn(text, () => around), ...accountsInPieces(text)].sort((a, b) => a.index - b.index);
  for (const { content: spelling, index, length, mayRunOn } of shapes) {
    if (index < end || mayRunOn) continue;
    const request = requestAt(text, index, index + length);
    const address = request ?? addressOf(spelling);
    if (address === null) continue;
    const { family, content } = address;
    found.push({ family, content, index, length });
    end = request?.end ?? index + length;
  }
  return found;
}

/** A text in which every address in pieces, over lines or with spaces that end no word, stands in one piece. */
export function withoutGaps(text: string): string {
  let whole = '';
  let end = 0;
  for (const { content, index, length } of findAddresses(text)) {
    if (!/\s/.test(text.slice(index, index + length))) continue;
    whole += text.slice(end, index) + content;
    end = index + length;
  }
  return whole + text.slice(end);
}
