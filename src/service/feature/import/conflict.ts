import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../database/database.ts';
import type { ImportReport } from '../../database/schema/import.ts';
import { pauses } from '../../thread/in-turn.ts';
import { assetDigest } from '../listing/entry.ts';
import { rankOf, SAYINGS } from '../listing/membership.ts';
import type { ImportEntry } from './format/entry.ts';
import { inChunks } from './list-writer.ts';
import { shown, Tally } from './reason.ts';

/** Who decides where lists or people disagree, and what becomes of the entry. */
export type ConflictKind = 'opened' | 'blocks' | 'opens' | 'blocked' | 'openedByPerson' | 'blockedByPerson';

/** `lists` is null where a person decided. */
type Row = { readonly digest: string; readonly lists: string | null; readonly decides: boolean };

function kindOf(status: ImportEntry['status'], { lists, decides }: Row): ConflictKind {
  if (lists === null) return status === 'BLOCKED' ? 'openedByPerson' : 'blockedByPerson';
  if (status === 'BLOCKED') return decides ? 'blocks' : 'opened';
  return decides ? 'opens' : 'blocked';
}

/** The entries about which another list or a person says the contrary: the most trusted decides, a person always. */
export async function conflictsOf(
  database: Database,
  source: string,
  entries: readonly ImportEntry[],
): Promise<ImportReport['conflicts']> {
  const kinds = new Map<ConflictKind, Tally<string>>();
  const add = ({ status, content }: ImportEntry, row: Row | undefined) => {
    if (row === undefined) return;
    const kind = kindOf(status, row);
    const tally = kinds.get(kind) ?? new Tally<string>();
    kinds.set(kind, tally);
    tally.add((row.lists?.split('\n') ?? []).map(shown).join(', '), content);
  };
  const contrary = (
    status: ImportEntry['status'],
  ) => sql`select asset_id, string_agg(source, E'\n' order by source) as lists,
      min(rank) > ${rankOf(source)} as decides
    from ${SAYINGS} as listed where status = ${status} and source <> ${source}`;
  // Read from the side of what is open: that is far less than a list blocks.
  const open = byDigest(
    await rowsOf<Row>(
      database,
      sql`select encode(digest, 'hex') as digest, lists, decides
        from (${contrary('ALLOWED')} group by asset_id) as allowing join assets on assets.id = asset_id
        where decided_by in ('LIST', 'NOBODY')
        union all select encode(digest, 'hex'), null, false from assets
        where decided_by in ('OPERATOR', 'REVIEW', 'DISPUTE') and status <> 'BLOCKED'`,
    ),
  );
  const allowed: ImportEntry[] = [];
  const pause = pauses();
  for (const entry of entries) {
    await pause();
    if (entry.status === 'ALLOWED') allowed.push(entry);
    else if (open.size > 0) add(entry, open.get(assetDigest(entry)));
  }
  await inChunks(allowed, async (chunk) => {
    const digests = JSON.stringify(chunk.map(assetDigest));
    const given = sql`digest in (select decode(value, 'hex') from json_array_elements_text(${digests}::text::json))`;
    const rows = byDigest(
      await rowsOf<Row>(
        database,
        sql`select encode(digest, 'hex') as digest, lists, decides
          from assets join lateral (${contrary('BLOCKED')} and asset_id = assets.id group by asset_id) as blocking on true
          where ${given} and decided_by in ('LIST', 'NOBODY')
          union all select encode(digest, 'hex'), null, false from assets
          where ${given} and decided_by in ('OPERATOR', 'REVIEW', 'DISPUTE') and status = 'BLOCKED'`,
      ),
    );
    for (const entry of chunk) add(entry, rows.get(assetDigest(entry)));
  });
  return [...kinds].flatMap(([kind, tally]) => tally.rows().map(([lists, count]) => [kind, lists, count] as const));
}

const byDigest = (rows: readonly Row[]): ReadonlyMap<string, Row> => new Map(rows.map((row) => [row.digest, row]));
