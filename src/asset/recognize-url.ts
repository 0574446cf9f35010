import { canonicalUrl } from './canonical-url.ts';
import { isSharedHost } from './shared-host.ts';
import type { Asset } from './type.ts';

/** The asset that an http or https address names. Null for any other scheme and for an address without a host. */
export function recognizeUrl(url: string): Asset | null {
  const canonical = canonicalUrl(url);
  if (canonical === null) return null;
  const slash = canonical.indexOf('/');
  const host = canonical.slice(0, slash);
  if (isSharedHost(host)) return { type: 'PAGE', content: canonical };
  return { type: 'URL', content: siteHost(host) };
}

/** A host without one leading `www.` where at least two labels remain: the name under which a site is listed. */
export const siteHost = (host: string): string => (/^www\.[^.]+\./.test(host) ? host.slice(4) : host);
