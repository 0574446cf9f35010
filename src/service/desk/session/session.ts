import { createHash, randomBytes } from 'node:crypto';
import {
  and,
  arrayContains,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Database } from '../../database/database.ts';
import {
  apiKeyOrganizations,
  apiKeys,
  DESK_ROLES,
  deskSessions,
  IS_VALID,
  users,
} from '../../database/schema/api-key.ts';
import { organizations } from '../../database/schema/organization.ts';
import { ROOT } from '../page.ts';
import { hasRole, type Person } from '../person.ts';

const MINUTE_MS = 60_000;
/** An unused session ends after this time. */
export const IDLE_TIMEOUT_MS = 120 * MINUTE_MS;
/** Every session ends after this time. */
export const MAX_SESSION_MS = 12 * 60 * MINUTE_MS;
/** The last use of a session is stored with this precision. */
const SEEN_STEP_MS = MINUTE_MS;
/** Sessions are deleted this long after they began. */
const RETENTION_MS = 30 * 24 * 60 * MINUTE_MS;
const MAX_AGENT_LENGTH = 300;

type SignIn = { readonly token: string; readonly person: Person } | { readonly refused: 'no role' };

export type SessionEntry = Awaited<ReturnType<typeof openSessions>>[number];

const hashOf = (token: string): Uint8Array => createHash('sha256').update(token, 'utf8').digest();

/** The key with the highest role by which an e-mail address is known at the desk; null without one. */
export async function deskKeyOf(database: Database, email: string): Promise<number | null> {
  const keys = await database
    .select({ id: apiKeys.id, role: apiKeys.deskRole, isWholeDesk: apiKeys.isWholeDesk })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), IS_VALID, isNotNull(apiKeys.deskRole)));
  const rank = ({ role, isWholeDesk }: (typeof keys)[number]) =>
    (role === null ? -1 : DESK_ROLES.indexOf(role)) * 2 + Number(isWholeDesk);
  return keys.sort((one, other) => rank(other) - rank(one) || other.id - one.id)[0]?.id ?? null;
}

/** Begins a session for the owner of a valid key, inside the caller's transaction. `now` in ms since epoch. */
export async function beginSession(
  transaction: Database,
  keyId: number,
  userAgent: string | null,
  now: number,
): Promise<SignIn> {
  await transaction.delete(deskSessions).where(lt(deskSessions.createdAt, new Date(now - RETENTION_MS)));
  const token = randomBytes(32).toString('base64url');
  const [session] = await transaction
    .insert(deskSessions)
    .values({
      hash: hashOf(token),
      apiKeyId: keyId,
      userAgent: userAgent?.slice(0, MAX_AGENT_LENGTH) ?? null,
      createdAt: new Date(now),
      seenAt: new Date(now),
    })
    .returning({ id: deskSessions.id });
  const person = await personOf(transaction, eq(deskSessions.id, session!.id));
  if (person) return { token, person };
  await transaction.delete(deskSessions).where(eq(deskSessions.id, session!.id));
  return { refused: 'no role' };
}

/** The person of an open session; null for any other token. `now` in ms since epoch. */
export async function findSession(database: Database, token: string, now: number): Promise<Person | null> {
  const person = await personOf(database, and(eq(deskSessions.hash, hashOf(token)), isOpen(now)));
  if (!person) return null;
  await database
    .update(deskSessions)
    .set({ seenAt: new Date(now) })
    .where(and(eq(deskSessions.id, person.sessionId), lt(deskSessions.seenAt, new Date(now - SEEN_STEP_MS))));
  return person;
}

/** Open sessions whose key meets the condition, the last used first. */
export async function openSessions(database: Database, now: number, condition: SQL | undefined) {
  const rows = await database
    .select({ session: deskSessions, key: apiKeys, email: users.email })
    .from(deskSessions)
    .innerJoin(apiKeys, eq(apiKeys.id, deskSessions.apiKeyId))
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .where(and(isOpen(now), IS_VALID, opensDesk, condition))
    .orderBy(desc(deskSessions.seenAt), desc(deskSessions.id));
  return rows.map(({ session: { id, userAgent, createdAt, seenAt }, key, email }) => ({
    id,
    userAgent,
    createdAt,
    seenAt,
    email: email ?? keyName(key.id),
    role: key.deskRole ?? ('organization' as const),
  }));
}

/** Ends a session at once. */
export async function endSession(database: Database, id: number, now: number): Promise<void> {
  await database
    .update(deskSessions)
    .set({ endedAt: new Date(now) })
    .where(and(eq(deskSessions.id, id), isNull(deskSessions.endedAt)));
}

const isOpen = (now: number) =>
  and(
    isNull(deskSessions.endedAt),
    gt(deskSessions.seenAt, new Date(now - IDLE_TIMEOUT_MS)),
    gt(deskSessions.createdAt, new Date(now - MAX_SESSION_MS)),
  );

const opensDesk = or(
  isNotNull(apiKeys.deskRole),
  and(eq(apiKeys.kind, 'organization'), arrayContains(apiKeys.scopes, ['read'])),
);

/** Names an organization's key where people are named by their e-mail address. */
const keyName = (keyId: number): string => `key ${keyId}`;

/** The person of a session, by its key; null once the key is revoked or no longer opens the desk. */
async function personOf(database: Database, condition: SQL | undefined): Promise<Person | null> {
  const rows = await database
    .select({
      sessionId: deskSessions.id,
      key: apiKeys,
      user: users,
      organization: { id: organizations.id, slug: organizations.slug, name: organizations.name },
    })
    .from(deskSessions)
    .innerJoin(apiKeys, eq(apiKeys.id, deskSessions.apiKeyId))
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(apiKeyOrganizations, eq(apiKeyOrganizations.apiKeyId, apiKeys.id))
    .leftJoin(organizations, eq(organizations.id, apiKeyOrganizations.organizationId))
    .where(and(condition, IS_VALID, opensDesk))
    .orderBy(organizations.name, organizations.id);
  const [first] = rows;
  if (!first) return null;
  const { sessionId, key, user } = first;
  const { id: keyId, deskRole: role, scopes, isWholeDesk, label } = key;
  const email = user?.email ?? keyName(keyId);
  const reached = rows.flatMap(({ organization }) => (organization === null ? [] : [organization]));
  const name = user?.fullName ?? (user === null && label !== '' ? label : email);
  const who = { sessionId, keyId, userId: user?.id ?? null, email, name };
  return { ...who, role: role ?? 'viewer', scopes, isWholeDesk, organizations: reached };
}

const SESSION_COOKIE = 'desk';

/** The token in the session's cookie; null without one. */
export const sessionToken = (context: Context): string | null => getCookie(context, SESSION_COOKIE) ?? null;

/** @param isSecure whether the desk is reached over HTTPS */
export function keepSession(context: Context, token: string, isSecure: boolean): void {
  setCookie(context, SESSION_COOKIE, token, { ...attributes(isSecure), maxAge: MAX_SESSION_MS / 1_000 });
}

export function forgetSession(context: Context, isSecure: boolean): void {
  deleteCookie(context, SESSION_COOKIE, attributes(isSecure));
}

const attributes = (secure: boolean) => ({ path: ROOT, httpOnly: true, sameSite: 'Lax', secure }) as const;

/**
 * Condition for the keys whose sessions a person sees and may end: their own, and for an admin those of people who see only
 * organizations, among them one of the admin's. Undefined: every key.
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
