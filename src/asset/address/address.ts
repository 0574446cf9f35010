import { canonicalEvmAddress } from './evm.ts';
import { ADDRESS_FAMILIES, type AddressFamily } from './family.ts';
import { READERS, shapesIn } from './shape.ts';
import { canonicalSpelling } from './spelling.ts';

/** Whose a wallet address is, and its canonical content. */
export type Address = { readonly family: string; readonly content: string };

/** An address in a text: where it begins, and how many characters it takes there (UTF-16 units). */
export type FoundAddress = Address & { readonly index: number; readonly length: number };

/** No address is longer, with its chain and the parameters of a payment request. */
const MAX_WHOLE_LENGTH = 2_048;

/** What one text names as a whole, read by some families, else null. */
function ofFamilies(text: string, isMeant: (family: AddressFamily) => boolean): Address | null {
  for (const { family, spelling, whole } of READERS) {
    if (!isMeant(family) || !whole.test(text)) continue;
    const content = canonicalSpelling(text, spelling.check);
    if (content !== null) return { family: family.name, content };
  }
  return null;
}

/** `scheme:address?parameters` (BIP-21 and its like), and `namespace:reference:address` (CAIP-10). */
const REQUEST = /^(web\+[a-z]{3,16}|[a-z0-9]{2,16}):(?:\/\/)?([^:/?#@]+)(?:@[^?#]*)?(?:[?#].*)?$/i;
const CAIP_10 = /^[-a-z0-9]{3,8}:[-_a-z0-9]{1,32}:([-.%a-z0-9]{1,128})$/i;

/**
 * The wallet address that a text names as a whole, with its family: bare, with its chain or as a payment request.
 * @returns null for what is no address of a known family
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
  const caip = CAIP_10.exec(text);
  return caip && ofFamilies(caip[1]!, () => true);
}

/** The canonical content of the wallet address that a text names as a whole, else null. */
export const canonicalAddress = (text: string): string | null => addressOf(text)?.content ?? null;

/** What people call a family. @throws RangeError for a name that no family has */
export function familyInWords(name: string): string {
  const family = ADDRESS_FAMILIES.find((one) => one.name === name);
  if (family === undefined) throw new RangeError(`No family of addresses is called ${name}`);
  return family.displayName;
}

/**
 * Every wallet address in a text, in the order in which they stand there, with repeats. One that a letter or a digit touches on either side
 * is part of something else and left out, as is one whose checksum is wrong. Linear time.
 * @param around the text in which families that need a word beside them look for it
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

/** The schemes that say by themselves that a wallet address follows. */
export const PAYMENT_SCHEMES: readonly string[] = ADDRESS_FAMILIES.flatMap(({ schemes }) => schemes);
