import { asc, sql } from 'drizzle-orm';
import { listedExpression } from '../../../asset/listing/listed-expression.ts';
import { listingRefusal, type RefusalReason } from '../../../asset/listing/refusal.ts';
import type { Asset } from '../../../asset/type.ts';
import { wholeSite } from '../../../asset/url/expression.ts';
import { type Database, manyRowsOf, rowsOf } from '../../database/database.ts';
import { assets, siteOf } from '../../database/schema/asset.ts';
import { topSites } from '../../database/schema/list.ts';

export type Reach = {
  readonly topSites: readonly TopSite[];
  /** Blocked pages of the host itself, at most {@link MAX_COUNTED}. */
  readonly pages: number;
  /** How many of them differ in the first part of their path, or in their query where they have no path. */
  readonly places: number;
  /** Blocked hosts below it, at most {@link MAX_COUNTED}. */
  readonly hosts: number;
};

export const MAX_COUNTED = 1_000;
/**
 * A host with so many pages that were blocked one by one may be shared by many people: 64 of 20,273 hosts on a public phishing list have
 * as many. Reported pages do not count: a scammer could report ten pages of the own host to protect it.
 */
const MANY_PLACES = 10;

/** Why a host is shared: what it is, many pages blocked one by one, or many visitors. */
type SharingReason = RefusalReason | HighReach;

/** Why blocking a whole host takes a second person. */
export type HighReach = 'many-visitors' | 'many-pages';

const NOTHING: Reach = { topSites: [], pages: 0, places: 0, hosts: 0 };

/** The host that blocking the asset blocks as a whole, without `www.`, also behind a translator; else null. */
export function blockedHost(asset: Asset): string | null {
  if (asset.type !== 'PAGE' && wholeSite(asset) === null) return null;
  const listed = listedExpression(asset);
  return listed.indexOf('/') === listed.length - 1 ? bareHost(listed.slice(0, -1)) : null;
}

/**
 * Why hosts are shared, decided here alone: by what the host is, by its blocked pages, and by its visitors. Empty: one
 * owner.
 */
export async function sharingOf(
  database: Database,
  sites: readonly Asset[],
): Promise<ReadonlyMap<Asset, readonly SharingReason[]>> {
  const reaches = await reachOf(database, sites);
  return new Map(
    sites.map((asset, index) => {
      const refusal = listingRefusal(asset);
      return [asset, [...(refusal === null ? [] : [refusal.reason]), ...highReachOf(reaches[index]!)]];
    }),
  );
}

/** Why blocking a whole host takes a second person; empty where it does not. */
export function highReachOf({ topSites, places }: Reach): HighReach[] {
  return [
    ...(topSites.length > 0 ? ['many-visitors' as const] : []),
    ...(places >= MANY_PLACES ? ['many-pages' as const] : []),
  ];
}

const number = (value: number): string => (value >= MAX_COUNTED ? 'at least ' : '') + value.toLocaleString('en-GB');

/** For people: why blocking an asset takes a second person. */
export function reachText({ content }: Asset, { topSites, pages, hosts }: Reach): string {
  const [first] = topSites;
  const visited =
    first === undefined
      ? []
      : topSites.length === 1
        ? [`many people visit ${first.site} (number ${first.rank} of the top sites)`]
        : [
            `blocking ${content} would block ${topSites.length} of the top sites, ${first.site} (number ${first.rank}) among them`,
          ];
  return [...visited, ...entriesText({ pages, hosts })].join('; ');
}

/** For people: what is blocked one by one on a host and below it. */
export function entriesText({ pages, hosts }: Pick<Reach, 'pages' | 'hosts'>): string[] {
  return [
    ...(pages === 0 ? [] : [`${number(pages)} of its pages ${pages === 1 ? 'is' : 'are'} blocked one by one`]),
    ...(hosts === 0
      ? []
      : [`${number(hosts)} ${hosts === 1 ? 'host' : 'hosts'} below it ${hosts === 1 ? 'is' : 'are'} blocked`]),
  ];
}

/** What blocking each asset would reach, in their order; nothing for an asset that is less than a host. */
export async function reachOf(database: Database, some: readonly Asset[]): Promise<Reach[]> {
  const asked = some.map(blockedHost);
  const hosts = [...new Set(asked.filter((host) => host !== null))];
  if (hosts.length === 0) return some.map(() => NOTHING);
  const [visited, entries] = [await topSitesOf(database, hosts), await entriesOf(database, hosts)];
  return asked.map((host) =>
    host === null
      ? NOTHING
      : { topSites: visited.get(host) ?? [], ...(entries.get(host) ?? { pages: 0, places: 0, hosts: 0 }) },
  );
}

type Entries = Omit<Reach, 'topSites'>;

async function entriesOf(database: Database, hosts: readonly string[]): Promise<Map<string, Entries>> {
  const site = siteOf(assets.content);
  const given = sql`json_array_elements_text(${JSON.stringify(hosts)}::text::json) as given (host)`;
  const rows = await rowsOf<{ host: string; pages: number; places: number; hosts: number }>(
    database,
    sql`select given.host, on_it.pages::int, on_it.places::int, below.hosts::int
      from ${given} cross join lateral (
        select count(*) as pages, count(distinct split_part(content, '/', 2)) as places from (
          select content from ${assets} where type = 'PAGE' and status = 'BLOCKED'
            and ${site} in (reverse(given.host) collate "C", (reverse(given.host) || '.www') collate "C")
          limit ${MAX_COUNTED}) as page
      ) as on_it cross join lateral (
        select count(*) as hosts from (
          select from ${assets} where type = 'URL' and status = 'BLOCKED'
            and ${site} > (reverse(given.host) || '.') collate "C" and ${site} < (reverse(given.host) || '/') collate "C"
          limit ${MAX_COUNTED}) as host
      ) as below`,
  );
  return new Map(rows.map(({ host, ...entries }) => [host, entries]));
}

/** The assets of high reach, with the first reason; faster than {@link reachOf}, for imports of many hosts. */
export async function assetsOfHighReach<T extends Asset>(
  database: Database,
  some: readonly T[],
): Promise<Map<T, HighReach>> {
  const asked = some.map((asset) => [asset, blockedHost(asset)] as const).filter(([, host]) => host !== null);
  const hosts = [...new Set(asked.map(([, host]) => host!))];
  if (hosts.length === 0) return new Map();
  const visited = await topSitesOf(database, hosts);
  const published = await hostsOfManyPages(database, hosts);
  const found = new Map<T, HighReach>();
  for (const [asset, host] of asked)
    if (visited.has(host!)) found.set(asset, 'many-visitors');
    else if (published.has(host!)) found.set(asset, 'many-pages');
  return found;
}

async function hostsOfManyPages(database: Database, hosts: readonly string[]): Promise<Set<string>> {
  const site = siteOf(assets.content);
  const sites = hosts.flatMap((host) => [backwards(host), backwards(`www.${host}`)]);
  const rows = await manyRowsOf<{ site: string; place: string }>(
    database,
    sql`select distinct ${site} as site, split_part(content, '/', 2) as place from ${assets}
      where type = 'PAGE' and status = 'BLOCKED'
        and ${site} in (select value collate "C" from json_array_elements_text(${JSON.stringify(sites)}::text::json))`,
  );
  const places = new Map<string, Set<string>>();
  for (const { site: of, place } of rows) {
    const host = bareHost(backwards(of));
    places.set(host, (places.get(host) ?? new Set()).add(place));
  }
  return new Set([...places].filter(([, of]) => of.size >= MANY_PLACES).map(([host]) => host));
}

const backwards = (host: string): string => [...host].reverse().join('');

/** A site that many people visit; rank 1 is the most visited one. */
export type TopSite = { readonly site: string; readonly rank: number };

/** A host without its leading `www.`, as top sites are stored. */
export const bareHost = (host: string): string => host.replace(/^www\./, '');

/** For each host without `www.`, the top sites that blocking it would block, most visited first. */
export async function topSitesOf(database: Database, hosts: readonly string[]): Promise<Map<string, TopSite[]>> {
  const { host, site, rank } = topSites;
  const rows = await database
    .select({ host, site, rank })
    .from(topSites)
    .where(sql`${host} in (select value from json_array_elements_text(${JSON.stringify(hosts)}::text::json))`)
    .orderBy(asc(rank));
  const found = new Map<string, TopSite[]>();
  for (const { host: above, ...one } of rows) found.set(above, [...(found.get(above) ?? []), one]);
  return found;
}

/** A statement takes at most 65,535 parameters. */
const ROWS_PER_STATEMENT = 10_000;

/** Replaces the top sites, most visited first. @returns how many there are now */
export async function replaceTopSites(database: Database, hosts: readonly string[]): Promise<number> {
  const sites = [...new Set(hosts.map(bareHost))];
  const rows = sites.flatMap((site, index) =>
    withParents(site).map((host): typeof topSites.$inferInsert => ({ host, site, rank: index + 1 })),
  );
  await database.transaction(async (transaction) => {
    await transaction.delete(topSites);
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
      await transaction.insert(topSites).values(rows.slice(start, start + ROWS_PER_STATEMENT));
  });
  return sites.length;
}

function withParents(host: string): string[] {
  const labels = host.split('.');
  return Array.from({ length: Math.max(1, labels.length - 1) }, (_, index) => labels.slice(index).join('.'));
}
