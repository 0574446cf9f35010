import { type SQL, sql } from 'drizzle-orm';
import { getDomain } from 'tldts';
import type { Asset } from '../../../asset/index.ts';
import { isHostingDomain } from '../../../asset/listing/public-suffix.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { anyDigestOf } from '../listing/entry.ts';

/**
 * Whether a blocked asset, or a host above it that is not shared, is proven to be an organization's and was registered
 * before it was blocked: otherwise scammers could lift their own sites.
 */
export async function isOwn(
  database: Database,
  organizationId: number,
  assetId: number,
  asset: Asset,
): Promise<boolean> {
  return holds(
    database,
    organizationId,
    asset,
    sql`organization_assets.created_at <= (select decided_at from assets where id = ${assetId})`,
  );
}

/** Whether an asset or a host above it is proven to be an organization's own, no matter since when. */
export const isProven = (database: Database, organizationId: number, asset: Asset): Promise<boolean> =>
  holds(database, organizationId, asset, sql`true`);

async function holds(database: Database, organizationId: number, asset: Asset, condition: SQL): Promise<boolean> {
  const [row] = await rowsOf<{ own: boolean }>(
    database,
    sql`select exists (
      select from organization_assets
      join assets as registered on registered.id = organization_assets.asset_id
      where organization_assets.organization_id = ${organizationId}
        and registered.digest = ${anyDigestOf([asset, ...hostsOf(asset)])}
        and organization_assets.proven_at is not null and ${condition}) as own`,
  );
  return row?.own === true;
}

/** The host of a site or page and the hosts above it whose owner also owns what is below them. */
function hostsOf({ type, content }: Asset): Asset[] {
  if (type !== 'URL' && type !== 'PAGE') return [];
  const labels = content.split('/', 1)[0]!.split('.');
  return labels
    .map((_, index) => labels.slice(index).join('.'))
    .filter((host) => getDomain(host, { allowPrivateDomains: true }) !== null && !isHostingDomain(host))
    .map((host) => ({ type: 'URL', content: host }));
}
