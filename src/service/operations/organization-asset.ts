import {
  organizationAssetCreate,
  organizationAssetDelete,
  organizationAssetList,
  organizationAssetUpdate,
} from '../../api/organization-asset.ts';
import { requiredOrganization } from '../access/reach.ts';
import { implement } from '../http/implementation.ts';
import { addOwnAssets, changeOwnAsset, removeOwnAsset } from '../organization-assets/change.ts';
import { readOwnAssets } from '../organization-assets/page.ts';

export const listOwnAssets = implement(organizationAssetList, async ({ caller, service, database, query }) =>
  readOwnAssets(database, service.cursors, requiredOrganization(caller, query.slug).id, query),
);

export const createOwnAssets = implement(organizationAssetCreate, async ({ caller, database, body }) =>
  addOwnAssets(database, requiredOrganization(caller, body.slug).id, body.assets),
);

export const updateOwnAsset = implement(organizationAssetUpdate, async ({ caller, database, params, body }) =>
  changeOwnAsset(database, requiredOrganization(caller, body.slug).id, params.assetId, body),
);

export const deleteOwnAsset = implement(organizationAssetDelete, async ({ caller, database, params, query }) => {
  await removeOwnAsset(database, requiredOrganization(caller, query.slug).id, params.assetId);
  return { success: true as const, id: params.assetId };
});
