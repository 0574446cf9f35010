import type { ImportFormat } from '../format/entry.ts';

export type CatalogueEntry = {
  readonly name: string;
  readonly covers: string;
  readonly url: string;
  readonly format: ImportFormat;
  /** About how many it had when it was read for this catalogue; null where nobody says it. */
  readonly entries: number | null;
  /** Between two fetches, as `--every` takes it: no oftener than the publisher renews or asks for. */
  readonly every: string;
  readonly source?: string;
  readonly licence: string;
  /** Whether its terms let the service pass it on to browsers; null where they do not say it. */
  readonly mayPassOn: boolean | null;
  readonly note: string;
};

const GITHUB = 'https://raw.githubusercontent.com';

/** Lists that are still maintained, with their terms and weaknesses as their publishers state them (November 2026). */
export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    ...{ name: 'metamask', covers: 'crypto phishing sites', source: 'eth-phishing-detect', every: '1h' },
    ...{ format: 'eth-phishing-detect', entries: 13_746 },
    url: `${GITHUB}/MetaMask/eth-phishing-detect/master/src/config.json`,
    ...{ licence: 'DBAD, which says nothing of lists', mayPassOn: null },
    note: 'Its allowlist opens what lists below it in the order of trust block',
  },
  {
    ...{ name: 'polkadot-js', covers: 'crypto phishing sites', source: 'polkadot-js/phishing', every: '1h' },
    ...{ format: 'polkadot-phishing', entries: 54_863 },
    url: 'https://polkadot.js.org/phishing/all.json',
    ...{ licence: 'Apache-2.0', mayPassOn: true },
    note: 'Its allowlist opens what lists below it in the order of trust block',
  },
  {
    ...{ name: 'polkadot-js-addresses', covers: 'Polkadot addresses of scams', every: '1d' },
    ...{ format: 'json', entries: 279 },
    url: 'https://polkadot.js.org/phishing/address.json',
    ...{ licence: 'Apache-2.0', mayPassOn: true },
    note: 'Addresses of exchanges were reported wrongly before',
  },
  {
    ...{ name: 'scamsniffer', covers: 'wallet drainers', every: '1d' },
    ...{ format: 'json', entries: 352_251 },
    url: `${GITHUB}/scamsniffer/scam-database/main/blacklist/domains.json`,
    ...{ licence: 'GPL-3.0: what is made of it is under the same licence', mayPassOn: null },
    note: 'A week late, and hosts stay although others bought them since',
  },
  {
    ...{ name: 'scamsniffer-addresses', covers: 'EVM addresses of drainers', every: '1d' },
    ...{ format: 'json', entries: 2_530 },
    url: `${GITHUB}/scamsniffer/scam-database/main/blacklist/address.json`,
    ...{ licence: 'GPL-3.0: what is made of it is under the same licence', mayPassOn: null },
    note: 'A week late',
  },
  {
    ...{ name: 'phantom', covers: 'sites that the wallet Phantom warns of', every: '1h' },
    ...{ format: 'yaml', entries: 2_320 },
    url: `${GITHUB}/phantom/blocklist/master/blocklist.yaml`,
    ...{ licence: 'MIT', mayPassOn: true },
    note: 'The publisher asks to be told of the use',
  },
  {
    ...{ name: 'phantom-mints', covers: 'Solana mints of spam', every: '1d' },
    ...{ format: 'yaml', entries: 3_119 },
    url: `${GITHUB}/phantom/blocklist/master/nft-blocklist.yaml`,
    ...{ licence: 'MIT', mayPassOn: true },
    note: 'A mint is a token, not whom a payment goes to',
  },
  {
    ...{ name: 'ofac', covers: 'sanctioned addresses (USA)', source: 'OFAC', every: '1d' },
    ...{ format: 'ofac', entries: 670 },
    url: 'https://www.treasury.gov/ofac/downloads/sdn.csv',
    ...{ licence: 'work of the US government', mayPassOn: true },
    note: 'Sanctioned is not scam: the warning says which',
  },
  {
    ...{ name: 'openphish', covers: 'phishing pages', every: '12h' },
    ...{ format: 'hosts', entries: 300 },
    url: `${GITHUB}/openphish/public_feed/refs/heads/main/feed.txt`,
    ...{ licence: 'non-commercial use alone', mayPassOn: false },
    note: 'Single pages; the newest 300 alone, so most leave at each fetch',
  },
  {
    ...{ name: 'urlhaus', covers: 'addresses of malware', every: '1h' },
    ...{ format: 'csv', entries: null },
    url: 'https://urlhaus.abuse.ch/downloads/csv_recent/',
    ...{ licence: 'terms of abuse.ch: not for profit alone', mayPassOn: false },
    note: 'Single files, many on sites that were broken into',
  },
  {
    ...{ name: 'threatfox', covers: 'hosts of malware', every: '1h' },
    ...{ format: 'csv', entries: null },
    url: 'https://threatfox.abuse.ch/export/csv/recent/',
    ...{ licence: 'terms of abuse.ch: not for profit alone', mayPassOn: false },
    note: 'Entries of 25 % confidence are among them: --min-confidence 75 leaves them out',
  },
  {
    ...{ name: 'phishing-database', covers: 'phishing sites of all kinds', every: '1d' },
    ...{ format: 'hosts', entries: 479_496 },
    url: 'https://phish.co.za/latest/phishing-domains-ACTIVE.txt',
    ...{ licence: 'MIT', mayPassOn: true },
    note: 'Whole hosts of sites that were broken into; its sources are not named',
  },
  {
    ...{ name: 'durablenapkin', covers: 'fake shops', every: '1d' },
    ...{ format: 'hosts', entries: 2_214 },
    url: `${GITHUB}/durablenapkin/scamblocklist/master/hosts.txt`,
    ...{ licence: 'MIT', mayPassOn: true },
    note: 'Small, and dead hosts leave every night',
  },
  {
    ...{ name: 'jarelllama', covers: 'new scam sites, found by machine', every: '1d' },
    ...{ format: 'adblock', entries: 468_729 },
    url: `${GITHUB}/jarelllama/Scam-Blocklist/main/lists/adblock/scams.txt`,
    ...{ licence: 'GPL-3.0: what is made of it is under the same licence', mayPassOn: null },
    note: 'False alarms by its own words; much leaves and comes back',
  },
  {
    ...{ name: 'spmedia', covers: 'fake investments and drainers', every: '1d' },
    ...{ format: 'hosts', entries: 1_425 },
    url: `${GITHUB}/spmedia/Crypto-Scam-and-Crypto-Phishing-Threat-Intel-Feed/refs/heads/main/detected_urls.txt`,
    ...{ licence: 'MIT', mayPassOn: true },
    note: 'Hosts at most a year old when they were added',
  },
  {
    ...{ name: 'keplr', covers: 'phishing of Cosmos wallets', every: '1d' },
    ...{ format: 'hosts', entries: 1_346 },
    url: `${GITHUB}/chainapsis/phishing-block-list/main/block-list.txt`,
    ...{ licence: 'Apache-2.0', mayPassOn: true },
    note: 'Small',
  },
  {
    ...{ name: 'discord-antiscam', covers: 'phishing on Discord', every: '1d' },
    ...{ format: 'hosts', entries: 36_749 },
    url: `${GITHUB}/Discord-AntiScam/scam-links/main/list.txt`,
    ...{ licence: 'none stated', mayPassOn: null },
    note: 'Hosts stay when they are dead',
  },
  {
    ...{ name: 'cert-polska', covers: 'fraud against people in Poland', every: '5m' },
    ...{ format: 'hosts', entries: null },
    url: 'https://hole.cert.pl/domains/v2/domains.txt',
    ...{ licence: 'free use; what leaves the list must be unblocked', mayPassOn: true },
    note: 'Two people check each entry, which ends after six months',
  },
  {
    ...{ name: 'phishunt', covers: 'suspicious hosts of the last day', every: '6h' },
    ...{ format: 'hosts', entries: 777 },
    url: `${GITHUB}/0xDanielLopez/phishunt-feed/main/feed.txt`,
    ...{ licence: 'CC0-1.0', mayPassOn: true },
    note: 'Fan sites and resellers are among them; all leaves every day',
  },
  {
    ...{ name: 'phishing-army', covers: 'phishing hosts of other lists together', every: '6h' },
    ...{ format: 'hosts', entries: 150_000 },
    url: 'https://phishing.army/download/phishing_army_blocklist_extended.txt',
    ...{ licence: 'CC BY-NC 4.0: non-commercial', mayPassOn: false },
    note: 'Takes the whole host of a single page',
  },
  {
    ...{ name: 'suiet', covers: 'phishing of Sui wallets', every: '1h' },
    ...{ format: 'json', entries: 46_763 },
    url: 'https://guardians.suiet.app/domain-list.json',
    ...{ licence: 'MIT', mayPassOn: true },
    note: 'Its allowlist opens what lists below it in the order of trust block',
  },
];

/** The public list of this name; undefined where there is none. */
export const catalogueEntry = (name: string): CatalogueEntry | undefined =>
  CATALOGUE.find((entry) => entry.name === name);

/** What a person must know before a list is taken; null where its licence lets anyone pass it on. */
export function licenceNote({ licence, mayPassOn }: CatalogueEntry): string | null {
  if (mayPassOn === true) return null;
  return mayPassOn === false
    ? `its licence does not let this service pass it on to browsers (${licence})`
    : `its licence does not say whether this service may pass it on to browsers (${licence})`;
}
