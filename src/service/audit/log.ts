import { and, desc, eq, gte } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { auditEntries } from '../database/schema/audit.ts';

export type AuditQuery = {
  readonly since: Date | null;
  readonly keyId: number | null;
  readonly action: string | null;
  readonly most: number;
};

/** The newest entries of the audit log that a query means, newest first. */
export function readAudit(database: Database, { since, keyId, action, most }: AuditQuery) {
  const wanted = [
    since === null ? undefined : gte(auditEntries.createdAt, since),
    keyId === null ? undefined : eq(auditEntries.apiKeyId, keyId),
    action === null ? undefined : eq(auditEntries.action, action),
  ];
  return database
    .select()
    .from(auditEntries)
    .where(and(...wanted))
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(most);
}
