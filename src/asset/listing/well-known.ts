import known from './well-known.json' with { type: 'json' };

/**
 * What lists of scam data name by mistake, beside the sites of the never-list: contracts and programs that everybody uses, addresses that
 * nobody holds, services that wallets ask, and sites where scams are reported. The page scripts do without them: only the service
 * decides what is listed.
 */
const HOSTS: ReadonlySet<string> = new Set(known.hosts.split(' '));
const CONTRACTS: ReadonlyMap<string, string> = new Map(Object.entries(known.contracts));
const NOBODYS: ReadonlyMap<string, string> = new Map(Object.entries(known.nobodys));

/** The day on which the lists were checked, `YYYY-MM-DD`. */
export const wellKnownTaken = (): string => known.taken;

/** Whether a canonical host, or one above it, is such a site. */
export function isWellKnownHost(host: string): boolean {
  for (let site = host; site !== ''; site = site.includes('.') ? site.slice(site.indexOf('.') + 1) : '')
    if (HOSTS.has(site)) return true;
  return false;
}

/** What a canonical wallet address is that everybody uses; undefined for any other. */
export const wellKnownContract = (content: string): string | undefined => CONTRACTS.get(content);

/** What a canonical wallet address is that nobody holds; undefined for any other. */
export const nobodysAddress = (content: string): string | undefined => NOBODYS.get(content);
