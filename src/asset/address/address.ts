import { canonicalEvmAddress } from './evm.ts';
import { ADDRESS_FAMILIES, type AddressFamily } from './family.ts';
import { READERS, shapesIn } from './shape.ts';
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
const CAIP_10 = /^[-a-z0-9]{3,8}:[-_a-z0-9]{1,32}:([-.%a-z0-9]{1,128})$/i;

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

/**
 * Finds every wallet address in a text, in order, with repeats. Skips an address that touches a letter or a digit,
 * because it is part of something longer, and one with a wrong checksum. Linear time.
 * @param around text in which to look for the words that some families need nearby
 */
export function findAddresses(text: string, around: string = text): FoundAddress[] {
  const found: FoundAddress[] = [];
  let end = 0;
  for (const { content: spelling, index, length, mayRunOn } of shapesIn(text, () => around)) {
    const address = index < end || mayRunOn ? null : addressOf(spelling);
    if (address === null) continue;
    found.push({ ...address, index, length });
    end = index + length;
  }
  return found;
}

/** Schemes that are always followed by a wallet address. */
export const PAYMENT_SCHEMES: readonly string[] = ADDRESS_FAMILIES.flatMap(({ schemes }) => schemes);
