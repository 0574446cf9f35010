import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { apiKeyOrganizations, apiKeys } from '../database/schema/organization/api-key.ts';
import { hashOf } from './api-key.ts';

/** A key cannot be followed by another one; the message says why and what to do. */
export class RotationRefused extends Error {
  override readonly name = 'RotationRefused';
}

export type Successor = {
  readonly id: number;
  readonly key: string;
  /** When it was made, in ms since epoch. */
  readonly version: number;
};

/** What a key of a build may do, and nothing else: its successor is handed to everyone who has it. */
const SCOPES_OF_A_BUILD = ['protect', 'report'];

/**
 * Makes the key that builds with this one are told to use in its place. It reaches the same organization and may do the same. Both are valid until
 * the first is revoked. Where an earlier successor was revoked, builds that have it are told of the new one too.
 * @param label what the new key is for; null: as the one before
 * @throws RotationRefused for a key that is not one of a build, or that a valid one follows already
 */
export async function rotateKey(
  database: Database,
  id: number,
  { label }: { readonly label: string | null },
): Promise<{ id: number; key: string }> {
  return database.transaction(async (transaction) => {
    const [before] = await transaction.select().from(apiKeys).where(eq(apiKeys.id, id)).for('update');
    if (!before || (before.revokedAt && before.successorId === null))
      throw new RotationRefused(`There is no valid key ${id}`);
    const problem = notOfABuild(before);
    if (problem) throw new RotationRefused(`Key ${id} ${problem}: no build may carry it`);
    const reached = await transaction
      .select({ organizationId: apiKeyOrganizations.organizationId })
      .from(apiKeyOrganizations)
      .where(eq(apiKeyOrganizations.apiKeyId, id));
    if (reached.length !== 1)
      throw new RotationRefused(`Key ${id} reaches ${reached.length} organizations: the key of a build reaches one`);
    const ends = [id, ...(await followersOf(transaction, id))];
    const current = await successorOf(transaction, id);
    if (current) throw new RotationRefused(`Key ${id} is followed by key ${current.id} already: rotate that one`);
    const key = `wary_${randomBytes(32).toString('base64url')}`;
    const { kind, scopes, requestsPerMinute } = before;
    const [row] = await transaction
      .insert(apiKeys)
      .values({
        ...{ hash: hashOf(key), kind, scopes, requestsPerMinute, publishable: key },
        label: label ?? before.label,
      })
      .returning({ id: apiKeys.id });
    await transaction
      .insert(apiKeyOrganizations)
      .values({ apiKeyId: row!.id, organizationId: reached[0]!.organizationId });
    await transaction
      .update(apiKeys)
      .set({ successorId: row!.id })
      .where(eq(apiKeys.id, ends.at(-1)!));
    return { id: row!.id, key };
  });
}

/** The last key that follows this one; null where none does, or that one was revoked. */
export async function successorOf(database: Database, id: number): Promise<Successor | null> {
  const last = (await followersOf(database, id)).at(-1);
  if (last === undefined) return null;
  const [row] = await database.select().from(apiKeys).where(eq(apiKeys.id, last));
  if (!row?.publishable || row.revokedAt) return null;
  return { id: row.id, key: row.publishable, version: row.createdAt.getTime() };
}

/** The keys that follow one, each the successor of the one before it. A successor is newer than what it follows, so there is no circle. */
async function followersOf(database: Database, id: number): Promise<number[]> {
  const followers: number[] = [];
  for (let at: number | null = id; at !== null; ) {
    const [row] = await database.select({ successorId: apiKeys.successorId }).from(apiKeys).where(eq(apiKeys.id, at));
    at = row?.successorId ?? null;
    if (at !== null) followers.push(at);
  }
  return followers;
}

function notOfABuild({ kind, scopes, deskRole }: typeof apiKeys.$inferSelect): string | null {
  if (kind !== 'organization' || deskRole) return 'is the key of a person';
  const more = scopes.filter((scope) => !SCOPES_OF_A_BUILD.includes(scope));
  if (more.length > 0) return `can do more than protect and report (${more.join(', ')})`;
  const missing = SCOPES_OF_A_BUILD.filter((scope) => !scopes.some((held) => held === scope));
  return missing.length > 0 ? `lacks the scope ${missing.join(' and ')}` : null;
}
