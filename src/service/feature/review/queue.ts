import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { assets } from '../../database/schema/asset.ts';
import { organizations } from '../../database/schema/organization.ts';
import { proposals, reports } from '../../database/schema/report.ts';

export type QueueOrder = {
  /** Slug of the only organization whose proposals are listed. */
  readonly organization: string | undefined;
  /** Only those that wait for the answer of an organization. */
  readonly escalated: boolean;
  readonly limit: number;
};

/** Pending proposals in the order they are to be reviewed: the oldest first, and what was skipped behind the others. */
export const pendingProposals = (database: Database, { organization, escalated, limit }: QueueOrder) =>
  database
    .select({
      proposal: proposals,
      type: assets.type,
      content: assets.content,
      reportCreatedAt: reports.createdAt,
      title: reports.title,
      organization: organizations.slug,
    })
    .from(proposals)
    .innerJoin(reports, eq(reports.id, proposals.reportId))
    .innerJoin(assets, eq(assets.id, proposals.assetId))
    .leftJoin(organizations, eq(organizations.id, reports.organizationId))
    .where(
      and(
        eq(proposals.reviewStatus, 'PENDING'),
        organization === undefined ? undefined : eq(organizations.slug, organization),
        escalated ? sql`${proposals.escalatedToOrganization} and ${proposals.answeredAt} is null` : undefined,
      ),
    )
    .orderBy(sql`${proposals.decision} is not distinct from 'SKIP'`, asc(proposals.createdAt), asc(proposals.id))
    .limit(limit);
