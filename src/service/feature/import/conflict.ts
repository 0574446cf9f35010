import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../database/database.ts';
import { assetDigest } from '../listing/entry.ts';
import { rankOf, SAYINGS } from '../listing/membership.ts';
import type { Conflict, ImportEntry } from './format/entry.ts';
import { inChunks } from './list-writer.ts';

/** `lists` is null where a person decided. */
type Row = { readonly digest: string; readonly lists: string | null; readonly decides: boolean };

/**
 * The entries about which another list or a person says the contrary. Of lists that disagree, the most trusted one decides; a person's
 * decision beats all.
 */
export async function conflictsOf(
  database: Database,
  source: string,
  entries: readonly ImportEntry[],
): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  const add = (of: ReadonlyMap<string, ImportEntry>, rows: readonly Row[]) => {
    for (const { digest, lists, decides } of rows) {
      const entry = of.get(digest);
      if (entry)
        conflicts.push({ content: entry.content, status: entry.status, lists: lists?.split('\n') ?? [], decides });
    }
  };
  const withStatus = (status: ImportEntry['status']) => entries.filter((entry) => entry.status === status);
  const contrary = (
    status: ImportEntry['status'],
  ) => sql`select asset_id, string_agg(source, E'\n' order by source) as lists,
      min(rank) > ${rankOf(source)} as decides
    from ${SAYINGS} as listed where status = ${status} and source <> ${source}`;
  const blocked = new Map(withStatus('BLOCKED').map((entry) => [assetDigest(entry), entry]));
  // Read from the side of what is open: that is far less than a list blocks.
  add(
    blocked,
    await rowsOf<Row>(
      database,
      sql`select encode(digest, 'hex') as digest, lists, decides
        from (${contrary('ALLOWED')} group by asset_id) as allowing join assets on assets.id = asset_id
        where decided_by in ('LIST', 'NOBODY')
        union all select encode(digest, 'hex'), null, false from assets
        where decided_by in ('OPERATOR', 'REVIEW', 'DISPUTE') and status <> 'BLOCKED'`,
    ),
  );
  await inChunks(withStatus('ALLOWED'), async (chunk) => {
    const allowed = new Map(chunk.map((entry) => [assetDigest(entry), entry]));
    const digests = JSON.stringify([...allowed.keys()]);
    const given = sql`digest in (select decode(value, 'hex') from json_array_elements_text(${digests}::text::json))`;
    add(
      allowed,
      await rowsOf<Row>(
        database,
        sql`select encode(digest, 'hex') as digest, lists, decides
          from assets join lateral (${contrary('BLOCKED')} and asset_id = assets.id group by asset_id) as blocking on true
          where ${given} and decided_by in ('LIST', 'NOBODY')
          union all select encode(digest, 'hex'), null, false from assets
          where ${given} and decided_by in ('OPERATOR', 'REVIEW', 'DISPUTE') and status = 'BLOCKED'`,
      ),
    );
  });
  return conflicts.sort((one, other) => (one.content < other.content ? -1 : 1));
}
