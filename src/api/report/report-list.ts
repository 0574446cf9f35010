import * as z from 'zod/mini';
import { ASSET_TYPES } from '../../asset/type.ts';
import { ASSET_STATUSES, content } from '../asset/asset.ts';
import { cursor, known, period, queryFlag, queryInteger, queryList, slug } from '../field.ts';
import { operation } from '../operation.ts';
import { receipt } from './receipt.ts';
import { ACTOR_KINDS, DECISIONS, REPORT_SOURCES, REPORT_STATUSES, reportRecord } from './report-record.ts';

const MAX_REPORTS = 20;

const kind = z.optional(z.enum(ACTOR_KINDS));
/** ISO 3166-1 alpha-2, in either case. */
const country = z.optional(z.string().check(z.regex(/^[A-Z]{2}$/i), z.toUpperCase()));
/** What both lists take in the same form. */
const shared = { slug, cursor, ...period, reporterKind: kind, reviewerKind: kind, country };
const DEPRECATED = { since: '2026-01-01', sunset: '2027-12-31' };
const page = z.object({
  reports: z.array(reportRecord),
  /** Absent at the end. */
  cursor: z.optional(z.string()),
  /** Reports that match the filters, counted for the first page. */
  totalCount: z.int(),
});

/**
 * `onlyRejected`: with at least one rejected proposal. `reviewerKind`: with a proposal approved by that kind of
 * reviewer. `excludeAutomation` is deprecated; use `reporterKind=human`.
 */
export const organizationReports = operation({
  id: 'organizationReports',
  group: 'Reports',
  summary: 'Reports of an organization, newest first',
  method: 'GET',
  path: '/organization/reports',
  access: 'read',
  deprecatedFields: { excludeAutomation: DEPRECATED },
  query: z.object({
    ...shared,
    limit: queryInteger(1, MAX_REPORTS, MAX_REPORTS),
    onlyRejected: queryFlag,
    excludeAutomation: queryFlag,
    needsCustomerReview: queryFlag,
    status: queryList(REPORT_STATUSES),
    decision: queryList(DECISIONS),
    assetType: queryList(ASSET_TYPES),
    source: queryList(REPORT_SOURCES),
  }),
  response: page,
});

const bodyList = <const V extends readonly string[]>(values: V) =>
  z.optional(z.array(z.enum(values)).check(z.minLength(1), z.maxLength(values.length)));
const bodyFlag = z.optional(z.boolean());

export const publicOrganizationReports = operation({
  id: 'publicOrganizationReports',
  group: 'Reports',
  summary: 'Reports of an organization (use GET /organization/reports)',
  method: 'POST',
  path: '/public/getOrganizationReports',
  access: 'read',
  deprecated: DEPRECATED,
  body: z.object({
    ...shared,
    limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_REPORTS)), MAX_REPORTS),
    onlyRejected: bodyFlag,
    excludeAutomation: bodyFlag,
    needsCustomerReview: bodyFlag,
    status: bodyList(REPORT_STATUSES),
    decision: bodyList(DECISIONS),
    assetType: bodyList(ASSET_TYPES),
    source: bodyList(REPORT_SOURCES),
  }),
  response: page,
});

/**
 * At most 100 reports, the newest, and fewer where they name long contents; `totalCount` counts all. A key without the scope `read` finds
 * only the reports whose receipts it sends, without titles, and `totalCount` counts those of the answer.
 */
export const reportsSearch = operation({
  id: 'reportsSearch',
  group: 'Reports',
  summary: 'Look up reports by the contents of their assets',
  method: 'POST',
  path: '/reports/search',
  access: 'report',
  quota: 'parsing',
  body: z.object({
    assetContents: z.array(content).check(z.minLength(1), z.maxLength(100)),
    slug,
    receipts: z.optional(z.array(receipt).check(z.minLength(1), z.maxLength(100))),
  }),
  response: z.object({
    reports: z.array(
      z.object({
        id: z.int(),
        status: known(REPORT_STATUSES),
        title: z.nullable(z.string()),
        assets: z.array(
          z.object({ id: z.int(), content: z.string(), type: known(ASSET_TYPES), status: known(ASSET_STATUSES) }),
        ),
        createdAt: z.string(),
      }),
    ),
    totalCount: z.int(),
  }),
});
