import { canonicalEvmAddress } from './evm.ts';
import { ADDRESS_FAMILIES, type AddressFamily } from './family.ts';
import { canonicalSpelling } from './spelling.ts';

/** An address in a text: whose it is, its canonical content, where it begins, and how many characters it takes there (UTF-16 units). */
export type FoundAddress = {
  readonly family: string;
  readonly content: string;
  readonly index: number;
  readonly length: number;
};

const EDGE = { before: '(?<![0-9A-Za-z])', after: '(?![0-9A-Za-z])' };
/** No address is longer, with its chain and the parameters of a payment request. */
const MAX_WHOLE_LENGTH = 2_048;

const flagsOf = (anyCase: boolean | undefined) => (anyCase ? 'i' : '');
const READERS = ADDRESS_FAMILIES.flatMap((family) =>
  family.spellings.map(({ pattern, anyCase, check }) => ({
    family,
    check,
    whole: new RegExp(`^(?:${pattern})$`, flagsOf(anyCase)),
    within: new RegExp(`${EDGE.before}(?:${pattern})${EDGE.after}`, `g${flagsOf(anyCase)}`),
  })),
);

/** What one text names as a whole, read by some families, else null. */
function ofFamilies(
  text: string,
  isMeant: (family: AddressFamily) => boolean,
): { family: string; content: string } | null {
  for (const { family, check, whole } of READERS) {
    if (!isMeant(family) || !whole.test(text)) continue;
    const content = canonicalSpelling(text, check);
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
export function addressOf(text: string): { readonly family: string; readonly content: string } | null {
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

/**
 * Every wallet address in a text, in the order in which they stand there, with repeats. One that a letter or a digit touches on either side
 * is part of something else and left out, as is one whose checksum is wrong.
 * @param around the text in which families that need a word beside them look for it
 */
export function findAddresses(text: string, around: string = text): FoundAddress[] {
  const found: FoundAddress[] = [];
  for (const { family, check, within } of READERS) {
    if (family.context && !family.context.test(around)) continue;
    for (const { 0: spelling, index } of text.matchAll(within)) {
      const end = index + spelling.length;
      if (found.some((other) => index < other.index + other.length && other.index < end)) continue;
      const content = canonicalSpelling(spelling, check);
      if (content !== null) found.push({ family: family.name, content, index, length: spelling.length });
    }
  }
  return found.sort((one, other) => one.index - other.index);
}

/** The schemes that say by themselves that a wallet address follows. */
export const PAYMENT_SCHEMES: readonly string[] = ADDRESS_FAMILIES.flatMap(({ schemes }) => schemes);
