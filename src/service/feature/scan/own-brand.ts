import { and, eq, inArray } from 'drizzle-orm';
import { getDomain } from 'tldts';
import { canonicalUrl } from '../../../asset/index.ts';
import type { Database } from '../../database/database.ts';
import { assets } from '../../database/schema/asset.ts';
import { brands, organizationAssets } from '../../database/schema/organization.ts';
import type { BrandName } from '../detection/lookalike/brand-name.ts';

/** Terms that a person chose count when they are words of their own, short ones too. */
const MIN_WORD_LENGTH = 3;

/** The brands of an organization as impostors imitate them. Its own sites and accounts imitate none of them. */
export async function brandNamesOf(database: Database, organizationId: number): Promise<BrandName[]> {
  const rows = await database.select().from(brands).where(eq(brands.organizationId, organizationId));
  if (rows.length === 0) return [];
  const registered = await database
    .select({ content: assets.content })
    .from(organizationAssets)
    .innerJoin(assets, eq(assets.id, organizationAssets.assetId))
    .where(
      and(
        eq(organizationAssets.organizationId, organizationId),
        inArray(assets.type, ['URL', 'TWITTER', 'TELEGRAM', 'INSTAGRAM', 'FACEBOOK', 'YOUTUBE', 'DISCORD']),
      ),
    );
  const own = registered.map(({ content }) => content.toLowerCase());
  return rows.map(({ name, includedTerms, excludedTerms, websiteUrl, twitterHandle }) => ({
    name,
    terms: includedTerms,
    excludedTerms,
    own: [...own, ...domainOf(websiteUrl), ...(twitterHandle ? [twitterHandle.replace(/^@/, '').toLowerCase()] : [])],
    shortestWord: MIN_WORD_LENGTH,
  }));
}

function domainOf(url: string | null): string[] {
  const host = url === null ? undefined : canonicalUrl(url)?.split('/', 1)[0];
  const domain = host === undefined ? null : getDomain(host, { allowPrivateDomains: true });
  return domain === null ? [] : [domain];
}
