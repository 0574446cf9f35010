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
