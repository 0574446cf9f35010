import { eq, sql } from 'drizzle-orm';
import { callerOf } from '../../access/api-key.ts';
import type { Database } from '../../database/database.ts';
import { apiKeys, users } from '../../database/schema/api-key.ts';

/** A user of the service, and the key that says so. */
export type KeyHolder = { readonly userId: number; readonly email: string; readonly keyId: number };

/** The id of the person with an e-mail address, who is written down where nobody has it yet. */
export async function ensurePerson(database: Database, email: string, fullName: string | null): Promise<number> {
  await database.insert(users).values({ email, fullName }).onConflictDoNothing();
  const [row] = await database
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return row!.id;
}

/** Whose a key is; null for one that is unknown, revoked, of no person, or reaches no organization. */
export async function holderOfKey(database: Database, key: string): Promise<KeyHolder | null> {
  const caller = await callerOf(database, key);
  if (!caller || caller.organizations.length === 0) return null;
  const [person] = await database
    .select({ userId: users.id, email: users.email })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.id, caller.keyId));
  return person ? { ...person, keyId: caller.keyId } : null;
}
