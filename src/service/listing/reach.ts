import { asc, eq, inArray } from 'drizzle-orm';
import type { Asset } from '../../asset/index.ts';
import type { Database } from '../database/connection.ts';
import { topSites } from '../database/schema/list/top-site.ts';

/** A site that many people visit; rank 1 is the most visited one. */
export type TopSite = { readonly site: string; readonly rank: number };

/** The host that blocking an asset would block as a whole, without `www.`; null where it blocks less. */
function hostOf({ type, content }: Asset): string | null {
  const host = type === 'URL' ? content : type === 'PAGE' && content.endsWith('/') ? content.slice(0, -1) : null;
  return host === null || host.includes('/') ? null : bare(host);
}

const bare = (host: string): string => host.replace(/^www\./, '');

/** The top sites that blocking an asset would block, most visited first. */
export async function topSitesBelow(database: Database, asset: Asset): Promise<TopSite[]> {
  const host = hostOf(asset);
  if (host === null) return [];
  const { site, rank } = topSites;
  return database.select({ site, rank }).from(topSites).where(eq(topSites.host, host)).orderBy(asc(rank));
}

/** Those of some assets of which a block would block a top site. */
export async function assetsOfHighReach<T extends Asset>(database: Database, assets: readonly T[]): Promise<Set<T>> {
  const hosts = assets.map(hostOf);
  const asked = [...new Set(hosts.filter((host) => host !== null))];
  if (asked.length === 0) return new Set();
  const rows = await database
    .selectDistinct({ host: topSites.host })
    .from(topSites)
    .where(inArray(topSites.host, asked));
  const high = new Set(rows.map(({ host }) => host));
  return new Set(assets.filter((_, index) => hosts[index] !== null && high.has(hosts[index]!)));
}

/** Rows of one statement, which takes at most 65,535 parameters. */
const ROWS = 10_000;

/**
 * Replaces the top sites.
 * @param hosts most visited first
 * @returns how many there are now
 */
export async function replaceTopSites(database: Database, hosts: readonly string[]): Promise<number> {
  const sites = [...new Set(hosts.map(bare))];
  const rows = sites.flatMap((site, index) =>
    withParents(site).map((host): typeof topSites.$inferInsert => ({ host, site, rank: index + 1 })),
  );
  await database.transaction(async (transaction) => {
    await transaction.delete(topSites);
    for (let start = 0; start < rows.length; start += ROWS)
      await transaction.insert(topSites).values(rows.slice(start, start + ROWS));
  });
  return sites.length;
}

/** A host and those above it, of at least two labels: blocking one of them blocks it. */
function withParents(host: string): string[] {
  const labels = host.split('.');
  return Array.from({ length: Math.max(1, labels.length - 1) }, (_, index) => labels.slice(index).join('.'));
}
