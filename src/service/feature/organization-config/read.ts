import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { legalDocuments, organizations, trademarkRegistrations } from '../../database/schema/organization.ts';
import type { Configuration } from './document.ts';
import { COLUMN_KEYS, type ROW_KEYS } from './key-table.ts';
import { readMembers } from './member.ts';

/** The whole configuration of an organization, every key; null where there is no organization of this slug. */
export async function readConfiguration(
  database: Database,
  slug: string,
): Promise<{ readonly id: number; readonly values: Configuration } | null> {
  const [row] = await database.select().from(organizations).where(eq(organizations.slug, slug));
  if (!row) return null;
  const documents = await database.select().from(legalDocuments).where(eq(legalDocuments.organizationId, row.id));
  const attached = (kind: (typeof documents)[number]['kind']) => {
    const document = documents.find((one) => one.kind === kind);
    return document ? { fileName: document.fileName, fileUrl: document.fileUrl } : null;
  };
  const registrations = await database
    .select()
    .from(trademarkRegistrations)
    .where(eq(trademarkRegistrations.organizationId, row.id))
    .orderBy(asc(trademarkRegistrations.id));
  const rows: Readonly<Record<keyof typeof ROW_KEYS, unknown>> = {
    'legalDocuments.letterOfAuthorization': attached('letterOfAuthorization'),
    'legalDocuments.powerOfAttorney': attached('powerOfAttorney'),
    trademarkRegistrations: registrations.map(({ id: _, organizationId: __, ...registration }) => registration),
    members: await readMembers(database, row.id),
  };
  const columns = Object.entries(COLUMN_KEYS).map(([key, { column }]) => [key, row[column]]);
  return { id: row.id, values: { ...Object.fromEntries(columns), ...rows } };
}
