import { sql } from 'drizzle-orm';
import { type Database, LOCKS, lock, rowsOf } from '../../../database/database.ts';
import { followLists } from '../../listing/list-following.ts';
import { inChunks } from '../list-writer.ts';
import { listSources, type Source } from './store.ts';

/**
 * Moves a source to a place in the order of trust (1: the most trusted), and decides again what lists disagree about.
 * @returns how many entries were lifted, and how many changed in another way
 */
export async function trustSource(
  database: Database,
  { id, name }: Source,
  place: number,
): Promise<{ readonly lifted: number; readonly changed: number }> {
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table sources in share row exclusive mode`);
    const order = (await listSources(transaction)).map((one) => one.id).filter((other) => other !== id);
    order.splice(place - 1, 0, id);
    await transaction.execute(sql`update sources set rank = place
      from json_array_elements_text(${JSON.stringify(order)}::text::json) with ordinality as given (source, place)
      where id = source::integer`);
  });
  return followDisputed(database, name);
}

/** Decides again what some list allows and another one blocks. It can be repeated after a crash. */
async function followDisputed(database: Database, name: string) {
  const rows = await rowsOf<{ asset_id: number | string }>(
    database,
    sql`select distinct asset_id from list_memberships as allowing where status = 'ALLOWED' and exists (
      select from list_memberships as other where other.asset_id = allowing.asset_id and other.source <> allowing.source)`,
  );
  let [lifted, changed] = [0, 0];
  await inChunks(
    rows.map(({ asset_id }) => Number(asset_id)),
    async (chunk) => {
      const followed = await database.transaction(async (transaction) => {
        await lock(transaction, LOCKS.listing);
        return followLists(transaction, chunk, name, true);
      });
      lifted += followed.lifted;
      changed += followed.changed;
    },
  );
  return { lifted, changed };
}
