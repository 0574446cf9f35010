import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { Refused } from '../../database/refused.ts';
import { apiKeyOrganizations, apiKeys, hasEnded } from '../../database/schema/api-key.ts';
import { createKey } from './api-key.ts';

type Successor = {
  readonly id: number;
  readonly key: string;
  /** When it was made, in ms since epoch. */
  readonly version: number;
};

/** The scopes of a build's key. Its successor, which everyone who has it gets, must have exactly these. */
const SCOPES_OF_A_BUILD = ['protect', 'report'];

/**
 * Creates the successor of a build's key, to which browsers switch, also those of an earlier successor that was
 * revoked. @param label null: as before @throws Refused for a key that is no build's, or has a valid successor
 */
export async function rotateKey(
  database: Database,
  id: number,
  { label }: { readonly label: string | null },
): Promise<{ id: number; key: string }> {
  return database.transaction(async (transaction) => {
    const [before] = await transaction.select().from(apiKeys).where(eq(apiKeys.id, id)).for('update');
    if (!before || (hasEnded(before) && before.successorId === null)) throw new Refused(`There is no valid key ${id}`);
    const problem = notOfABuild(before);
    if (problem) throw new Refused(`Key ${id} ${problem}: no build may carry it`);
    const reached = await transaction
      .select({ organizationId: apiKeyOrganizations.organizationId })
      .from(apiKeyOrganizations)
      .where(eq(apiKeyOrganizations.apiKeyId, id));
    if (reached.length !== 1)
      throw new Refused(`Key ${id} reaches ${reached.length} organizations: the key of a build reaches one`);
    const ends = [id, ...(await followersOf(transaction, id))];
    const current = await successorOf(transaction, id);
    if (current) throw new Refused(`Key ${id} is followed by key ${current.id} already: rotate that one`);
    const { kind, scopes, requestsPerMinute } = before;
    const made = await createKey(transaction, {
      ...{ kind, scopes, requestsPerMinute, label: label ?? before.label, isPublishable: true },
      organizationIds: reached.map(({ organizationId }) => organizationId),
    });
    await transaction
      .update(apiKeys)
      .set({ successorId: made.id })
      .where(eq(apiKeys.id, ends.at(-1)!));
    return made;
  });
}

/** The last successor of a key; null if there is none, or it was revoked. */
export async function successorOf(database: Database, id: number): Promise<Successor | null> {
  const last = (await followersOf(database, id)).at(-1);
  if (last === undefined) return null;
  const [row] = await database.select().from(apiKeys).where(eq(apiKeys.id, last));
  if (!row?.publishable || hasEnded(row)) return null;
  return { id: row.id, key: row.publishable, version: row.createdAt.getTime() };
}

/** The chain of successors of a key. It has no cycle, because a successor is always newer. */
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
  const missing = SCOPES_OF_A_BUILD.filter((scope) => !scopes.some((one) => one === scope));
  return missing.length > 0 ? `lacks the scope ${missing.join(' and ')}` : null;
}
