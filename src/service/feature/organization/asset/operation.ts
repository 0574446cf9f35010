import { requiredOrganization } from '../../../http/access/reach.ts';
import { implement } from '../../../http/implementation.ts';
import { addOwnAssets, changeOwnAsset, removeOwnAsset } from './change.ts';
import { createGroup, deleteGroup, listGroups, renameGroup } from './group.ts';
import { findProof, proofOf, setProof } from './ownership.ts';
import { readOwnAsset, readOwnAssets } from './page.ts';

export const organizationAssetOperations = implement({
  organizationAssetList: async ({ caller, service, database, query }) =>
    readOwnAssets(database, service.cursors, requiredOrganization(caller, query.slug).id, query),

  organizationAssetCreate: async ({ caller, database, body }) =>
    addOwnAssets(database, requiredOrganization(caller, body.slug).id, body.assets),

  organizationAssetUpdate: async ({ caller, database, params, body }) =>
    changeOwnAsset(database, requiredOrganization(caller, body.slug).id, params.assetId, body),

  organizationAssetDelete: async ({ caller, database, params, query }) => {
    await removeOwnAsset(database, requiredOrganization(caller, query.slug).id, params.assetId);
    return { success: true as const, id: params.assetId };
  },

  organizationAssetVerify: async ({ caller, service, database, params: { assetId }, body, change }) => {
    const { id: organizationId } = requiredOrganization(caller, body.slug);
    const asset = await readOwnAsset(database, organizationId, assetId);
    if (asset.ownership === 'OWNED') return { ownership: 'OWNED' as const };
    const proof = await proofOf(database, organizationId, asset);
    // Outside of a transaction, because a host may answer slowly.
    const provenBy = proof && (await findProof(proof, service.resolveTxt, service.outbound));
    if (!provenBy) return { ownership: 'CLAIMED' as const, ...(proof ? { proof } : {}) };
    await change((transaction) => setProof(transaction, organizationId, assetId, provenBy));
    return { ownership: 'OWNED' as const };
  },

  assetGroupList: async ({ caller, database, query }) => ({
    groups: await listGroups(database, requiredOrganization(caller, query.slug).id),
  }),

  assetGroupCreate: async ({ caller, database, body: { slug, name } }) =>
    createGroup(database, requiredOrganization(caller, slug).id, name),

  assetGroupUpdate: async ({ caller, database, params, body }) =>
    renameGroup(database, requiredOrganization(caller, body.slug).id, params.groupId, body.name),

  assetGroupDelete: async ({ caller, database, params, query }) => {
    const deleted = await deleteGroup(database, requiredOrganization(caller, query.slug).id, params.groupId);
    return { success: true as const, id: params.groupId, ...deleted };
  },
});
