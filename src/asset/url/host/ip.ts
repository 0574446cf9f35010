/**
 * Dotted decimal form of any text that `inet_aton` reads as an IPv4 address: one to four parts, each decimal, octal
 * (`0…`) or hexadecimal (`0x…`); the last fills the remaining bytes (POSIX, inet_addr). Null for every other text.
 */
export function dottedDecimal(host: string): string | null {
  const parts = host.split('.');
  if (parts.length > 4) return null;
  const numbers: number[] = [];
  for (const part of parts) {
    const number = partValue(part);
    if (number === null) return null;
    numbers.push(number);
  }
  const last = numbers.pop()!;
  if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) return null;
  const address = numbers.reduce((sum, number, index) => sum + number * 256 ** (3 - index), last);
  return dotted(address);
}

const dotted = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');

function partValue(part: string): number | null {
  if (/^0x[0-9a-f]*$/i.test(part)) return Number.parseInt(part.slice(2) || '0', 16);
  if (/^0[0-7]*$/.test(part)) return Number.parseInt(part, 8);
  return /^[1-9][0-9]*$/.test(part) ? Number(part) : null;
}

/**
 * The IPv4 address in an IPv6 address that only wraps one: IPv4-mapped (`::ffff:0:0/96`, RFC 4291 section 2.5.5.2) or
 * NAT64 (`64:ff9b::/96`, RFC 6052). Null for every other IPv6 address.
 * @param host a shortened IPv6 address in brackets, as the URL parser writes it
 */
export function wrappedIpv4(host: string): string | null {
  const found = /^\[(?:::ffff:|64:ff9b::)(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})\]$/.exec(host);
  if (!found) return host === '[64:ff9b::]' ? '0.0.0.0' : null;
  return dotted(((Number.parseInt(found[1] ?? '0', 16) << 16) | Number.parseInt(found[2]!, 16)) >>> 0);
}

/** Whether a canonical host is an IP address: dotted decimal, or IPv6 in brackets. */
export const isIpAddress = (host: string): boolean => host.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host);

/** Networks outside the public Internet: private, loopback, link-local, shared, multicast, reserved (RFC 6890). */
const INTERNAL_IPV4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
];

/** Whether a canonical IP host is not reachable over the public Internet (RFC 6890; IPv6: RFC 4193, RFC 4291). */
export function isInternalIp(host: string): boolean {
  if (host.startsWith('[')) return /^\[(?:::1?\]|f[cd]|fe[89ab]|ff)/.test(host);
  return INTERNAL_IPV4.some(([network, bits]) => leadingBits(host, bits) === leadingBits(network, bits));
}

const leadingBits = (host: string, bits: number): number =>
  Math.floor(host.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) / 2 ** (32 - bits));
