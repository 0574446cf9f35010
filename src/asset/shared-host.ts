/**
 * Hosts that many unrelated people publish on under one name: a verdict about one page says nothing about the host. An address there is
 * a PAGE (spec/contract.md, "Assets": a shared host does not pass its verdict on). Hosts without `www.`; their subdomains are not meant.
 */
export const SHARED_HOSTS: ReadonlySet<string> = new Set([
  'beacons.ai',
  'bit.ly',
  'blur.io',
  'goo.gl',
  'link3.to',
  'linktr.ee',
  'opensea.io',
  't.co',
  't.me',
  'telegram.me',
  'tinyurl.com',
  'twitter.com',
  'wordpress.com',
  'x.com',
  // Hosts on which public phishing lists name single paths, never the host.
  'cdpn.io',
  'sites.google.com',
  'script.google.com',
  'arweave.net',
  'gateway.irys.xyz',
  'irys.xyz',
]);

/** Whether a canonical host, with or without `www.`, is shared. */
export const isSharedHost = (host: string): boolean => SHARED_HOSTS.has(host.startsWith('www.') ? host.slice(4) : host);
