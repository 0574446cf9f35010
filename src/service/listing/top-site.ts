import { asc, inArray } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { topSites } from '../database/schema/list/top-site.ts';

/** A site that many people visit; rank 1 is the most visited one. */
export type TopSite = { readonly site: string; readonly rank: number };

/** A host without its leading `www.`, under which top sites are known. */
export const bareHost = (host: string): string => host.replace(/^www\./, '');

/** The top sites that blocking each of some bare hosts would block, most visited first. */
export async function topSitesOf(database: Database, hosts: readonly string[]): Promise<Map<string, TopSite[]>> {
  const { host, site, rank } = topSites;
  const rows = await database
    .select({ host, site, rank })
    .from(topSites)
    .where(inArray(host, [...hosts]))
    .orderBy(asc(rank));
  const found = new Map<string, TopSite[]>();
  for (const { host: above, ...one } of rows) found.set(above, [...(found.get(above) ?? []), one]);
  return found;
}

/** Rows of one statement, which takes at most 65,535 parameters. */
const ROWS = 10_000;

/**
 * Replaces the top sites; writes nothing where they are the same already, as at each start with the same file.
 * @param hosts most visited first
 * @returns how many there are now
 */
export async function replaceTopSites(database: Database, hosts: readonly string[]): Promise<number> {
  const sites = [...new Set(hosts.map(bareHost))];
  const { site, rank } = topSites;
  const known = await database.selectDistinct({ site, rank }).from(topSites).orderBy(asc(rank));
  if (known.length === sites.length && known.every((one, index) => one.site === sites[index])) return sites.length;
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
