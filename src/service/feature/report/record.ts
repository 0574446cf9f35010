import type { SQL } from 'drizzle-orm';
import type { ReportRecord } from '../../../api/report/report-record.ts';
import type { Database } from '../../database/database.ts';
import { dueAt, isBreached, REVIEW_HOURS } from '../../jobs/sla.ts';
import { type ProposalRow, type RecordRow, readRecordRows } from './record-row.ts';

/** The records of the newest reports that meet a condition on `reports`. */
export async function readReports(
  database: Database,
  condition: SQL | undefined,
  limit: number,
): Promise<ReportRecord[]> {
  const now = Date.now();
  return (await readRecordRows(database, condition, limit)).map((row) => recordOf(row, now));
}

const iso = (moment: string | Date): string => new Date(moment).toISOString();

function recordOf(row: RecordRow, now: number): ReportRecord {
  const id = Number(row.id);
  const due = dueAt(new Date(row.created_at), REVIEW_HOURS);
  return {
    id,
    title: row.title,
    description: row.description,
    status: row.status,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    organization: row.organization,
    source: row.source,
    reporter: reporterOf(row),
    ...(row.country_code === null ? {} : { countryCode: row.country_code }),
    attachments: row.attachment_urls.map((url, index) => ({ id: `${id}-${index + 1}`, url })),
    assets: (row.assets ?? []).map(({ scans, ...asset }) => ({
      ...asset,
      scans: scans.map((scan) => ({ ...scan, createdAt: iso(scan.createdAt) })),
    })),
    proposals: (row.proposals ?? []).map(proposalOf),
    sla: {
      dueAt: due.toISOString(),
      breached: isBreached(due, row.closed_at === null ? null : new Date(row.closed_at), now),
    },
    needsCustomerReview: row.needs_customer_review,
  };
}

/** Who reported: the person another platform names, else the key by its label, else the service or a visitor of the portal. */
function reporterOf(row: RecordRow): ReportRecord['reporter'] {
  const { reporter_kind: kind, external_reporter: external, api_key_id: keyId, key_label: label } = row;
  if (external) {
    const { platformIdentifier: id, displayName, avatarUrl } = external;
    return { kind, id, displayName, ...(avatarUrl === undefined ? {} : { avatarUrl }) };
  }
  if (keyId !== null) return { kind, id: `key-${keyId}`, displayName: label ?? 'API key' };
  return { kind, displayName: kind === 'automation' ? 'Automation' : 'Visitor of the portal' };
}

function proposalOf(row: ProposalRow): ReportRecord['proposals'][number] {
  const { id, assetId, reviewStatus, decision, reviewerKind, escalatedToOrganization, answeredAt, createdAt } = row;
  return {
    ...{ id, assetId, reviewStatus, escalatedToOrganization },
    ...(decision === null ? {} : { decision }),
    ...(reviewerKind === null ? {} : { reviewerKind }),
    ...(answeredAt === null ? {} : { answeredAt: iso(answeredAt) }),
    createdAt: iso(createdAt),
  };
}
