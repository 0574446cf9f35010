import { eq, sql } from 'drizzle-orm';
import type { BodyOf, ResponseOf } from '../../../api/operation.ts';
import type { UserSettings, userMe, userMeUpdate } from '../../../api/organization/user.ts';
import type { Database } from '../../database/database.ts';
import { issue } from '../../database/refused.ts';
import { apiKeys, users } from '../../database/schema/api-key.ts';
import { callerOf, type KeyHolder } from '../../http/access/api-key.ts';
import { Failure } from '../../http/failure.ts';

/** The id of the person with an e-mail address, who is created if there is none. */
export async function ensurePerson(database: Database, email: string, fullName: string | null): Promise<number> {
  await database.insert(users).values({ email, fullName }).onConflictDoNothing();
  const [row] = await database
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return row!.id;
}

/** The person of a key; null for a key that is unknown, revoked, of no person, or without an organization. */
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

type Profile = ResponseOf<typeof userMe>;

const MAX_SETTINGS = 100;

/** The person whose key it is. @throws Failure FORBIDDEN for a key that is no person's */
export async function readProfile(database: Database, apiKeyId: number): Promise<Profile> {
  const [row] = await database
    .select({
      id: users.id,
      fullName: users.fullName,
      email: users.email,
      avatarUrl: users.avatarUrl,
      settings: users.settings,
    })
    .from(users)
    .innerJoin(apiKeys, eq(apiKeys.userId, users.id))
    .where(eq(apiKeys.id, apiKeyId));
  if (!row) throw new Failure('FORBIDDEN', issue('noPerson'));
  return row;
}

/** Changes fields of the person whose key it is. @throws Failure FORBIDDEN for no person's, BAD_REQUEST for too many */
export async function changeProfile(
  database: Database,
  apiKeyId: number,
  { fullName, avatarUrl, settings }: BodyOf<typeof userMeUpdate>,
): Promise<Profile> {
  return database.transaction(async (transaction) => {
    const { id } = await readProfile(transaction, apiKeyId);
    const [current] = await transaction.select().from(users).where(eq(users.id, id)).for('update');
    await transaction
      .update(users)
      .set({
        ...{ fullName, avatarUrl },
        settings: settings && merged(current!.settings, settings),
        updatedAt: new Date(),
      })
      .where(eq(users.id, id));
    return readProfile(transaction, apiKeyId);
  });
}

function merged(current: UserSettings, given: Readonly<Record<string, UserSettings[string] | null>>): UserSettings {
  const all = Object.entries({ ...current, ...given });
  const settings = Object.fromEntries(
    all.filter((entry): entry is [string, UserSettings[string]] => entry[1] !== null),
  );
  if (Object.keys(settings).length > MAX_SETTINGS)
    throw new Failure('BAD_REQUEST', issue('settingsFull', { most: MAX_SETTINGS }, 'settings'));
  return settings;
}
