import * as z from 'zod/mini';
import { ASSET_TYPES } from '../../asset/type.ts';
import { known, slug } from '../field.ts';
import { operation } from '../operation.ts';
import { REPORT_STATUSES } from '../report/report-record.ts';
import { TAKEDOWN_STATUSES } from '../threat/takedown.ts';
import { ASSET_STATUSES, CHECK_REASONS, content, WATCH_STATUSES } from './asset.ts';

const moment = z.string();
const id = z.int().check(z.positive());
const shared = { group: 'Assets', method: 'POST' } as const;

/**
 * One asset by content or id, with the reports and the takedown of the caller's organizations. `blockedBy`: keys of the
 * caller that fetched a list with the asset, and when first.
 */
export const assetSearch = operation({
  ...shared,
  id: 'assetSearch',
  summary: 'What is known about an asset',
  path: '/asset/search',
  access: 'read',
  service: 'protection',
  body: z.object({ content: z.optional(content), assetId: z.optional(id) }).check(
    z.refine(({ content, assetId }) => (content === undefined) !== (assetId === undefined), {
      params: { code: 'contentOrId' },
    }),
  ),
  response: z.object({
    asset: z.object({
      id: z.int(),
      content: z.string(),
      type: known(ASSET_TYPES),
      status: known(ASSET_STATUSES),
      watchStatus: known(WATCH_STATUSES),
      createdAt: moment,
      updatedAt: moment,
    }),
    reports: z.array(
      z.object({ id: z.int(), title: z.nullable(z.string()), status: known(REPORT_STATUSES), createdAt: moment }),
    ),
    takedown: z.optional(
      z.object({
        id: z.int(),
        status: known(TAKEDOWN_STATUSES),
        createdAt: moment,
        updatedAt: moment,
        tasks: z.array(
          z.object({ id: z.int(), title: z.string(), status: known(TAKEDOWN_STATUSES), createdAt: moment }),
        ),
      }),
    ),
    blockedBy: z.array(z.object({ consumer: z.string(), name: z.string(), consumedAt: moment })),
  }),
  errors: [404],
});

/**
 * Scans every asset; those that are neither blocked nor under review become one report. An asset without `scanId` is not scanned: with a
 * public key, an address may order only so many scans an hour.
 */
export const assetSubmit = operation({
  ...shared,
  id: 'assetSubmit',
  summary: 'Submit assets for review',
  path: '/asset/submit',
  access: 'report',
  service: 'reporting',
  quota: 'reports',
  idempotent: true,
  changes: 'own',
  body: z.object({ assets: z.array(content).check(z.minLength(1), z.maxLength(100)), organizationSlug: slug }),
  response: z.object({
    submittedAssets: z.array(z.object({ asset: z.string(), assetId: z.int(), scanId: z.optional(z.string()) })),
  }),
  errors: [409],
});

const UNBLOCK_OUTCOMES = ['UNBLOCKED', 'DISPUTE_CREATED'] as const;

/**
 * Unblocks an asset of the organization, or files a dispute for any other asset. An asset belongs to the organization
 * if ownership of it, or of the host above it, is proven and it was registered with the organization before it was
 * blocked. An asset on an imported list is always disputed.
 */
export const assetUnblock = operation({
  ...shared,
  id: 'assetUnblock',
  summary: 'Unblock an asset, or dispute that it is blocked',
  path: '/asset/unblock',
  access: 'manage',
  idempotent: true,
  body: z.object({
    content,
    reason: z.optional(z.string().check(z.maxLength(10_000))),
    organizationSlug: slug,
  }),
  response: z.object({ outcome: known(UNBLOCK_OUTCOMES), disputeId: z.optional(z.int()) }),
  errors: [404, 409],
});

/** `reportId`: the newest report of the caller's organizations, for keys with the scope `read`. */
export const assetDetails = operation({
  ...shared,
  id: 'assetDetails',
  summary: 'Status of an asset: use the check or the search of assets instead',
  path: '/asset/details',
  access: 'protect',
  service: 'protection',
  body: z.object({ content }),
  response: z.object({
    status: known(ASSET_STATUSES),
    reason: z.optional(known(CHECK_REASONS)),
    reportId: z.optional(z.int()),
    reportUrl: z.optional(z.string()),
  }),
  deprecated: { since: '2026-01-01', sunset: '2027-12-31' },
});
