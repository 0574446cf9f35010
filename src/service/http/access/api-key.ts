import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Scope } from '../../../api/operation.ts';
import { AwayCache } from '../../database/away.ts';
import type { Database } from '../../database/database.ts';
import { Refused } from '../../database/refused.ts';
import {
  type API_KEY_KINDS,
  apiKeyOrganizations,
  apiKeys,
  type DESK_ROLES,
  IS_VALID,
} from '../../database/schema/api-key.ts';
import { organizations } from '../../database/schema/organization.ts';
import { CALLER_CACHE_MS, LAST_EDIT } from '../../publisher/list/list-file.ts';

export type KeyKind = (typeof API_KEY_KINDS)[number];
export type ReachedOrganization = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
};

export const NO_KEY = 0;

/** The caller of an operation: key, scopes, and reached organizations by id. */
export type Caller = {
  /** {@link NO_KEY} for a visitor of a portal, who has none. */
  readonly keyId: number;
  /** SHA-256 of the key, hexadecimal. */
  readonly keyDigest: string;
  readonly kind: KeyKind;
  readonly scopes: readonly Scope[];
  readonly organizations: readonly ReachedOrganization[];
  /** The ids of those that are INACTIVE. */
  readonly inactive: readonly number[];
  /** The key's own rate limit; null: the default. */
  readonly requestsPerMinute: number | null;
  /** Whether the key was revoked and has a successor: it may only ask for its successor. */
  readonly isFormer: boolean;
  readonly successorId: number | null;
  /** The last edit of the list at the lookup: cached buckets must include it. */
  readonly listEdit: number;
};

export type KeyHolder = { readonly userId: number; readonly email: string; readonly keyId: number };

type KeyOrder = {
  readonly kind: KeyKind;
  readonly scopes: readonly Scope[];
  readonly label: string;
  readonly organizationIds: readonly number[];
  readonly requestsPerMinute?: number | null;
  /** The user of a key of kind `user`. */
  readonly userId?: number | null;
  /** Role of its user at the desk. Default: no access. */
  readonly deskRole?: (typeof DESK_ROLES)[number] | null;
  /** Default: once somebody revokes it. */
  readonly endsAt?: Date | null;
  /** Whether the key itself is stored too, because everyone may know it. */
  readonly isPublishable?: boolean;
};

export const hashOf = (key: string): Uint8Array => createHash('sha256').update(key, 'utf8').digest();

/** Creates a key of 256 random bits, which needs no slow hash; only its SHA-256 is stored. */
export async function createKey(database: Database, order: KeyOrder): Promise<{ id: number; key: string }> {
  const key = `wary_${randomBytes(32).toString('base64url')}`;
  const { organizationIds: reached, scopes, isPublishable = false, ...columns } = order;
  return database.transaction(async (transaction) => {
    const [row] = await transaction
      .insert(apiKeys)
      .values({ ...columns, scopes: [...scopes], hash: hashOf(key), publishable: isPublishable ? key : null })
      .returning({ id: apiKeys.id });
    const { id } = row!;
    if (reached.length > 0)
      await transaction
        .insert(apiKeyOrganizations)
        .values(reached.map((organizationId) => ({ apiKeyId: id, organizationId })));
    return { id, key };
  });
}

/** The lookup of a key, prepared once for each database because every request runs it. */
const lookUpKey = (database: Database) =>
  database
    .select({
      keyId: apiKeys.id,
      hash: apiKeys.hash,
      kind: apiKeys.kind,
      scopes: apiKeys.scopes,
      requestsPerMinute: apiKeys.requestsPerMinute,
      isFormer: sql<boolean>`not ${IS_VALID}`,
      successorId: apiKeys.successorId,
      organizationId: organizations.id,
      slug: organizations.slug,
      name: organizations.name,
      isActive: sql<boolean>`${organizations.subscriptionStatus} <> 'INACTIVE'`,
      listEdit: LAST_EDIT,
    })
    .from(apiKeys)
    .leftJoin(apiKeyOrganizations, eq(apiKeyOrganizations.apiKeyId, apiKeys.id))
    .leftJoin(organizations, eq(organizations.id, apiKeyOrganizations.organizationId))
    .where(and(eq(apiKeys.hash, sql.placeholder('hash')), or(IS_VALID, isNotNull(apiKeys.successorId))))
    .orderBy(asc(organizations.id))
    .prepare('caller_of_key');
const lookUps = new WeakMap<Database, ReturnType<typeof lookUpKey>>();

/** A caller whom this process knows without a request's key: a person at the desk, or a visitor of a portal. */
export const localCaller = (known: Pick<Caller, 'keyId' | 'kind' | 'scopes' | 'organizations'>): Caller => ({
  ...{ keyDigest: '', requestsPerMinute: null, isFormer: false, successorId: null, listEdit: 0, inactive: [] },
  ...known,
});

/** The caller of a key; null for an unknown or revoked key. */
export async function callerOf(database: Database, key: string): Promise<Caller | null> {
  const holder = await holderOf(database, key);
  return holder?.isFormer ? null : holder;
}

/** As {@link callerOf}, also for a revoked key with a successor (`isFormer`). */
export async function holderOf(database: Database, key: string): Promise<Caller | null> {
  const hash = hashOf(key);
  const lookUp = lookUps.get(database) ?? lookUpKey(database);
  lookUps.set(database, lookUp);
  const rows = await lookUp.execute({ hash });
  const [first] = rows;
  if (!first || !timingSafeEqual(first.hash, hash)) return null;
  const reached = rows.flatMap(({ organizationId: id, slug, name }) =>
    id === null || slug === null || name === null ? [] : [{ id, slug, name }],
  );
  const inactive = rows.flatMap(({ organizationId: id, isActive }) => (id !== null && !isActive ? [id] : []));
  const { keyId, kind, scopes, requestsPerMinute, isFormer, successorId, listEdit } = first;
  const keyDigest = Buffer.from(hash).toString('hex');
  const base = { keyId, keyDigest, kind, scopes, requestsPerMinute, listEdit, inactive };
  return { ...base, organizations: reached, isFormer, successorId };
}

/** All keys, or those of an organization, newest last, without hashes and secrets. */
export async function listKeys(database: Database, organizationId?: number) {
  const reaching = database
    .select({ id: apiKeyOrganizations.apiKeyId })
    .from(apiKeyOrganizations)
    .where(organizationId === undefined ? undefined : eq(apiKeyOrganizations.organizationId, organizationId));
  const keys = await database
    .select()
    .from(apiKeys)
    .where(organizationId === undefined ? undefined : inArray(apiKeys.id, reaching))
    .orderBy(asc(apiKeys.id));
  const reached = await database
    .select({ apiKeyId: apiKeyOrganizations.apiKeyId, slug: organizations.slug })
    .from(apiKeyOrganizations)
    .innerJoin(organizations, eq(organizations.id, apiKeyOrganizations.organizationId))
    .orderBy(asc(organizations.id));
  return keys.map(({ hash: _, publishable: __, ...key }) => ({
    ...key,
    slugs: reached.filter(({ apiKeyId }) => apiKeyId === key.id).map(({ slug }) => slug),
  }));
}

/** Revokes a key. False if there is none, or it has ended. */
export async function revokeKey(database: Database, id: number): Promise<boolean> {
  const ended = await database
    .update(apiKeys)
    .set({ endsAt: sql`now()` })
    .where(and(eq(apiKeys.id, id), IS_VALID))
    .returning({ id: apiKeys.id });
  return ended.length > 0;
}

/** The ids of organizations, in the order of the slugs. @throws Refused naming the unknown slugs */
export async function organizationIds(database: Database, slugs: readonly string[]): Promise<number[]> {
  if (slugs.length === 0) return [];
  const rows = await database
    .select({ id: organizations.id, slug: organizations.slug })
    .from(organizations)
    .where(inArray(organizations.slug, [...slugs]));
  const ids = new Map(rows.map(({ slug, id }) => [slug, id]));
  const unknown = slugs.filter((slug) => !ids.has(slug));
  if (unknown.length > 0) throw new Refused(`There is no organization ${unknown.join(', ')}.`);
  return slugs.map((slug) => ids.get(slug)!);
}

/** Environment variable with the key of the person who runs a command: options are visible in the process list. */
export const KEY_VARIABLE = 'WARY_KEY';

const MAX_CACHED = 10_000;

/** Looks up the callers of keys and caches them for {@link CALLER_CACHE_MS}: all users of a branded build send the same key. */
export const callerLookup = (look: (key: string) => Promise<Caller | null>, now?: () => number) =>
  new AwayCache(look, { freshMs: CALLER_CACHE_MS, most: MAX_CACHED, ...(now ? { now } : {}) });

export type CallerLookup = ReturnType<typeof callerLookup>;
