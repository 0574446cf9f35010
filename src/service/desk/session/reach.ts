import { and, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { apiKeyOrganizations, apiKeys, users } from '../../database/schema/api-key.ts';
import { hasRole, type Person } from '../person.ts';

/**
 * The keys whose sessions a person sees and may end: their own, and for an admin those of people who see nothing but what belongs to
 * one of the admin's organizations. Undefined: every key.
 */
export function sessionsWithin(database: Database, person: Person): SQL | undefined {
  const own = person.userId === null ? eq(apiKeys.id, person.keyId) : eq(users.id, person.userId);
  if (!hasRole(person, 'admin')) return own;
  if (person.isWholeDesk) return undefined;
  const ids = person.organizations.map(({ id }) => id);
  const reachesMine = database
    .select({ one: sql`1` })
    .from(apiKeyOrganizations)
    .where(and(eq(apiKeyOrganizations.apiKeyId, apiKeys.id), inArray(apiKeyOrganizations.organizationId, ids)));
  return or(own, and(eq(apiKeys.isWholeDesk, false), exists(reachesMine)));
}
