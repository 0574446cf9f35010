import { and, desc, eq } from 'drizzle-orm';
import type { organizationBlockCreate } from '../../../../api/blocklist.ts';
import type { ResponseOf } from '../../../../api/operation.ts';
import type { Asset } from '../../../../asset/index.ts';
import { listingRefusal } from '../../../../asset/listing/refusal.ts';
import { MAX_HOT } from '../../../../blocklist/codec/artifact.ts';
import type { Database } from '../../../database/database.ts';
import { issue } from '../../../database/refused.ts';
import { assets } from '../../../database/schema/asset.ts';
import { organizationBlocks } from '../../../database/schema/list.ts';
import { timesInText } from '../../../http/implementation.ts';
import { ListingRefused, unlistable } from '../../listing/decision.ts';
import { knownAsset } from '../../listing/entry.ts';

export type OrganizationBlock = ResponseOf<typeof organizationBlockCreate>;

/** What an organization blocks for its own people alone, newest first. */
export async function organizationBlocksOf(database: Database, organizationId: number): Promise<OrganizationBlock[]> {
  const rows = await selected(database)
    .where(eq(organizationBlocks.organizationId, organizationId))
    .orderBy(desc(organizationBlocks.createdAt), desc(organizationBlocks.assetId));
  return rows.map(blockOf);
}

const selected = (database: Database) =>
  database
    .select({ block: organizationBlocks, type: assets.type, content: assets.content })
    .from(organizationBlocks)
    .innerJoin(assets, eq(assets.id, organizationBlocks.assetId));

type Row = Awaited<ReturnType<typeof selected>>[number];

const blockOf = ({ block: { assetId, reason, createdAt }, type, content }: Row): OrganizationBlock =>
  timesInText({ assetId, type, content, reason, createdAt });

/** Blocks an asset for an organization's people, or renews the reason. @throws ListingRefused, also for a full list */
export async function addOrganizationBlock(
  database: Database,
  organizationId: number,
  { asset, reason }: { readonly asset: Asset; readonly reason: string | null },
): Promise<OrganizationBlock> {
  const refusal = listingRefusal(asset);
  if (refusal !== null) throw new ListingRefused(unlistable(refusal));
  return database.transaction(async (transaction) => {
    const assetId = await knownAsset(transaction, asset);
    const ofOrganization = eq(organizationBlocks.organizationId, organizationId);
    const isThis = and(ofOrganization, eq(organizationBlocks.assetId, assetId));
    const isNew = (await transaction.$count(organizationBlocks, isThis)) === 0;
    if (isNew && (await transaction.$count(organizationBlocks, ofOrganization)) >= MAX_HOT)
      throw new ListingRefused(issue('ownListFull', { most: MAX_HOT }));
    await transaction
      .insert(organizationBlocks)
      .values({ organizationId, assetId, reason })
      .onConflictDoUpdate({
        target: [organizationBlocks.organizationId, organizationBlocks.assetId],
        set: { reason },
      });
    const [row] = await selected(transaction).where(isThis);
    return blockOf(row!);
  });
}

/** Lifts what an organization blocks for its people. @returns false where it does not block that */
export async function removeOrganizationBlock(
  database: Database,
  organizationId: number,
  assetId: number,
): Promise<boolean> {
  const rows = await database
    .delete(organizationBlocks)
    .where(and(eq(organizationBlocks.organizationId, organizationId), eq(organizationBlocks.assetId, assetId)))
    .returning({ assetId: organizationBlocks.assetId });
  return rows.length > 0;
}
