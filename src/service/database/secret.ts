import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { serviceSecrets } from './schema/secret.ts';

/** The 32 random bytes of a name: the same for every process on this database, made when the first one asks. */
export async function sharedSecret(database: Database, name: string): Promise<Uint8Array> {
  await database
    .insert(serviceSecrets)
    .values({ name, value: randomBytes(32) })
    .onConflictDoNothing();
  const [row] = await database.select().from(serviceSecrets).where(eq(serviceSecrets.name, name));
  return row!.value;
}
