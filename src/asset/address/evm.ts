/** An address in a text: its canonical content (lower case, `0x…`), where it begins, and how many characters it takes there. */
export type FoundAddress = { readonly content: string; readonly index: number; readonly length: number };

const SHAPE = /0[xX][0-9a-fA-F]{40}/g;

/**
 * Every EVM address in a text, in order, with repeats. One that a letter or a digit touches on either side is part of something else (a
 * transaction hash, byte code) and left out. The checksum of EIP-55 is not asked for: scams copy addresses in any case. Linear time.
 */
export function findEvmAddresses(text: string): FoundAddress[] {
  const found: FoundAddress[] = [];
  for (const match of text.matchAll(SHAPE)) {
    const end = match.index + match[0].length;
    if (isAlphanumeric(text.charCodeAt(match.index - 1)) || isAlphanumeric(text.charCodeAt(end))) continue;
    found.push({ content: match[0].toLowerCase(), index: match.index, length: match[0].length });
  }
  return found;
}

/** ASCII letters and digits. NaN, the code beyond either end of a text, is none. */
function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

const WRITTEN =
  /^(?:[a-z][a-z0-9-]{0,31}:(?:\d{1,32}:)?)?(?:pay-)?(0x[0-9a-f]{40})(?:@(?:0x)?[0-9a-f]{1,64})?(?:\/(\w{1,64}))?(?:\?(.*))?$/i;
const RECIPIENT = /(?:^|&)address=(0x[0-9a-f]{40})(?:&|$)/i;

/**
 * The canonical content of an EVM address however it is written as a whole: bare, with its chain (`eip155:1:0x…`, CAIP-10; `eth:0x…`,
 * ERC-3770) or as a payment request (`ethereum:0x…@1`, ERC-681; of a token transfer the recipient, not the token).
 * @returns null for what is no EVM address
 */
export function canonicalEvmAddress(text: string): string | null {
  const found = WRITTEN.exec(text);
  if (!found) return null;
  const [, target = '', action, parameters = ''] = found;
  const recipient = action === 'transfer' ? RECIPIENT.exec(parameters)?.[1] : undefined;
  return (recipient ?? target).toLowerCase();
}
