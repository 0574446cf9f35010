import * as z from 'zod/mini';
import { ASSET_TYPES } from '../../asset/type.ts';
import { known } from '../lenient.ts';
import { operation } from '../operation.ts';
import { pageSize, period, SORT_DIRECTIONS, slug } from '../page.ts';

/** Threats that are blocked now; the dates are those of the block. The newest first unless `sorting` says otherwise. */
export const threatsList = operation({
  id: 'threatsList',
  group: 'Threats and detection',
  summary: 'Blocked assets that threaten an organization',
  method: 'POST',
  path: '/threats/list',
  access: 'read',
  body: z.object({
    slug,
    query: z.optional(z.string().check(z.maxLength(255))),
    ...period,
    assetType: z.optional(z.array(z.enum(ASSET_TYPES)).check(z.minLength(1), z.maxLength(ASSET_TYPES.length))),
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
