import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { apiKeyOrganizations, apiKeys, IS_VALID, users } from '../../../database/schema/api-key.ts';
import { createKey } from '../../../http/access/api-key.ts';
import { ensurePerson } from '../../user/person.ts';
import type { Member } from './key.ts';

const MEMBER_SCOPES = ['protect', 'report', 'read'] as const;

/** A key that was made for a member who had none. */
export type MemberKey = { readonly id: number; readonly email: string; readonly key: string };

/** The members of an organization, by e-mail address: people with a valid key that has access to it. */
export const readMembers = (database: Database, organizationId: number): Promise<Member[]> =>
  database
    .selectDistinct({ email: users.email, fullName: users.fullName })
    .from(users)
    .innerJoin(apiKeys, and(eq(apiKeys.userId, users.id), IS_VALID))
    .innerJoin(apiKeyOrganizations, eq(apiKeyOrganizations.apiKeyId, apiKeys.id))
    .where(eq(apiKeyOrganizations.organizationId, organizationId))
    .orderBy(asc(users.email));

/**
 * Makes these people, and no others, the members of an organization, in the caller's transaction: keys lose the access
 * or are made. @returns the new keys, which can never be read again
 */
export async function writeMembers(
  transaction: Database,
  organizationId: number,
  wanted: readonly Member[],
): Promise<MemberKey[]> {
  const present = await readMembers(transaction, organizationId);
  const gone = present.filter((member) => !wanted.some((one) => isSame(one, member)));
  if (gone.length > 0) await removeMembers(transaction, organizationId, gone);
  const made: MemberKey[] = [];
  for (const member of wanted) {
    const userId = await ensurePerson(transaction, member.email, member.fullName);
    if (member.fullName !== null)
      await transaction.update(users).set({ fullName: member.fullName }).where(eq(users.id, userId));
    if (present.some((one) => isSame(one, member))) continue;
    const { id, key } = await createKey(transaction, {
      kind: 'user',
      scopes: MEMBER_SCOPES,
      label: member.email,
      organizationIds: [organizationId],
      userId,
    });
    made.push({ id, email: member.email, key });
  }
  return made;
}

const isSame = (one: Member, other: Member): boolean => one.email.toLowerCase() === other.email.toLowerCase();

async function removeMembers(transaction: Database, organizationId: number, gone: readonly Member[]): Promise<void> {
  const emails = gone.map(({ email }) => email.toLowerCase());
  const theirs = transaction
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(inArray(sql`lower(${users.email})`, emails));
  await transaction
    .delete(apiKeyOrganizations)
    .where(and(eq(apiKeyOrganizations.organizationId, organizationId), inArray(apiKeyOrganizations.apiKeyId, theirs)));
}
