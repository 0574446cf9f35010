import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The address at the other end of the connection; "unknown" where there is none, as in a call without a socket. */
export function clientAddress(context: Context): string {
  if (!context.env?.incoming) return 'unknown';
  return getConnInfo(context).remote.address ?? 'unknown';
}
