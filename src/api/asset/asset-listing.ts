import * as z from 'zod/mini';
import { ASSET_TYPES } from '../../asset/type.ts';
import { known, pageSize, period, slug } from '../field.ts';
import { operation } from '../operation.ts';
import { ASSET_STATUSES, WATCH_STATUSES } from './asset.ts';

const MAX_ENTRIES = 10_000;
const type = z.enum(ASSET_TYPES);
const moment = z.string();

/**
 * The list, oldest change first, so that reading to the end gives the latest state of every asset. Without dates:
 * changes of the last day. With `organizationSlug`: only assets that the organization owns or has reported.
 */
export const assetList = operation({
  id: 'assetList',
  group: 'Assets',
  summary: 'The allowlist or the blocklist of one type of asset',
  method: 'POST',
  path: '/asset/list',
  access: 'read',
  service: 'protection',
  body: z.object({
    type,
    status: z._default(z.enum(ASSET_STATUSES), 'BLOCKED'),
    ...period,
    ...pageSize(MAX_ENTRIES, 100),
    organizationSlug: slug,
  }),
  response: z.object({
    assets: z.array(
      z.object({
        content: z.string(),
        type: known(ASSET_TYPES),
        status: known(ASSET_STATUSES),
        watchStatus: known(WATCH_STATUSES),
        updatedAt: moment,
      }),
    ),
    next_page: z.optional(z.string()),
  }),
});

/** Changes of the list, oldest first. Without dates: those of the last day. */
export const assetChangelog = operation({
  id: 'assetChangelog',
  group: 'Assets',
  summary: 'Changelog of the list',
  method: 'POST',
  path: '/asset/changelog',
  access: 'read',
  service: 'protection',
  body: z.object({ type: z.optional(type), ...period, ...pageSize(MAX_ENTRIES, 100) }),
  response: z.object({
    changes: z.array(
      z.object({
        content: z.string(),
        type: known(ASSET_TYPES),
        fromStatus: known(ASSET_STATUSES),
        toStatus: known(ASSET_STATUSES),
        reason: z.nullable(z.string()),
        changedAt: moment,
      }),
    ),
    next_page: z.optional(z.string()),
  }),
});
