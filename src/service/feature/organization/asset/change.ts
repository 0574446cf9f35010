import type { BodyOf, ResponseOf } from '../../../../api/operation.ts';
import type {
  organizationAssetCreate,
  organizationAssetUpdate,
} from '../../../../api/organization/organization-asset.ts';
import { type Asset, normalizeContent } from '../../../../asset/index.ts';
import { withinLength } from '../../../../asset/listing/refusal.ts';
import type { Database } from '../../../database/database.ts';
import { issue } from '../../../database/refused.ts';
import { organizationAssets } from '../../../database/schema/organization.ts';
import { Failure } from '../../../http/failure.ts';
import { showAssets } from '../../asset/record/lookup.ts';
import { assetDigest, knownAssets } from '../../listing/entry.ts';
import { knownGroups } from './group.ts';
import { notOwn, type OwnAsset, ownAsset, readOwnAsset } from './page.ts';

type Given = BodyOf<typeof organizationAssetCreate>['assets'][number];
type Results = ResponseOf<typeof organizationAssetCreate>;
type Readable = { readonly given: Given; readonly asset: Asset; readonly digest: string };

/** Adds assets to an organization inside a transaction. @returns a result for each, in the same order */
export async function addOwnAssets(
  transaction: Database,
  organizationId: number,
  given: readonly Given[],
): Promise<Results> {
  const wanted = new Set(given.flatMap(({ groupId }) => groupId ?? []));
  const groupIds = await knownGroups(transaction, organizationId, [...wanted]);
  const errors = new Map<Given, string>();
  const readable: Readable[] = [];
  const seen = new Set<string>();
  for (const one of given) {
    const asset = withinLength(normalizeContent(one.content));
    const digest = asset && assetDigest(asset);
    if (!asset || digest === null) errors.set(one, 'This is no address of a site, wallet or account');
    else if (seen.has(digest)) errors.set(one, 'This asset is named more than once');
    else if (one.groupId !== undefined && !groupIds.has(one.groupId))
      errors.set(one, `There is no asset group ${one.groupId}`);
    else {
      seen.add(digest);
      readable.push({ given: one, asset, digest });
    }
  }
  const ids = await insertOwnAssets(transaction, organizationId, readable);
  for (const { given: one } of readable) if (!ids.has(one)) errors.set(one, 'The organization has this asset already');
  const results = given.map((one) => {
    const error = errors.get(one);
    return error === undefined
      ? { content: one.content, success: true, id: ids.get(one)! }
      : { content: one.content, success: false, error };
  });
  return { results, successCount: given.length - errors.size, errorCount: errors.size };
}

async function insertOwnAssets(
  transaction: Database,
  organizationId: number,
  readable: readonly Readable[],
): Promise<Map<Given, number>> {
  if (readable.length === 0) return new Map();
  const rows = await knownAssets(transaction, readable);
  const ids = new Map(readable.map(({ given, digest }) => [given, rows.get(digest)!]));
  const added = await transaction
    .insert(organizationAssets)
    .values(
      readable.map(({ given: { name, description, groupId }, digest }) => ({
        organizationId,
        assetId: rows.get(digest)!,
        name: name ?? null,
        description: description ?? null,
        groupId: groupId ?? null,
      })),
    )
    .onConflictDoNothing()
    .returning({ assetId: organizationAssets.assetId });
  await showAssets(transaction, { organization: { id: organizationId }, apiKeyId: null }, added);
  const addedIds = new Set(added.map(({ assetId }) => assetId));
  return new Map([...ids].filter(([, id]) => addedIds.has(id)));
}

/** @throws Failure NOT_FOUND for an asset that is not the organization's, BAD_REQUEST for a group that is not */
export async function changeOwnAsset(
  database: Database,
  organizationId: number,
  assetId: number,
  { name, description, groupId }: BodyOf<typeof organizationAssetUpdate>,
): Promise<OwnAsset> {
  return database.transaction(async (transaction) => {
    if (typeof groupId === 'number' && (await knownGroups(transaction, organizationId, [groupId])).size === 0)
      throw new Failure('BAD_REQUEST', issue('noGroup', { id: groupId }, 'groupId'));
    await transaction
      .update(organizationAssets)
      .set({ name, description, groupId, updatedAt: new Date() })
      .where(ownAsset(organizationId, assetId));
    return readOwnAsset(transaction, organizationId, assetId);
  });
}

/** @throws Failure NOT_FOUND for an asset that is not the organization's */
export async function removeOwnAsset(database: Database, organizationId: number, assetId: number): Promise<void> {
  const removed = await database
    .delete(organizationAssets)
    .where(ownAsset(organizationId, assetId))
    .returning({ assetId: organizationAssets.assetId });
  if (removed.length === 0) throw notOwn(assetId);
}
