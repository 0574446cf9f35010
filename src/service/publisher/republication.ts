import { eq, sql } from 'drizzle-orm';
import { ALGO_VERSION } from '../../asset/index.ts';
import type { Database } from '../database/database.ts';
import { LOCKS, lock } from '../database/lock.ts';
import { listFiles } from '../database/schema/list/list.ts';
import { organizationFiles } from '../database/schema/list/organization-list.ts';
import { nextVersion, readPublished } from './list-file.ts';

/**
 * Gives all that is published a later number: the list, and the files of organizations. Clients take nothing earlier than what they hold, and
 * what was published after a backup is later than what the backup holds.
 * @param now in ms since epoch
 * @returns false where nothing is published yet
 */
export async function republish(database: Database, now: number): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.publishing);
    const published = await readPublished(transaction, ALGO_VERSION);
    if (!published) return false;
    for (const file of [published.snapshot, published.recent, published.hot])
      if (file !== null) {
        const version = await nextVersion(transaction, file.kind, now);
        await transaction.update(listFiles).set({ version }).where(eq(listFiles.id, file.id));
      }
    await transaction.execute(sql`update ${organizationFiles} set version = greatest(version + 1, ${now}::bigint)
      where id in (select max(id) from ${organizationFiles} group by organization_id, kind)`);
    return true;
  });
}
