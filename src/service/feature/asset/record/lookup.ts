import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Asset, canonicalUrl, normalizeContent } from '../../../../asset/index.ts';
import { formerExpressions } from '../../../../asset/listing/listed-expression.ts';
import { pageGiven } from '../../../../asset/listing/refusal.ts';
import type { Database } from '../../../database/database.ts';
import { assets, assetViewers } from '../../../database/schema/asset.ts';
import type { Caller } from '../../../http/access/api-key.ts';
import { assetDigest } from '../../listing/entry.ts';

/** The key of a request, and the organizations that it acts for. */
export type Viewer = { readonly keyId: number; readonly organizationIds: readonly number[] };

export const viewerOf = ({ keyId, organizations }: Caller): Viewer => ({
  keyId,
  organizationIds: organizations.map(({ id }) => id),
});

/** The ids as an SQL array; empty ones too. */
export const idArray = (ids: readonly number[]): SQL => sql`${`{${ids.join(',')}}`}::int[]`;

/** The organizations of a viewer, and its key where it acts for none, as in `asset_viewers`. */
export const viewersOf = ({ keyId, organizationIds }: Viewer): number[] => [...organizationIds, -keyId];

type Sender = { readonly organization: { readonly id: number } | null; readonly apiKeyId: number | null };

/** Lets those who send something about assets know of them; nobody where no key and no organization sent it. */
export async function showAssets(
  transaction: Database,
  { organization, apiKeyId }: Sender,
  named: readonly { readonly assetId: number }[],
): Promise<void> {
  const viewer = organization?.id ?? (apiKeyId === null ? null : -apiKeyId);
  if (viewer === null || named.length === 0) return;
  const since = sql`clock_timestamp()`;
  await transaction
    .insert(assetViewers)
    .values(named.map(({ assetId }) => ({ viewer, assetId, since })))
    .onConflictDoUpdate({ target: [assetViewers.assetId, assetViewers.viewer], set: { since } });
}

/**
 * Whether a viewer may know of an asset (a row of `assets`): everybody of one that is or was on a list, and otherwise only
 * those whose organization owns, reported, scanned or disputed it. No organization learns what another one reported.
 */
export const visibleTo = (viewer: Viewer): SQL => sql`(assets.status <> 'UNKNOWN'
    or assets.decided_at is not null
    or exists (select from list_memberships where list_memberships.asset_id = assets.id)
    or exists (select from asset_viewers where asset_viewers.asset_id = assets.id
      and asset_viewers.viewer = any(${idArray(viewersOf(viewer))})))`;

export type StoredAsset = typeof assets.$inferSelect;

/** The asset of an id, if the viewer may know of it. */
export async function assetById(database: Database, viewer: Viewer, id: number): Promise<StoredAsset | null> {
  const [row] = await database
    .select()
    .from(assets)
    .where(and(eq(assets.id, id), visibleTo(viewer)));
  return row ?? null;
}

/** The asset that a content names, if the viewer may know of it; for a URL the page if it is known, else the site. */
export async function assetByContent(database: Database, viewer: Viewer, content: string): Promise<StoredAsset | null> {
  const named = namedAssets(content).map((asset) => Buffer.from(assetDigest(asset), 'hex'));
  if (named.length === 0) return null;
  const rows = await database
    .select()
    .from(assets)
    .where(and(inArray(assets.digest, named), visibleTo(viewer)))
    .orderBy(sql`${assets.type} = 'PAGE' desc`);
  return rows[0] ?? null;
}

/** The assets that a content can mean, the page first: a page is stored as a report or a list wrote it. */
export function namedAssets(content: string): Asset[] {
  const asset = normalizeContent(content);
  if (asset?.type !== 'URL') return asset ? [asset] : [];
  const text = content.trim();
  const listed = canonicalUrl(/^https?:/i.test(text) ? text : `http://${text}`);
  const reported = pageGiven(content, asset);
  const written = [listed, reported?.content ?? null].filter((page) => page !== null);
  const pages = new Set(written.flatMap((page) => [page, ...formerExpressions({ type: 'PAGE', content: page })]));
  return [...[...pages].map((page) => ({ type: 'PAGE' as const, content: page })), asset];
}
