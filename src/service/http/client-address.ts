import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { originalAddress, type TrustedProxies } from '../access/trusted-proxies.ts';

/** Finds out where a request comes from: "unknown" where there is no connection, as in a call without a socket. */
export type ClientAddress = (context: Context) => string;

/** Finds out which country a request comes from (ISO 3166-1 alpha-2); null where nobody says so. */
export type ClientCountry = (context: Context) => string | null;

/** Reads the other end of the connection and, where that is a trusted proxy, what it forwards for. */
export const clientAddressBehind =
  (proxies: TrustedProxies): ClientAddress =>
  (context) => {
    if (!context.env?.incoming) return 'unknown';
    const remote = getConnInfo(context).remote.address ?? 'unknown';
    return originalAddress(remote, context.req.header('x-forwarded-for'), proxies);
  };

/**
 * Reads the country from a header of a trusted proxy. Nobody else's word counts, and an address is never looked up. `XX` is what
 * proxies write for an unknown one.
 */
export const clientCountryFrom =
  (header: string | null, proxies: TrustedProxies): ClientCountry =>
  (context) => {
    if (header === null || !context.env?.incoming) return null;
    const remote = getConnInfo(context).remote.address ?? '';
    const country = context.req.header(header)?.trim().toUpperCase() ?? '';
    return proxies.has(remote.replace(/^::ffff:/i, '')) && /^[A-Z]{2}$/.test(country) && country !== 'XX'
      ? country
      : null;
  };
