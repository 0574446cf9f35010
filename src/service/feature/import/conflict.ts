import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../database/database.ts';
import { assetDigest } from '../listing/entry.ts';
import type { Conflict, ImportEntry } from './format/entry.ts';
import { inChunks } from './list-writer.ts';

type Row = { readonly digest: string; readonly lists: string | null };

/**
 * The entries to block that stay open, because another list allows them or a person opened them, and the entries to allow that another
 * list or a person blocks. Of lists that disagree, the one that allows decides; a person's decision beats both.
 */
export async function conflictsOf(
  database: Database,
  source: string,
  entries: readonly ImportEntry[],
): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  const add = (of: ReadonlyMap<string, ImportEntry>, rows: readonly Row[]) => {
    for (const { digest, lists } of rows) {
      const entry = of.get(digest);
      if (entry) conflicts.push({ content: entry.content, status: entry.status, lists: lists?.split('\n') ?? [] });
    }
  };
  const withStatus = (status: ImportEntry['status']) => entries.filter((entry) => entry.status === status);
  const blocked = new Map(withStatus('BLOCKED').map((entry) => [assetDigest(entry), entry]));
  // Read from the side of what is open: that is far less than a list blocks.
  const byLists = sql`select asset_id, string_agg(source, E'\n' order by source) as lists from list_memberships
    where status = 'ALLOWED' and source <> ${source} group by asset_id`;
  add(
    blocked,
    await rowsOf<Row>(
      database,
      sql`select encode(digest, 'hex') as digest, lists from (${byLists}) as allowing join assets on assets.id = asset_id
        where decided_by in ('LIST', 'NOBODY')
        union all select encode(digest, 'hex'), null from assets
        where decided_by in ('OPERATOR', 'REVIEW', 'DISPUTE') and status <> 'BLOCKED'`,
    ),
  );
  await inChunks(withStatus('ALLOWED'), async (chunk) => {
    const allowed = new Map(chunk.map((entry) => [assetDigest(entry), entry]));
    const digests = JSON.stringify([...allowed.keys()]);
    add(
      allowed,
      await rowsOf<Row>(
        database,
        sql`select encode(digest, 'hex') as digest, case when not is_by_person then lists end as lists from (
            select digest, status, decided_by in ('OPERATOR', 'REVIEW', 'DISPUTE') as is_by_person, (
              select string_agg(others.source, E'\n' order by others.source) from list_memberships as others
              where others.asset_id = assets.id and others.source <> ${source} and others.status = 'BLOCKED') as lists
            from assets where digest in (select decode(value, 'hex') from json_array_elements_text(${digests}::text::json))
          ) as known where case when is_by_person then status = 'BLOCKED' else lists is not null end`,
      ),
    );
  });
  return conflicts.sort((one, other) => (one.content < other.content ? -1 : 1));
}
