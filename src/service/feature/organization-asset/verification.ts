import { and, eq } from 'drizzle-orm';
import type { Asset } from '../../../asset/index.ts';
import type { Database } from '../../database/database.ts';
import { assets } from '../../database/schema/asset.ts';
import { organizationAssets, type PROOFS } from '../../database/schema/organization.ts';
import { assetDigest } from '../../listing/entry.ts';

const ofOrganization = (organizationId: number, assetId: number) =>
  and(eq(organizationAssets.organizationId, organizationId), eq(organizationAssets.assetId, assetId));

/** An asset that an organization has registered, and since when that is proven; null where it has not. */
export async function claimOf(
  database: Database,
  organizationId: number,
  assetId: number,
): Promise<{ readonly asset: Asset; readonly provenAt: Date | null } | null> {
  const [row] = await database
    .select({ type: assets.type, content: assets.content, provenAt: organizationAssets.provenAt })
    .from(organizationAssets)
    .innerJoin(assets, eq(assets.id, organizationAssets.assetId))
    .where(ofOrganization(organizationId, assetId));
  return row ? { asset: { type: row.type, content: row.content }, provenAt: row.provenAt } : null;
}

/** Writes down what proves an asset to be an organization's, or with null that nothing does. False where it is not registered. */
export async function setProof(
  database: Database,
  organizationId: number,
  assetId: number,
  provenBy: (typeof PROOFS)[number] | null,
): Promise<boolean> {
  const changed = await database
    .update(organizationAssets)
    .set({ provenBy, provenAt: provenBy === null ? null : new Date(), updatedAt: new Date() })
    .where(ofOrganization(organizationId, assetId))
    .returning({ assetId: organizationAssets.assetId });
  return changed.length > 0;
}

/** The id of an asset that an organization has registered; null where it has not. */
export async function registeredAsset(
  database: Database,
  organizationId: number,
  asset: Asset,
): Promise<number | null> {
  const [row] = await database
    .select({ id: assets.id })
    .from(organizationAssets)
    .innerJoin(assets, eq(assets.id, organizationAssets.assetId))
    .where(
      and(
        eq(organizationAssets.organizationId, organizationId),
        eq(assets.digest, Buffer.from(assetDigest(asset), 'hex')),
      ),
    );
  return row?.id ?? null;
}
