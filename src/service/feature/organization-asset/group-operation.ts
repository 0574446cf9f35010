import {
  assetGroupCreate,
  assetGroupDelete,
  assetGroupList,
  assetGroupUpdate,
} from '../../../api/organization/organization-asset.ts';
import { requiredOrganization } from '../../access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { createGroup, deleteGroup, listGroups, renameGroup } from './group.ts';

export const listAssetGroups = implement(assetGroupList, async ({ caller, database, query }) => ({
  groups: await listGroups(database, requiredOrganization(caller, query.slug).id),
}));

export const createAssetGroup = implement(assetGroupCreate, async ({ caller, database, body: { slug, name } }) =>
  createGroup(database, requiredOrganization(caller, slug).id, name),
);

export const updateAssetGroup = implement(assetGroupUpdate, async ({ caller, database, params, body }) =>
  renameGroup(database, requiredOrganization(caller, body.slug).id, params.groupId, body.name),
);

export const deleteAssetGroup = implement(assetGroupDelete, async ({ caller, database, params, query }) => {
  const deleted = await deleteGroup(database, requiredOrganization(caller, query.slug).id, params.groupId);
  return { success: true as const, id: params.groupId, ...deleted };
});
