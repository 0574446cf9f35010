import { type SQL, sql } from 'drizzle-orm';
import { sourceDetail } from '../../../api/asset/source.ts';
import { scamKindOf } from '../../../api/report/scam-kind.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import type { BucketContent } from '../../http/service.ts';

/** Hex characters of a bucket: 16 bits, which about 5,600 registered domains share (design of the confirmation). */
export const BUCKET_CHARACTERS = 4;

export const BUCKETS = 16 ** BUCKET_CHARACTERS;
export const HASH_CHARACTERS = 64;

export const NO_ENTRIES: BucketContent = { hashes: '', details: [] };

/** More than any bucket holds at the largest list, and keeps the planner, which expects too many, from reading all. */
const MAX_IN_BUCKET = 10_000;
const PAGE_SIZE = 2_000;
/** Details that several assets share, each kept once: an import gives all its assets the same. */
const MAX_TEXTS = 50_000;

export const bucketName = (bucket: number): string => bucket.toString(16).padStart(BUCKET_CHARACTERS, '0');

type Match = {
  readonly hash: string;
  readonly type: string;
  readonly reason: string | null;
  readonly source: string | null;
  readonly listed_at: string | null;
};

/** The contents of buckets by their names, without empty ones. @throws whatever the database throws */
export async function readBuckets(
  database: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, BucketContent>> {
  const ranges = names.map((name) => ({
    first: name.padEnd(HASH_CHARACTERS, '0'),
    last: name.padEnd(HASH_CHARACTERS, 'f'),
  }));
  const rows = await matches(
    database,
    sql`json_to_recordset(${JSON.stringify(ranges)}::text::json) as given (first text, last text)
      cross join lateral (
        select hash, asset_id from listed_expressions
        where hash >= decode(given.first, 'hex') and hash <= decode(given.last, 'hex')
        order by hash, asset_id limit ${MAX_IN_BUCKET}) listed`,
  );
  return contentsOf(rows);
}

/** The contents of the next buckets, one page of entries. @returns `end`: the first bucket that was not read whole */
export async function readPage(
  database: Database,
  first: number,
): Promise<{ readonly contents: ReadonlyMap<string, BucketContent>; readonly end: number }> {
  const from = bucketName(first).padEnd(HASH_CHARACTERS, '0');
  const rows = await matches(
    database,
    sql`(select hash, asset_id from listed_expressions where hash >= decode(${from}, 'hex')
      order by hash, asset_id limit ${PAGE_SIZE}) listed`,
  );
  const last = rows.at(-1);
  if (last === undefined || rows.length < PAGE_SIZE) return { contents: contentsOf(rows), end: BUCKETS };
  const end = Number.parseInt(last.hash.slice(0, BUCKET_CHARACTERS), 16);
  if (end > first) return { contents: contentsOf(rows), end };
  // A bucket that is longer than a page.
  return { contents: await readBuckets(database, [bucketName(first)]), end: first + 1 };
}

const matches = (database: Database, listed: SQL) =>
  rowsOf<Match>(
    database,
    sql`select encode(listed.hash, 'hex') as hash, assets.type, assets.reason, assets.source, assets.decided_at::text as listed_at
      from ${listed}
      cross join lateral (select * from assets where assets.id = listed.asset_id limit 1) assets
      order by listed.hash, listed.asset_id`,
  );

function contentsOf(rows: readonly Match[]): Map<string, BucketContent> {
  const found = new Map<string, Map<string, string>>();
  for (const row of rows) {
    const name = row.hash.slice(0, BUCKET_CHARACTERS);
    const bucket = found.get(name) ?? new Map<string, string>();
    found.set(name, bucket);
    bucket.set(row.hash, textOf(row));
  }
  return new Map(
    [...found].map(([name, bucket]) => [name, { hashes: [...bucket.keys()].join(''), details: [...bucket.values()] }]),
  );
}

const texts = new Map<string, string>();

function textOf({ type, reason, source, listed_at }: Match): string {
  // Separated by NUL, which no stored text contains.
  const key = `${type}\0${reason === null ? '\0' : reason}\0${source === null ? '\0' : source}\0${listed_at}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify({
    type,
    ...(reason === null ? {} : { reason, kind: scamKindOf(reason) }),
    ...(listed_at === null ? {} : { listedAt: new Date(listed_at).toISOString() }),
    ...sourceDetail(source),
  });
  if (texts.size >= MAX_TEXTS) texts.clear();
  texts.set(key, text);
  return text;
}
