import * as z from 'zod/mini';
import { ASSET_TYPES } from '../../asset/type.ts';
import { ASSET_STATUSES } from '../asset/asset.ts';
import { known, pageSize, period, SORT_DIRECTIONS, slug } from '../field.ts';
import { operation } from '../operation.ts';

/** PENDING_INPUT: the provider waits for the organization. */
export const TAKEDOWN_STATUSES = ['TODO', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'PENDING_INPUT'] as const;
/** Whether the asset still answers; UNKNOWN before the first check. */
export const LIVENESS_STATUSES = ['UNKNOWN', 'LIVE', 'DEAD'] as const;

/** What narrows both lists. */
const filters = {
  slug,
  query: z.optional(z.string().check(z.maxLength(255))),
  ...period,
  assetType: z.optional(z.array(z.enum(ASSET_TYPES)).check(z.minLength(1), z.maxLength(ASSET_TYPES.length))),
};

export const takedownsList = operation({
  id: 'takedownsList',
  group: 'Disputes and takedowns',
  summary: 'Takedowns of an organization',
  method: 'POST',
  path: '/takedowns/list',
  access: 'read',
  service: 'takedowns',
  body: z.object({
    ...filters,
    takedownStatus: z.optional(z.array(z.enum(TAKEDOWN_STATUSES)).check(z.minLength(1), z.maxLength(5))),
    livenessStatus: z.optional(z.array(z.enum(LIVENESS_STATUSES)).check(z.minLength(1), z.maxLength(3))),
    sorting: z.optional(
      z
        .array(z.object({ key: z.enum(['createdAt', 'updatedAt', 'status']), direction: z.enum(SORT_DIRECTIONS) }))
        .check(z.maxLength(1)),
    ),
    ...pageSize(100, 10),
  }),
  response: z.object({
    takedowns: z.array(
      z.object({
        id: z.int(),
        status: known(TAKEDOWN_STATUSES),
        createdAt: z.string(),
        updatedAt: z.string(),
        asset: z.object({
          id: z.int(),
          content: z.string(),
          type: known(ASSET_TYPES),
          status: known(ASSET_STATUSES),
          livenessStatus: known(LIVENESS_STATUSES),
        }),
        assignee: z.nullable(z.string()),
        brand: z.nullable(z.object({ slug: z.string(), name: z.string() })),
      }),
    ),
    next_page: z.optional(z.string()),
  }),
});

/** Threats that are currently blocked, newest first by default. Dates are those of the block. */
export const threatsList = operation({
  id: 'threatsList',
  group: 'Threats and detection',
  summary: 'Blocked assets that threaten an organization',
  method: 'POST',
  path: '/threats/list',
  access: 'read',
  body: z.object({
    ...filters,
    sorting: z.optional(
      z.array(z.object({ key: z.enum(['blockedAt']), direction: z.enum(SORT_DIRECTIONS) })).check(z.maxLength(1)),
    ),
    ...pageSize(100, 10),
  }),
  response: z.object({
    threats: z.array(z.object({ id: z.int(), content: z.string(), type: known(ASSET_TYPES), blockedAt: z.string() })),
    next_page: z.optional(z.string()),
  }),
});
