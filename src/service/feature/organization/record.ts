import { and, asc, inArray, type SQL } from 'drizzle-orm';
import type { OrganizationRecord } from '../../../api/organization/organization.ts';
import type { Database } from '../../database/database.ts';
import {
  legalDocuments,
  organizations,
  pendingServiceApprovals,
  trademarkRegistrations,
} from '../../database/schema/organization.ts';
import { pendingOf } from '../organization-service/approval.ts';
import { portalSourceOf } from './portal-source.ts';

type Row = typeof organizations.$inferSelect;
type Children = {
  readonly pending: readonly (typeof pendingServiceApprovals.$inferSelect)[];
  readonly documents: readonly (typeof legalDocuments.$inferSelect)[];
  readonly trademarks: readonly (typeof trademarkRegistrations.$inferSelect)[];
};

/** The records of those of these organizations that meet the condition, by name. Four queries, however many there are. */
export async function readOrganizations(
  database: Database,
  ids: readonly number[],
  condition: SQL | undefined,
): Promise<OrganizationRecord[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .select()
    .from(organizations)
    .where(and(inArray(organizations.id, [...ids]), condition))
    .orderBy(asc(organizations.name), asc(organizations.id));
  if (rows.length === 0) return [];
  const found = rows.map(({ id }) => id);
  const children = {
    pending: await database
      .select()
      .from(pendingServiceApprovals)
      .where(inArray(pendingServiceApprovals.organizationId, found))
      .orderBy(asc(pendingServiceApprovals.id)),
    documents: await database.select().from(legalDocuments).where(inArray(legalDocuments.organizationId, found)),
    trademarks: await database
      .select()
      .from(trademarkRegistrations)
      .where(inArray(trademarkRegistrations.organizationId, found))
      .orderBy(asc(trademarkRegistrations.id)),
  };
  return rows.map((row) => recordOf(row, children));
}

function recordOf(row: Row, children: Children): OrganizationRecord {
  const mine = (child: { organizationId: number }) => child.organizationId === row.id;
  const document = (kind: (typeof legalDocuments.$inferSelect)['kind']) => {
    const attached = children.documents.find((child) => mine(child) && child.kind === kind);
    return { present: !!attached, fileName: attached?.fileName ?? null, fileUrl: attached?.fileUrl ?? null };
  };
  return {
    id: row.id,
    contactUrl: row.contactUrl,
    ...portalSourceOf(row),
    services: {
      reporting: { active: row.reportingActive },
      reviewing: { active: row.reviewingActive },
      protection: { active: row.protectionActive },
      takedowns: { active: row.takedownsActive, automated: row.takedownsAutomated },
      detection: { active: row.detectionActive },
      darkWebMonitoring: { active: row.darkWebMonitoringActive },
    },
    integrations: {
      slack: row.slackConnected,
      discord: row.discordConnected,
      telegram: { connected: row.telegramConnected, groupCount: row.telegramGroupCount },
      vercel: row.vercelConnected,
      intercom: row.intercomConnected,
      moderation: row.moderationConnected,
    },
    obligatoryAdminApproval: { active: row.adminApprovalActive, assetTypes: row.adminApprovalAssetTypes },
    pendingServiceApprovals: children.pending.filter(mine).map(pendingOf),
    legalDocuments: {
      letterOfAuthorization: document('letterOfAuthorization'),
      powerOfAttorney: document('powerOfAttorney'),
    },
    trademarkRegistrations: children.trademarks
      .filter(mine)
      .map(({ organizationId: _, ...registration }) => registration),
  };
}

/**
 * The record as a key without the scope `read` gets it: everything that a visitor of the portal may know, and the rest
 * empty, so that a key shipped in a branded build gives nothing away.
 */
export function publicRecord(record: OrganizationRecord): OrganizationRecord {
  const absent = { present: false, fileName: null, fileUrl: null };
  return {
    ...record,
    brandMetadata: { ...record.brandMetadata, securityContactEmail: null },
    integrations: {
      slack: false,
      discord: false,
      telegram: { connected: false, groupCount: 0 },
      vercel: false,
      intercom: false,
      moderation: false,
    },
    obligatoryAdminApproval: { active: false, assetTypes: [] },
    pendingServiceApprovals: [],
    legalDocuments: { letterOfAuthorization: absent, powerOfAttorney: absent },
    trademarkRegistrations: [],
  };
}
