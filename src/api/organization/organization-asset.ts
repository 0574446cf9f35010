import * as z from 'zod/mini';
import { ASSET_TYPES } from '../../asset/type.ts';
import { content } from '../asset/asset.ts';
import { known, pageQuery, pathNumber, queryNumber, slug } from '../field.ts';
import { operation } from '../operation.ts';

/** Stands for "no group" in the filter of a list. */
export const NO_GROUP = -1;

const id = z.int().check(z.positive());
const pathId = pathNumber(Number.MAX_SAFE_INTEGER);
/** Ids of groups are 32-bit. */
const groupId = id.check(z.maximum(2_147_483_647));
const name = z.string().check(z.minLength(1), z.maxLength(255));
const description = z.string().check(z.maxLength(10_000));

/** CLAIMED: stated by the organization. OWNED: proven, so that the owner may take it off the blocklist. */
const OWNERSHIPS = ['CLAIMED', 'OWNED'] as const;

/** An asset of an organization; `id` is the same as in every other operation. */
const organizationAsset = z.object({
  id: z.int(),
  content: z.string(),
  type: known(ASSET_TYPES),
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  groupId: z.nullable(z.int()),
  ownership: known(OWNERSHIPS),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const shared = { group: 'Organization assets', path: '/organization/assets' } as const;
const one = { ...shared, path: '/organization/assets/{assetId}', params: z.object({ assetId: pathId }) } as const;

export const organizationAssetList = operation({
  ...shared,
  id: 'organizationAssetList',
  summary: 'Assets of an organization',
  method: 'GET',
  access: 'read',
  query: z.object({
    slug,
    type: z.optional(z.enum(ASSET_TYPES)),
    groupId: queryNumber(NO_GROUP, 2_147_483_647),
    /** Part of the content or the name, in any letter case. */
    query: z.optional(z.string().check(z.maxLength(255))),
    ...pageQuery(1_000, 100),
  }),
  response: z.object({ assets: z.array(organizationAsset), next_page: z.optional(z.string()) }),
});

/** Each asset is added independently; a failure is in its result and does not affect the others. */
export const organizationAssetCreate = operation({
  ...shared,
  id: 'organizationAssetCreate',
  summary: 'Add assets to an organization',
  method: 'POST',
  access: 'manage',
  idempotent: true,
  body: z.object({
    slug,
    assets: z
      .array(
        z.object({
          content,
          name: z.optional(name),
          description: z.optional(description),
          groupId: z.optional(groupId),
        }),
      )
      .check(z.minLength(1), z.maxLength(1_000)),
  }),
  response: z.object({
    results: z.array(
      z.object({ content: z.string(), success: z.boolean(), id: z.optional(z.int()), error: z.optional(z.string()) }),
    ),
    successCount: z.int(),
    errorCount: z.int(),
  }),
  errors: [409],
});

/** Omitted fields are unchanged; null clears a field. */
export const organizationAssetUpdate = operation({
  ...one,
  id: 'organizationAssetUpdate',
  summary: 'Change an asset of an organization',
  method: 'PATCH',
  access: 'manage',
  body: z.object({
    slug,
    name: z.optional(z.nullable(name)),
    description: z.optional(z.nullable(description)),
    groupId: z.optional(z.nullable(groupId)),
  }),
  response: organizationAsset,
  errors: [404],
});

/** Only the relation to the organization is removed; the asset and its status stay. */
export const organizationAssetDelete = operation({
  ...one,
  id: 'organizationAssetDelete',
  summary: 'Remove an asset from an organization',
  method: 'DELETE',
  access: 'manage',
  query: z.object({ slug }),
  response: z.object({ success: z.literal(true), id: z.int() }),
  errors: [404],
});

/**
 * Checks the proof that a host belongs to the organization: `value` in a TXT record of `dnsName`, or as a line of the
 * file at `fileUrl`. The answer contains these until a proof is found. The operator confirms assets that are not hosts.
 */
export const organizationAssetVerify = operation({
  ...one,
  id: 'organizationAssetVerify',
  summary: 'Prove that an asset is the organization’s own',
  method: 'POST',
  path: '/organization/assets/{assetId}/verify',
  access: 'manage',
  changes: 'own',
  body: z.object({ slug }),
  response: z.object({
    ownership: known(OWNERSHIPS),
    proof: z.optional(z.object({ value: z.string(), dnsName: z.string(), fileUrl: z.string() })),
  }),
  errors: [404],
});

const groupName = z.string().check(z.trim(), z.minLength(1), z.maxLength(255));
const assetGroup = z.object({ id: z.int(), name: z.string(), assetCount: z.int() });

const allGroups = { group: 'Organization assets', path: '/organization/asset-groups' } as const;
const oneGroup = {
  ...allGroups,
  path: '/organization/asset-groups/{groupId}',
  params: z.object({ groupId: pathNumber(2_147_483_647) }),
} as const;

export const assetGroupList = operation({
  ...allGroups,
  id: 'assetGroupList',
  summary: 'Asset groups of an organization',
  method: 'GET',
  access: 'read',
  query: z.object({ slug }),
  response: z.object({ groups: z.array(assetGroup) }),
});

export const assetGroupCreate = operation({
  ...allGroups,
  id: 'assetGroupCreate',
  summary: 'Create an asset group',
  method: 'POST',
  access: 'manage',
  body: z.object({ slug, name: groupName }),
  response: assetGroup,
  errors: [409],
});

export const assetGroupUpdate = operation({
  ...oneGroup,
  id: 'assetGroupUpdate',
  summary: 'Rename an asset group',
  method: 'PATCH',
  access: 'manage',
  body: z.object({ slug, name: groupName }),
  response: assetGroup,
  errors: [404, 409],
});

/** The assets of the group stay, without a group. */
export const assetGroupDelete = operation({
  ...oneGroup,
  id: 'assetGroupDelete',
  summary: 'Delete an asset group',
  method: 'DELETE',
  access: 'manage',
  query: z.object({ slug }),
  response: z.object({ success: z.literal(true), id: z.int(), unassignedAssetCount: z.int() }),
  errors: [404],
});
