import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { brands } from '../../database/schema/index.ts';

const WRITTEN = /^#[0-9a-f]{6}$/i;

/**
 * The colour in which an organization appears, `#rrggbb`: the first of the brand that it has had longest. Null where it has none; people
 * whom an organization protects are brands too, and do not count.
 */
export async function brandColourOf(database: Database, organizationId: number): Promise<string | null> {
  const rows = await database
    .select({ colours: brands.brandColors })
    .from(brands)
    .where(and(eq(brands.organizationId, organizationId), ne(brands.type, 'INDIVIDUAL')))
    .orderBy(brands.id);
  return rows.flatMap(({ colours }) => colours).find((colour) => WRITTEN.test(colour)) ?? null;
}
