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
/** Neighbours in the list that are read together, since one range of the index holds them. */
type Page = {
  /** SHA-256 each, in their order. A hash that stands for several assets is there once for each of them. */
  readonly hashes: Uint8Array;
  /** When each was listed, in ms since epoch; NaN where that is not known. */
  readonly listedAt: Float64Array;
  /** What else is said of each. */
  readonly words: readonly Omit<BlocklistDetail, 'listedAt'>[];
};
type HeldPage = { readonly content: Promise<Page>; readonly readAt: number; entries: number };

/** Hexadecimal characters that the hashes of a page begin with: 4,096 pages, and no prefix that can be asked for is shorter. */
const PAGE_CHARACTERS = 3;
const HASH_BYTES = 32;
/**
 * More than any page holds at the largest list. The limits also keep the planner, which guesses that a range matches a ninth
 * of the table, from reading all of it.
 */
const MAX_IN_PAGE = 10_000;
/** Entries of the list that are kept, at some 60 bytes each. */
const MAX_ENTRIES = 2_000_000;
/** How long words about an asset may be old that change without the list, such as its reason; ms. */
const KEPT_MS = 60_000;

/**
 * What the buckets of the list hold, each read once until the list is edited in its page. Whoever asks says how far the list was edited
 * when the request came, which the look at its key tells: so an answer is never older than the request, in whichever process a change was
 * made.
 */
export class BucketCache {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #pages = new Map<string, HeldPage>();
  #entries = 0;
  #edit = -1;
  #catchingUp: Promise<void> | null = null;

  /** @param now milliseconds of a clock that never runs backwards */
  constructor(database: Database, now: () => number = () => performance.now()) {
    this.#database = database;
    this.#now = now;
  }

  /**
   * What buckets hold.
   * @param prefixes hexadecimal, each once, of at least four characters
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
    const wanted = [...new Set(prefixes.map(pageOf))];
    const missing = wanted.filter((name) => (this.#pages.get(name)?.readAt ?? Number.NEGATIVE_INFINITY) < oldest);
    if (missing.length > 0) this.#read(missing);
    // Taken before anything is waited for: a page may be forgotten meanwhile.
    const held = wanted.map((name) => [name, this.#pages.get(name)!.content] as const);
    const pages = new Map<string, Page>();
    for (const [name, content] of held) pages.set(name, await content);
    return new Map(prefixes.map((prefix) => [prefix, bucketIn(pages.get(pageOf(prefix))!, prefix)]));
  }

  #read(names: readonly string[]): void {
    const readAt = this.#now();
    const all = readPages(this.#database, names);
    for (const name of names) {
      this.#drop(name);
      const page: HeldPage = { readAt, entries: 0, content: all.then((pages) => pages.get(name) ?? EMPTY) };
      this.#pages.set(name, page);
      page.content.then(
        ({ words }) => this.#count(name, page, words.length),
        () => this.#pages.get(name) === page && this.#drop(name),
      );
    }
  }

  /** Counts a page that was read, and forgets those that were read longest ago where there are too many entries. */
  #count(name: string, page: HeldPage, entries: number): void {
    if (this.#pages.get(name) !== page) return;
    page.entries = entries;
    this.#entries += entries;
    for (const oldest of this.#pages.keys()) {
      if (this.#entries <= MAX_ENTRIES) return;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#entries -= this.#pages.get(name)?.entries ?? 0;
    this.#pages.delete(name);
  }

  /** Forgets the pages that were edited since the last look, and all of them where the edits themselves are forgotten. */
  async #catchUp(): Promise<void> {
    const rows = await rowsOf<Edit>(
      this.#database,
      sql`select newest.folded, list_edits.id, list_edits.added, list_edits.removed
        from (select coalesce(max(edit_id), 0) as folded from list_files where kind = 'snapshot') newest
        left join list_edits on list_edits.id > ${this.#edit}`,
    );
    const folded = Number(rows[0]!.folded);
    const edits = rows.flatMap(({ id, added, removed }) => (id === null ? [] : [{ id: Number(id), added, removed }]));
    const edited = edits.flatMap(({ added, removed }) => [...unpackPrefixes(added), ...unpackPrefixes(removed)]);
    const names =
      folded > this.#edit
        ? [...this.#pages.keys()]
        : new Set(edited.map((prefix) => pageOf(prefix.toString(16).padStart(8, '0'))));
    for (const name of names) this.#drop(name);
    this.#edit = Math.max(folded, this.#edit, ...edits.map(({ id }) => id));
  }
}

type Edit = {
  readonly folded: number | string;
  readonly id: number | string | null;
  readonly added: Uint8Array;
  readonly removed: Uint8Array;
};

const EMPTY: Page = { hashes: new Uint8Array(), listedAt: new Float64Array(), words: [] };

const pageOf = (prefix: string): string => prefix.slice(0, PAGE_CHARACTERS);

/** The entries of a page under a prefix. */
function bucketIn({ hashes, listedAt, words }: Page, prefix: string): BucketContent {
  const [first, last] = ['0', 'f'].map((digit) => Buffer.from(prefix.padEnd(HASH_BYTES * 2, digit), 'hex'));
  const found: string[] = [];
  const details: Record<string, BlocklistDetail> = {};
  for (let at = lowerBound(hashes, first!); at < words.length; at += 1) {
    const bytes = hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
    if (Buffer.compare(bytes, last!) > 0) break;
    const hash = Buffer.from(bytes).toString('hex');
    if (hash !== found.at(-1)) found.push(hash);
    const time = listedAt[at]!;
    details[hash] = { ...words[at]!, ...(Number.isNaN(time) ? {} : { listedAt: new Date(time).toISOString() }) };
  }
  return { hashes: found, details };
}

/** The place of the first hash that is not before this one. */
function lowerBound(hashes: Uint8Array, sought: Uint8Array): number {
  let [low, high] = [0, hashes.length / HASH_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const hash = hashes.subarray(middle * HASH_BYTES, (middle + 1) * HASH_BYTES);
    if (Buffer.compare(hash, sought) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Hash, type, reason, source, and when it was listed (ms since epoch), as the statement below gives them. */
type Entry = readonly [string, string, string | null, string | null, number | null];

async function readPages(database: Database, names: readonly string[]): Promise<Map<string, Page>> {
  const rows = await rowsOf<{ name: string; entries: string }>(
    database,
    sql`select given.name, json_agg(json_build_array(encode(listed.hash, 'hex'), assets.type, assets.reason, assets.source,
        floor(extract(epoch from assets.decided_at) * 1000)) order by listed.hash, listed.asset_id)::text as entries
      from json_to_recordset(${JSON.stringify(names.map(pageRange))}::text::json)
        as given (name text, first text, last text)
      cross join lateral (
        select hash, asset_id from listed_expressions
        where hash >= decode(given.first, 'hex') and hash <= decode(given.last, 'hex')
        order by hash, asset_id limit ${MAX_IN_PAGE}) listed
      cross join lateral (select * from assets where assets.id = listed.asset_id limit 1) assets
      group by given.name`,
  );
  return new Map(rows.map(({ name, entries }) => [name, packed(JSON.parse(entries) as Entry[])]));
}

/** A page as it is kept. A list says the same of most of its entries: those share their words. */
function packed(entries: readonly Entry[]): Page {
  const shared = new Map<string, Page['words'][number]>();
  const words = entries.map(([, type, reason, source]) => {
    const key = JSON.stringify([type, reason, source]);
    const known = shared.get(key);
    if (known) return known;
    const fresh = { type, ...(reason === null ? {} : { reason }), ...(source === null ? {} : { source }) };
    shared.set(key, fresh);
    return fresh;
  });
  return {
    hashes: Uint8Array.from(Buffer.from(entries.map(([hash]) => hash).join(''), 'hex')),
    listedAt: Float64Array.from(entries, ([, , , , at]) => at ?? Number.NaN),
    words,
  };
}

/** The first and the last hash of a page, hexadecimal. */
const pageRange = (name: string) => ({
  name,
  first: name.padEnd(HASH_BYTES * 2, '0'),
  last: name.padEnd(HASH_BYTES * 2, 'f'),
});
