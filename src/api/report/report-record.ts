import * as z from 'zod/mini';
import { ASSET_TYPES } from '../../asset/type.ts';
import { ASSET_STATUSES } from '../asset/asset.ts';
import { known } from '../field.ts';
import { SCAN_STATUSES } from '../threat/scan.ts';

/** How many proposals are reviewed: none, some, or all of them. */
export const REPORT_STATUSES = ['TODO', 'IN_PROGRESS', 'CLOSED'] as const;
export const REPORT_SOURCES = ['APP', 'API', 'CANARY_TOKEN', 'AUTO_DETECTION', 'ASSET_MANAGEMENT'] as const;
/** Kind of reporter or reviewer. */
export const ACTOR_KINDS = ['human', 'automation'] as const;
/** A proposal that is skipped or escalated stays PENDING. */
export const REVIEW_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const;
export const DECISIONS = ['APPROVE', 'REJECT', 'SKIP', 'ESCALATE'] as const;

/** What a report proposes for one of its assets, and the decision. */
const proposalRecord = z.object({
  id: z.int(),
  assetId: z.int(),
  reviewStatus: known(REVIEW_STATUSES),
  decision: z.optional(known(DECISIONS)),
  reviewerKind: z.optional(known(ACTOR_KINDS)),
  escalatedToOrganization: z.boolean(),
  /** When the organization answered the escalation. */
  answeredAt: z.optional(z.string()),
  createdAt: z.string(),
});

/** The report record. Times are ISO 8601 in UTC. */
export const reportRecord = z.object({
  id: z.int(),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  status: known(REPORT_STATUSES),
  createdAt: z.string(),
  updatedAt: z.string(),
  organization: z.nullable(z.object({ id: z.int(), slug: z.string(), name: z.string() })),
  source: known(REPORT_SOURCES),
  reporter: z.object({
    kind: known(ACTOR_KINDS),
    id: z.optional(z.string()),
    displayName: z.string(),
    avatarUrl: z.optional(z.string()),
  }),
  countryCode: z.optional(z.string()),
  attachments: z._default(z.array(z.object({ id: z.string(), url: z.string() })), []),
  assets: z.array(
    z.object({
      id: z.int(),
      content: z.string(),
      type: known(ASSET_TYPES),
      status: known(ASSET_STATUSES),
      scans: z._default(z.array(z.object({ id: z.string(), status: known(SCAN_STATUSES), createdAt: z.string() })), []),
    }),
  ),
  proposals: z.array(proposalRecord),
  sla: z.object({ dueAt: z.string(), breached: z.boolean() }),
  needsCustomerReview: z.boolean(),
});
export type ReportRecord = z.infer<typeof reportRecord>;
