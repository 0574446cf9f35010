import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../../access/api-key.ts';

/** Who looks: a key, and the organizations that it acts for. */
export type Viewer = { readonly keyId: number; readonly organizationIds: readonly number[] };

export const viewerOf = ({ keyId, organizations }: Caller): Viewer => ({
  keyId,
  organizationIds: organizations.map(({ id }) => id),
});

/** The ids as an SQL array; empty ones too. */
export const idArray = (ids: readonly number[]): SQL => sql`${`{${ids.join(',')}}`}::int[]`;

/**
 * Whether a viewer may know of an asset (a row of `assets`): everybody of one that is or was on a list, and otherwise only
 * those whose organization owns, reported, scanned or disputed it. What one organization reported is no other's business.
 */
export const visibleTo = ({ keyId, organizationIds }: Viewer): SQL => {
  const mine = (table: SQL) => sql`(${table}.organization_id = any(${idArray(organizationIds)})
    or (${table}.organization_id is null and ${table}.api_key_id = ${keyId}))`;
  return sql`(assets.status <> 'UNKNOWN'
    or assets.decided_at is not null
    or exists (select from list_memberships where list_memberships.asset_id = assets.id)
    or exists (select from organization_assets where organization_assets.asset_id = assets.id
      and organization_assets.organization_id = any(${idArray(organizationIds)}))
    or exists (select from report_assets join reports on reports.id = report_assets.report_id
      where report_assets.asset_id = assets.id and ${mine(sql`reports`)})
    or exists (select from scans where scans.asset_id = assets.id and ${mine(sql`scans`)})
    or exists (select from disputes where disputes.asset_id = assets.id and ${mine(sql`disputes`)}))`;
};
