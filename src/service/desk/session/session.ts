import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, arrayContains, desc, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import { callerOf } from '../../access/api-key.ts';
import type { Database } from '../../database/database.ts';
import { apiKeyOrganizations, apiKeys, deskSessions, users } from '../../database/schema/api-key.ts';
import { organizations } from '../../database/schema/organization.ts';
import type { DeskRole, Person } from '../person.ts';

const MINUTE = 60_000;
/** ms after which a session ends that nobody used. */
export const IDLE_MS = 120 * MINUTE;
/** ms after which every session ends. */
export const MAX_DELAY_MS = 12 * 60 * MINUTE;
/** How exactly it is written down when a session was last used, in ms. */
const SEEN_STEP_MS = MINUTE;
/** ms for which sessions that have ended are kept. */
const KEPT_MS = 30 * 24 * 60 * MINUTE;
const MAX_AGENT_LENGTH = 300;

/** What came of a key at the sign-in; `keyId` is null for a key that nobody has. */
export type SignIn =
  | { readonly token: string; readonly person: Person }
  | { readonly refused: 'unknown' | 'no role'; readonly keyId: number | null };

export type SessionEntry = {
  readonly id: number;
  readonly email: string;
  readonly role: DeskRole | 'organization';
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly seenAt: Date;
};

const hashOf = (token: string): Uint8Array => createHash('sha256').update(token, 'utf8').digest();

/** Begins a session for the person whose key it is, inside a transaction of the caller. `now` in ms since epoch. */
export async function beginSession(
  transaction: Database,
  key: string,
  userAgent: string | null,
  now: number,
): Promise<SignIn> {
  const caller = key === '' ? null : await callerOf(transaction, key);
  if (!caller) return { refused: 'unknown', keyId: null };
  await transaction.delete(deskSessions).where(lt(deskSessions.createdAt, new Date(now - KEPT_MS)));
  const token = randomBytes(32).toString('base64url');
  const [session] = await transaction
    .insert(deskSessions)
    .values({
      hash: hashOf(token),
      apiKeyId: caller.keyId,
      userAgent: userAgent?.slice(0, MAX_AGENT_LENGTH) ?? null,
      createdAt: new Date(now),
      seenAt: new Date(now),
    })
    .returning({ id: deskSessions.id });
  const person = await personOf(transaction, eq(deskSessions.id, session!.id));
  if (person) return { token, person };
  await transaction.delete(deskSessions).where(eq(deskSessions.id, session!.id));
  return { refused: 'no role', keyId: caller.keyId };
}

/** The person of a session that has not ended; null for any other token. `now` in ms since epoch. */
export async function findSession(database: Database, token: string, now: number): Promise<Person | null> {
  const person = await personOf(database, and(eq(deskSessions.hash, hashOf(token)), isOpen(now)));
  if (!person) return null;
  await database
    .update(deskSessions)
    .set({ seenAt: new Date(now) })
    .where(and(eq(deskSessions.id, person.sessionId), lt(deskSessions.seenAt, new Date(now - SEEN_STEP_MS))));
  return person;
}

/** Sessions that have not ended, the last used first: those of a person's key, or those that `condition` on keys means. */
export async function openSessions(
  database: Database,
  now: number,
  condition: SQL | undefined,
): Promise<SessionEntry[]> {
  const rows = await database
    .select({
      id: deskSessions.id,
      email: users.email,
      keyId: apiKeys.id,
      role: apiKeys.deskRole,
      userAgent: deskSessions.userAgent,
      createdAt: deskSessions.createdAt,
      seenAt: deskSessions.seenAt,
    })
    .from(deskSessions)
    .innerJoin(apiKeys, eq(apiKeys.id, deskSessions.apiKeyId))
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .where(and(isOpen(now), isNull(apiKeys.revokedAt), opensDesk, condition))
    .orderBy(desc(deskSessions.seenAt), desc(deskSessions.id));
  return rows.map(({ keyId, email, role, ...row }) => ({
    ...row,
    email: email ?? keyName(keyId),
    role: role ?? 'organization',
  }));
}

/** Ends sessions at once. @returns the ids of those that had not ended before */
export async function endSessions(database: Database, ids: readonly number[], now: number): Promise<number[]> {
  const ended = await database
    .update(deskSessions)
    .set({ endedAt: new Date(now) })
    .where(and(inArray(deskSessions.id, [...ids]), isNull(deskSessions.endedAt)))
    .returning({ id: deskSessions.id });
  return ended.map(({ id }) => id);
}

/** What the forms of a session carry, so that no other page can send one: nobody can compute it without the cookie. */
export const formToken = (token: string): string =>
  createHmac('sha256', token).update('desk form', 'utf8').digest('base64url');

/** Whether a form carries the token of its session. */
export function isFormOf(token: string, given: string): boolean {
  const [expected, sent] = [Buffer.from(formToken(token)), Buffer.from(given)];
  return expected.length === sent.length && timingSafeEqual(expected, sent);
}

const isOpen = (now: number) =>
  and(
    isNull(deskSessions.endedAt),
    gt(deskSessions.seenAt, new Date(now - IDLE_MS)),
    gt(deskSessions.createdAt, new Date(now - MAX_DELAY_MS)),
  );

/** The keys that open the desk: those of people with a role there, and those of organizations that may read over the interface. */
const opensDesk = or(
  isNotNull(apiKeys.deskRole),
  and(eq(apiKeys.kind, 'organization'), arrayContains(apiKeys.scopes, ['read'])),
);

/** How an organization's key is named where people are named by their address. */
const keyName = (keyId: number): string => `key ${keyId}`;

/** Whose a session is, by the key that it was begun with; null once the key is revoked, or opens the desk no more. */
async function personOf(database: Database, condition: SQL | undefined): Promise<Person | null> {
  const rows = await database
    .select({
      sessionId: deskSessions.id,
      keyId: apiKeys.id,
      userId: users.id,
      email: users.email,
      fullName: users.fullName,
      label: apiKeys.label,
      role: apiKeys.deskRole,
      scopes: apiKeys.scopes,
      isWholeDesk: apiKeys.isWholeDesk,
      organization: { id: organizations.id, slug: organizations.slug, name: organizations.name },
    })
    .from(deskSessions)
    .innerJoin(apiKeys, eq(apiKeys.id, deskSessions.apiKeyId))
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(apiKeyOrganizations, eq(apiKeyOrganizations.apiKeyId, apiKeys.id))
    .leftJoin(organizations, eq(organizations.id, apiKeyOrganizations.organizationId))
    .where(and(condition, isNull(apiKeys.revokedAt), opensDesk))
    .orderBy(organizations.name, organizations.id);
  const [first] = rows;
  if (!first) return null;
  const { sessionId, keyId, userId, fullName, role, scopes, isWholeDesk } = first;
  const email = first.email ?? keyName(keyId);
  const reached = rows.flatMap(({ organization }) => (organization === null ? [] : [organization]));
  const name = fullName ?? (userId === null && first.label !== '' ? first.label : email);
  const who = { sessionId, keyId, userId, email, name };
  return { ...who, role: role ?? 'viewer', scopes, isWholeDesk, organizations: reached };
}
