import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/connection.ts';
import { users } from '../../database/schema/organization/user.ts';

/** The id of the person with an e-mail address, who is written down where nobody has it yet. */
export async function ensurePerson(database: Database, email: string, fullName: string | null): Promise<number> {
  await database.insert(users).values({ email, fullName }).onConflictDoNothing();
  return (await personByEmail(database, email))!.id;
}

/** The person with an e-mail address, in whatever case it is written. */
export async function personByEmail(database: Database, email: string) {
  const [row] = await database
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return row ?? null;
}
