import { sql } from 'drizzle-orm';
import type { blocklistConfirm } from '../../../api/list/blocklist.ts';
import type { ResponseOf } from '../../../api/operation.ts';
import type { Database } from '../../database/connection.ts';
import { rowsOf } from '../../database/rows.ts';
import { unpackPrefixes } from '../../listing/prefix-edit.ts';

type BlocklistDetail = NonNullable<ResponseOf<typeof blocklistConfirm>['details']>[string];

/** What a bucket of the list holds. */
export type BucketContent = {
  /** In their order, each once. */
  readonly hashes: readonly string[];
  /** What is said of the asset of a hash. */
  readonly details: Readonly<Record<string, BlocklistDetail>>;
};
type Bucket = { readonly content: Promise<BucketContent>; readonly readAt: number };

/**
 * More than any bucket holds at the largest list. The limits also keep the planner, which guesses that a range matches a ninth
 * of the table, from reading all of it.
 */
const MAX_IN_BUCKET = 10_000;
/** Buckets that are kept; at a million entries each has about fifteen, and all of them take some 80 MB. */
const MAX_BUCKETS = 16_384;
/** How long words about an asset may be old that change without the list, such as its reason; ms. */
const KEPT_MS = 15_000;
const EMPTY: BucketContent = { hashes: [], details: {} };

/**
 * What the buckets of the list hold, each read once until the list is edited in it. Whoever asks says how far the list was edited when
 * the request came, which the look at its key tells: so an answer is never older than the request, in whichever process a change was made.
 */
export class BucketCache {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();
  #edit = -1;
  #catchingUp: Promise<void> | null = null;

  /** @param now milliseconds of a clock that never runs backwards */
  constructor(database: Database, now: () => number = () => performance.now()) {
    this.#database = database;
    this.#now = now;
  }

  /**
   * What buckets hold.
   * @param prefixes hexadecimal, each once
   * @param edit the last edit of the list that the answer must know
   * @throws whatever the database throws
   */
  async of(prefixes: readonly string[], edit: number): Promise<ReadonlyMap<string, BucketContent>> {
    while (this.#edit < edit) {
      this.#catchingUp ??= this.#catchUp().finally(() => {
        this.#catchingUp = null;
      });
      await this.#catchingUp;
    }
    const oldest = this.#now() - KEPT_MS;
    const held = prefixes.flatMap((prefix) => {
      const bucket = this.#buckets.get(prefix);
      return bucket && bucket.readAt >= oldest ? [[prefix, bucket.content] as const] : [];
    });
    const known = new Set(held.map(([prefix]) => prefix));
    const read = this.#read(prefixes.filter((prefix) => !known.has(prefix)));
    const found = [...held, ...read].map(async ([prefix, content]) => [prefix, await content] as const);
    return new Map(await Promise.all(found));
  }

  #read(prefixes: readonly string[]): (readonly [string, Promise<BucketContent>])[] {
    if (prefixes.length === 0) return [];
    const readAt = this.#now();
    const all = readBuckets(this.#database, prefixes);
    const read = prefixes.map((prefix) => [prefix, all.then((contents) => contents.get(prefix) ?? EMPTY)] as const);
    for (const [prefix, content] of read) {
      const bucket = { readAt, content };
      this.#buckets.delete(prefix);
      this.#buckets.set(prefix, bucket);
      content.catch(() => {
        if (this.#buckets.get(prefix) === bucket) this.#buckets.delete(prefix);
      });
    }
    for (const prefix of this.#buckets.keys()) {
      if (this.#buckets.size <= MAX_BUCKETS) break;
      this.#buckets.delete(prefix);
    }
    return read;
  }

  /** Forgets the buckets that were edited since the last look, and all of them where the edits themselves are forgotten. */
  async #catchUp(): Promise<void> {
    const rows = await rowsOf<Edit>(
      this.#database,
      sql`select newest.folded, list_edits.id, list_edits.added, list_edits.removed
        from (select coalesce(max(edit_id), 0) as folded from list_files where kind = 'snapshot') newest
        left join list_edits on list_edits.id > ${this.#edit}`,
    );
    const folded = Number(rows[0]!.folded);
    const edits = rows.flatMap(({ id, added, removed }) => (id === null ? [] : [{ id: Number(id), added, removed }]));
    if (folded > this.#edit) this.#buckets.clear();
    else this.#forget(edits.flatMap(({ added, removed }) => [...unpackPrefixes(added), ...unpackPrefixes(removed)]));
    this.#edit = Math.max(folded, this.#edit, ...edits.map(({ id }) => id));
  }

  #forget(edited: readonly number[]): void {
    const hashes = edited.map((prefix) => prefix.toString(16).padStart(8, '0'));
    const lengths = new Set([...this.#buckets.keys()].map(({ length }) => length));
    for (const length of lengths) {
      const names = new Set(hashes.map((hash) => hash.slice(0, length)));
      for (const name of this.#buckets.keys())
        if (name.length === length && names.has(name.slice(0, 8))) this.#buckets.delete(name);
    }
  }
}

type Edit = {
  readonly folded: number | string;
  readonly id: number | string | null;
  readonly added: Uint8Array;
  readonly removed: Uint8Array;
};

type Match = {
  readonly prefix: string;
  readonly hash: string;
  readonly type: string;
  readonly reason: string | null;
  readonly source: string | null;
  readonly listed_at: Date | string | null;
};

async function readBuckets(database: Database, prefixes: readonly string[]): Promise<Map<string, BucketContent>> {
  const rows = await rowsOf<Match>(
    database,
    sql`select given.prefix, encode(listed.hash, 'hex') as hash, assets.type, assets.reason, assets.source,
        assets.decided_at as listed_at
      from json_to_recordset(${JSON.stringify(prefixes.map(bucketRange))}::text::json)
        as given (prefix text, first text, last text)
      cross join lateral (
        select hash, asset_id from listed_expressions
        where hash >= decode(given.first, 'hex') and hash <= decode(given.last, 'hex')
        order by hash, asset_id limit ${MAX_IN_BUCKET}) listed
      cross join lateral (select * from assets where assets.id = listed.asset_id limit 1) assets
      order by listed.hash, listed.asset_id`,
  );
  const buckets = new Map<string, { hashes: string[]; details: Record<string, BlocklistDetail> }>();
  for (const { prefix, hash, type, reason, source, listed_at } of rows) {
    const bucket = buckets.get(prefix) ?? { hashes: [], details: {} };
    buckets.set(prefix, bucket);
    if (!(hash in bucket.details)) bucket.hashes.push(hash);
    bucket.details[hash] = {
      type,
      ...(reason === null ? {} : { reason }),
      ...(listed_at === null ? {} : { listedAt: new Date(listed_at).toISOString() }),
      ...(source === null ? {} : { source }),
    };
  }
  return buckets;
}

/** The first and the last hash of a bucket, hexadecimal. */
const bucketRange = (prefix: string) => ({ prefix, first: prefix.padEnd(64, '0'), last: prefix.padEnd(64, 'f') });
