import { isIP } from 'node:net';
import type { Networks } from '../networks.ts';

/**
 * The client's address behind trusted proxies: the last one in `X-Forwarded-For` that is no trusted proxy; what the
 * client wrote comes before it. @param remote that of the connection
 */
export function originalAddress(remote: string, forwardedFor: string | undefined, proxies: Networks): string {
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
