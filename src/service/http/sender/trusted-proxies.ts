import { BlockList, isIP } from 'node:net';

/** Reverse proxies whose `X-Forwarded-For` is used. */
export type TrustedProxies = { readonly has: (address: string) => boolean };

export const NO_PROXIES: TrustedProxies = { has: () => false };

/**
 * Parses addresses and networks such as `10.0.0.7` and `fd00::/8`.
 * @throws Error naming an invalid one
 */
export function trustedProxies(networks: readonly string[]): TrustedProxies {
  if (networks.length === 0) return NO_PROXIES;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address);
    const width = family === 4 ? 32 : 128;
    const prefix = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (family === 0 || !(prefix <= width)) throw new Error(`"${network}" is no IP address or network`);
    list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6') };
}

/**
 * The address of the client behind trusted proxies. `X-Forwarded-For` is read from its end, where each proxy appended
 * the address it saw, up to the first address that is not a trusted proxy. Whatever the client itself wrote comes
 * before that.
 * @param remote remote address of the connection
 */
export function originalAddress(remote: string, forwardedFor: string | undefined, proxies: TrustedProxies): string {
  let address = plainAddress(remote) ?? remote;
  for (const hop of (forwardedFor ?? '').split(',').reverse()) {
    if (!proxies.has(address)) return address;
    const before = plainAddress(hop.trim());
    if (before === null) return address;
    address = before;
  }
  return address;
}

/** An address without brackets and port, with IPv4-mapped addresses as IPv4; null for anything else. */
function plainAddress(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
  return isIP(plain) === 0 ? null : plain;
}
