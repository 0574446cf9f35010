import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { type Database, refuseTaken } from '../../../database/database.ts';
import { issue } from '../../../database/refused.ts';
import { assetGroups, organizationAssets } from '../../../database/schema/organization.ts';
import { Failure } from '../../../http/failure.ts';

export type AssetGroup = { readonly id: number; readonly name: string; readonly assetCount: number };

/** The groups of an organization by name, with the number of assets in each. */
export const listGroups = (database: Database, organizationId: number): Promise<AssetGroup[]> =>
  database
    .select({ id: assetGroups.id, name: assetGroups.name, assetCount: count(organizationAssets.assetId) })
    .from(assetGroups)
    .leftJoin(organizationAssets, eq(organizationAssets.groupId, assetGroups.id))
    .where(eq(assetGroups.organizationId, organizationId))
    .groupBy(assetGroups.id)
    .orderBy(asc(assetGroups.name), asc(assetGroups.id));

/** @throws Failure CONFLICT when another group has the name, whatever its case */
export async function createGroup(database: Database, organizationId: number, name: string): Promise<AssetGroup> {
  const [row] = await database
    .insert(assetGroups)
    .values({ organizationId, name })
    .onConflictDoNothing()
    .returning({ id: assetGroups.id });
  if (!row) throw taken(name);
  return { id: row.id, name, assetCount: 0 };
}

/** @throws Failure NOT_FOUND for a group that is not the organization's, CONFLICT when another group has the name */
export async function renameGroup(
  database: Database,
  organizationId: number,
  id: number,
  name: string,
): Promise<AssetGroup> {
  const [row] = await database
    .update(assetGroups)
    .set({ name, updatedAt: new Date() })
    .where(and(eq(assetGroups.id, id), eq(assetGroups.organizationId, organizationId)))
    .returning({ id: assetGroups.id })
    .catch(refuseTaken(taken(name)));
  if (!row) throw unknownGroup(id);
  return { id, name, assetCount: await database.$count(organizationAssets, eq(organizationAssets.groupId, id)) };
}

/** Deletes a group and leaves its assets in none. @throws Failure NOT_FOUND for a group that is not the organization's */
export async function deleteGroup(
  database: Database,
  organizationId: number,
  id: number,
): Promise<{ unassignedAssetCount: number }> {
  return database.transaction(async (transaction) => {
    const [group] = await transaction
      .select({ id: assetGroups.id })
      .from(assetGroups)
      .where(and(eq(assetGroups.id, id), eq(assetGroups.organizationId, organizationId)))
      .for('update');
    if (!group) throw unknownGroup(id);
    const unassigned = await transaction
      .update(organizationAssets)
      .set({ groupId: null, updatedAt: new Date() })
      .where(eq(organizationAssets.groupId, id))
      .returning({ assetId: organizationAssets.assetId });
    await transaction.delete(assetGroups).where(eq(assetGroups.id, id));
    return { unassignedAssetCount: unassigned.length };
  });
}

/** Those of these groups that are the organization's; while the transaction lasts, they are not deleted. */
export async function knownGroups(
  transaction: Database,
  organizationId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction
    .select({ id: assetGroups.id })
    .from(assetGroups)
    .where(and(eq(assetGroups.organizationId, organizationId), inArray(assetGroups.id, [...ids])))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

const taken = (name: string) => new Failure('CONFLICT', issue('groupTaken', { name }, 'name'));
const unknownGroup = (id: number) => new Failure('NOT_FOUND', issue('noGroup', { id }));
