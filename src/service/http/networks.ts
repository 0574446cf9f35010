import { BlockList, isIP } from 'node:net';

/** IP addresses and networks of them. */
export type Networks = { readonly has: (address: string) => boolean };

export const NO_NETWORKS: Networks = { has: () => false };

/** Parses addresses and networks such as `10.0.0.7` and `fd00::/8`. @throws Error naming an invalid one */
export function networksOf(networks: readonly string[]): Networks {
  if (networks.length === 0) return NO_NETWORKS;
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
