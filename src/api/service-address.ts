import * as z from 'zod/mini';
import { API_PREFIX } from './operation.ts';

type ServiceAddress = { readonly baseUrl: string } | { readonly problem: string };

/** Hosts allowed with plain http: this machine, and names that resolve to it (RFC 6761 sections 6.2 and 6.3). */
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|(.+\.)?(localhost|test))$/i;

/**
 * Parses the address of a service or portal, as a person or a brand file writes it, to scheme, host and port. A missing
 * scheme becomes https (http for a local host); a trailing slash and {@link API_PREFIX} are dropped. Refuses plain http
 * except for local hosts, because it would expose the key.
 */
export function serviceAddress(text: string): ServiceAddress {
  const written = text.trim();
  if (written === '') return { problem: 'must not be empty' };
  const complete = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `${schemeFor(written)}://${written}`;
  if (!URL.canParse(complete))
    return { problem: `must be an address such as https://service.example, not "${written}"` };
  const url = new URL(complete);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'must begin with https://' };
  if (url.protocol === 'http:' && !LOCAL_HOST.test(url.hostname))
    return { problem: 'must begin with https:// (http is for this machine and for .test and .localhost names only)' };
  if (url.username !== '' || url.password !== '') return { problem: 'must not contain a user name or password' };
  const path = url.pathname.replace(/\/+$/, '');
  if (path !== '' && path !== API_PREFIX) return { problem: `must be without a path ("${path}")` };
  if (url.search !== '' || url.hash !== '') return { problem: 'must be without a query (?) or a fragment (#)' };
  return { baseUrl: url.origin };
}

const schemeFor = (written: string): string => {
  const host = /^(\[[^\]]*\]|[^/:?#]*)/.exec(written)?.[0] ?? '';
  return LOCAL_HOST.test(host) ? 'http' : 'https';
};

/** Schema of an address that {@link serviceAddress} accepts; gives its `baseUrl`. */
export const serviceBaseUrl = z.lazy(() =>
  z.pipe(
    z.string().check(z.maxLength(2048)),
    z.transform((value, context) => {
      const result = serviceAddress(value);
      if ('baseUrl' in result) return result.baseUrl;
      context.issues.push({ code: 'custom', message: result.problem, input: value });
      return z.NEVER;
    }),
  ),
);
