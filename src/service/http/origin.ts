import { isIPv6 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Service } from '../service.ts';

/**
 * The origin that absolute addresses in an answer begin with: the public one, else the end of the connection at which this service
 * was reached. What a request calls the service (`Host`) is its sender's to choose, and a cache would hand it on.
 * @throws Error for a request that came over no connection to a service without a public address
 */
export function originOf(context: Context, { publicUrl }: Pick<Service, 'publicUrl'>): string {
  if (publicUrl !== null) return publicUrl;
  const { socket } = (context.env as HttpBindings).incoming;
  const address = (socket.localAddress ?? '').replace(/^::ffff:/i, '');
  return `http://${isIPv6(address) ? `[${address}]` : address}:${socket.localPort}`;
}
