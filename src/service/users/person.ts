import { eq, sql } from 'drizzle-orm';
import type { Database } from '../database/connection.ts';
import { users } from '../database/schema/user.ts';

/** The id of the person with an e-mail address, who is written down where nobody has it yet. */
export async function ensurePerson(database: Database, email: string, fullName: string | null): Promise<number> {
  await database.insert(users).values({ email, fullName }).onConflictDoNothing();
  const [row] = await database
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return row!.id;
}
