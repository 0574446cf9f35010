import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { CountryDatabase } from '../access/country/country-table.ts';
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

/** By what the operator lets a country be told. */
export type CountrySources = {
  /** Header of trusted proxies; nobody else's word counts. */
  readonly header: string | null;
  readonly proxies: TrustedProxies;
  /** A database on this machine. No address is looked up anywhere else. */
  readonly database: CountryDatabase | null;
};

/** Reads the country from the header, and where that says nothing, from the database by the client's address. */
export function clientCountryFrom(sources: CountrySources): ClientCountry {
  const clientAddress = clientAddressBehind(sources.proxies);
  return (context) => countryInHeader(context, sources) ?? sources.database?.of(clientAddress(context)) ?? null;
}

/** `XX` is what proxies write for an unknown one. */
function countryInHeader(context: Context, { header, proxies }: CountrySources): string | null {
  if (header === null || !context.env?.incoming) return null;
  const remote = getConnInfo(context).remote.address ?? '';
  const country = context.req.header(header)?.trim().toUpperCase() ?? '';
  return proxies.has(remote.replace(/^::ffff:/i, '')) && /^[A-Z]{2}$/.test(country) && country !== 'XX'
    ? country
    : null;
}
