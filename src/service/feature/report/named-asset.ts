import { type Asset, normalizeContent } from '../../../asset/index.ts';
import { pageGiven } from '../../../asset/listing/listable.ts';
import type { Database } from '../../database/database.ts';
import { sharingOf } from '../../listing/reach.ts';
import { isProven } from '../asset/ownership.ts';

/**
 * What contents name for a report, in their order: of a host that many people share the page that was given, so that a verdict about one
 * page never reaches its host. Of a site that many people visit its owner may name the whole host by any of its pages.
 * @param organizationId for whom the report is
 * @returns null for a content that names no asset
 */
export async function namedAssets(
  database: Database,
  organizationId: number | null,
  contents: readonly string[],
): Promise<(Asset | null)[]> {
  const named = contents.map((content) => {
    const asset = normalizeContent(content);
    return { asset, page: asset?.type === 'URL' ? pageGiven(content, asset) : null };
  });
  const sites = named.flatMap(({ asset, page }) => (asset !== null && page !== null ? [asset] : []));
  if (sites.length === 0) return named.map(({ asset }) => asset);
  const sharing = await sharingOf(database, sites);
  return Promise.all(
    named.map(async ({ asset, page }) => {
      const reasons = asset === null || page === null ? [] : sharing.get(asset)!;
      if (reasons.length === 0) return asset;
      const isPopularAlone = reasons.every((reason) => reason === 'many-visitors');
      return isPopularAlone && organizationId !== null && (await isProven(database, organizationId, asset!))
        ? asset
        : page;
    }),
  );
}
