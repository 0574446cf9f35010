import * as z from 'zod/mini';
import { ASSET_TYPES } from '../../asset/type.ts';
import { known, period, slug } from '../field.ts';
import { operation } from '../operation.ts';

const shared = { group: 'Metrics', method: 'POST', access: 'read' } as const;
const brandSlug = z.optional(z.string().check(z.minLength(1), z.maxLength(255)));
const count = z.int();

/** Days are in UTC, `YYYY-MM-DD`. A threat counts on the day it was blocked, even if it was unblocked later. */
const figures = z.object({
  metrics: z.object({
    reports: count,
    newThreats: count,
    threatsWatchlisted: count,
    takedownsFiled: count,
    takedownsCompleted: count,
    /** New threats that are sites or pages. */
    domainThreats: count,
    twitterThreats: count,
    telegramThreats: count,
    otherThreats: count,
  }),
  blockedByType: z.array(z.object({ type: known(ASSET_TYPES), count })),
  blockedByDay: z.array(z.object({ date: z.string(), count })),
});

export const organizationMetrics = operation({
  ...shared,
  id: 'organizationMetrics',
  summary: 'Metrics of an organization; of all times unless dates are given',
  method: 'GET',
  path: '/organization/metrics',
  query: z.object({ slug, brandSlug, ...period }),
  response: figures,
});

export const publicOrganizationMetrics = operation({
  ...shared,
  id: 'publicOrganizationMetrics',
  summary: 'Metrics of an organization (use GET /organization/metrics)',
  path: '/public/getOrganizationMetrics',
  deprecated: { since: '2026-01-01', sunset: '2027-12-31' },
  body: z.object({ slug, brandSlug, ...period }),
  response: figures,
});

/** Without a start, the range is the 30 days before its end; without an end, it ends now. */
const range = { slug, ...period };

export const metricsSummary = operation({
  ...shared,
  id: 'metricsSummary',
  summary: 'Totals of a date range',
  path: '/metrics/summary',
  body: z.object(range),
  response: z.object({
    startDate: z.string(),
    endDate: z.string(),
    totals: z.object({
      /** Filed in the range, and how many of them are reviewed by now. */
      reports: count,
      reportsClosed: count,
      threats: count,
      detections: count,
      takedownsFiled: count,
      takedownsCompleted: count,
      disputes: count,
    }),
  }),
});

const BREAKDOWNS = ['day', 'assetType', 'brand'] as const;

/**
 * One row for each day, asset type or brand (slug) with at least one count. Items without a brand are in no row by
 * brand.
 */
export const metricsBreakdown = operation({
  ...shared,
  id: 'metricsBreakdown',
  summary: 'Totals of a date range by day, asset type or brand',
  path: '/metrics/breakdown',
  body: z.object({ ...range, by: z.enum(BREAKDOWNS) }),
  response: z.object({
    rows: z.array(z.object({ key: z.string(), reports: count, threats: count, detections: count, takedowns: count })),
  }),
});

/** Number of distinct assets that were detected, or blocked as a threat, in the range. */
export const metricsFound = operation({
  ...shared,
  id: 'metricsFound',
  summary: 'How many threats were found in a date range',
  path: '/metrics/found',
  body: z.object(range),
  response: z.object({ count }),
});
