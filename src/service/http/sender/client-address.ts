import { isIPv6 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Networks } from '../networks.ts';
import { originalAddress } from './trusted-proxies.ts';

/** The client address of a request; "unknown" for a request without a socket. */
export type ClientAddress = (context: Context) => string;

/** The country of a request (ISO 3166-1 alpha-2); null if unknown. */
export type ClientCountry = (context: Context) => string | null;

/** A country database on this machine. */
export type CountryDatabase = {
  /** ISO 3166-1 alpha-2; null for an unknown address, and for text that is no IP address. */
  readonly of: (address: string) => string | null;
};

/** Reads the remote address and, behind a trusted proxy, `X-Forwarded-For`. */
export const clientAddressBehind =
  (proxies: Networks): ClientAddress =>
  (context) => {
    if (!context.env?.incoming) return 'unknown';
    const remote = getConnInfo(context).remote.address ?? 'unknown';
    return originalAddress(remote, context.req.header('x-forwarded-for'), proxies);
  };

type CountrySources = {
  /** Header that trusted proxies set; ignored from anybody else. */
  readonly header: string | null;
  readonly proxies: Networks;
  /** A database on this machine; no address is sent elsewhere. */
  readonly database: CountryDatabase | null;
};

/** Reads the country from the header, else from the database by the client's address. */
export function clientCountryFrom(sources: CountrySources): ClientCountry {
  const clientAddress = clientAddressBehind(sources.proxies);
  return (context) => countryInHeader(context, sources) ?? sources.database?.of(clientAddress(context)) ?? null;
}

/** Proxies write `XX` for an unknown country. */
function countryInHeader(context: Context, { header, proxies }: CountrySources): string | null {
  if (header === null || !context.env?.incoming) return null;
  const remote = getConnInfo(context).remote.address ?? '';
  const country = context.req.header(header)?.trim().toUpperCase() ?? '';
  return proxies.has(remote.replace(/^::ffff:/i, '')) && /^[A-Z]{2}$/.test(country) && country !== 'XX'
    ? country
    : null;
}

/**
 * The origin of addresses in an answer: the public one, else that of the connection; never `Host`, which a client
 * chooses and caches pass on. @throws Error for a request without a socket
 */
export function originOf(context: Context, { publicUrl }: { readonly publicUrl: string | null }): string {
  if (publicUrl !== null) return publicUrl;
  const { socket } = (context.env as HttpBindings).incoming;
  const address = (socket.localAddress ?? '').replace(/^::ffff:/i, '');
  return `http://${isIPv6(address) ? `[${address}]` : address}:${socket.localPort}`;
}
