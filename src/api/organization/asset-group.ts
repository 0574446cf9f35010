import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { slug } from '../page.ts';
import { pathNumber } from '../query.ts';

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(255));
const pathId = pathNumber(2_147_483_647);
const assetGroup = z.object({ id: z.int(), name: z.string(), assetCount: z.int() });

const shared = { group: 'Organization assets', path: '/organization/asset-groups' } as const;
const one = {
  ...shared,
  path: '/organization/asset-groups/{groupId}',
  params: z.object({ groupId: pathId }),
} as const;

export const assetGroupList = operation({
  ...shared,
  id: 'assetGroupList',
  summary: 'Asset groups of an organization',
  method: 'GET',
  access: 'read',
  query: z.object({ slug }),
  response: z.object({ groups: z.array(assetGroup) }),
});

export const assetGroupCreate = operation({
  ...shared,
  id: 'assetGroupCreate',
  summary: 'Create an asset group',
  method: 'POST',
  access: 'manage',
  body: z.object({ slug, name }),
  response: assetGroup,
  errors: [409],
});

export const assetGroupUpdate = operation({
  ...one,
  id: 'assetGroupUpdate',
  summary: 'Rename an asset group',
  method: 'PATCH',
  access: 'manage',
  body: z.object({ slug, name }),
  response: assetGroup,
  errors: [404, 409],
});

/** The assets of the group stay with the organization, in no group. */
export const assetGroupDelete = operation({
  ...one,
  id: 'assetGroupDelete',
  summary: 'Delete an asset group',
  method: 'DELETE',
  access: 'manage',
  query: z.object({ slug }),
  response: z.object({ success: z.literal(true), id: z.int(), unassignedAssetCount: z.int() }),
  errors: [404],
});
