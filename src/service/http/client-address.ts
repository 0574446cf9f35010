import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { originalAddress, type TrustedProxies } from '../access/trusted-proxies.ts';

/** Finds out where a request comes from: "unknown" where there is no connection, as in a call without a socket. */
export type ClientAddress = (context: Context) => string;

/** Reads the other end of the connection and, where that is a trusted proxy, what it forwards for. */
export const clientAddressBehind =
  (proxies: TrustedProxies): ClientAddress =>
  (context) => {
    if (!context.env?.incoming) return 'unknown';
    const remote = getConnInfo(context).remote.address ?? 'unknown';
    return originalAddress(remote, context.req.header('x-forwarded-for'), proxies);
  };
