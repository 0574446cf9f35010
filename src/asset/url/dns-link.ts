/** Public gateways of IPFS (https://ipfs.github.io/public-gateway-checker/) that serve everybody's content alike. */
export const IPFS_GATEWAYS: readonly string[] =
  'ipfs.io dweb.link cf-ipfs.com cloudflare-ipfs.com nftstorage.link w3s.link gateway.pinata.cloud gateway.ipfs.io ipfs.fleek.co ipfs.filebase.io trustless-gateway.link storacha.link inbrowser.link'.split(
    ' ',
  );

/**
 * A name of IPNS in a canonical form: `NAME.ipns.GATEWAY/…` or `GATEWAY/ipns/NAME/…` (IPFS, "Subdomain gateway" and "Path
 * gateway").
 */
const AT_GATEWAY = /^(?:([^/]+)\.ipns\.([^/]+)(?=\/)|([^/]+)\/ipns\/([^/?]+))/;

/** The name of IPNS that a URL names, the gateway, and the rest of the canonical form; null if there is none. */
export function ipnsNameIn(
  canonical: string,
): { readonly name: string; readonly gateway: string; readonly rest: string } | null {
  const found = AT_GATEWAY.exec(canonical);
  if (!found) return null;
  const [all, below, under, gateway = under!, name = below!] = found;
  return { name, gateway, rest: canonical.slice(all.length) };
}

/**
 * The host of a name in a DNSLink. One label is the name in the form for a certificate: `-` for a dot, `--` for a hyphen
 * (IPFS, "Subdomain gateway", "DNSLink").
 * @returns null for a key, which is one label without a hyphen
 */
export function dnsLinkName(name: string): string | null {
  const host = (name.includes('.') ? name : name.replace(/--?/g, (mark) => (mark === '-' ? '.' : '-'))).toLowerCase();
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(host) ? host : null;
}

/**
 * The host of which a name of IPNS shows the site, because only its owner can set the name: the host itself (DNSLink,
 * https://dnslink.dev), or eth.limo for a name of ENS, which is no host.
 */
const siteOfName = (name: string): string => (name.endsWith('.eth') ? `${name}.limo` : name);

/** The site of a content `ipns/NAME`; null for a key and for other contents. */
export function linkedSite(content: string): string | null {
  const name = content.startsWith('ipns/') ? content.slice('ipns/'.length) : '';
  return name.includes('.') ? siteOfName(name) : null;
}

/** The same for a name of ENS alone, which has no host of its own. */
export const ensSite = (content: string): string | null => (content.endsWith('.eth') ? linkedSite(content) : null);

/** The page behind a public gateway of IPFS if the gateway shows it by a name; any other page is its own. */
export function linkedPage(canonical: string): string {
  const found = ipnsNameIn(canonical);
  const name = found && IPFS_GATEWAYS.includes(found.gateway) ? dnsLinkName(found.name) : null;
  return name === null ? canonical : siteOfName(name) + (found!.rest.startsWith('/') ? '' : '/') + found!.rest;
}
