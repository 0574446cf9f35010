import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { orFromMemory } from '../../database/away.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { unpackPrefixes } from '../../database/schema/list.ts';
import type { BucketContent } from '../../http/service.ts';
import { EDIT_RETENTION_MS } from '../../publisher/list/list-file.ts';
import { BUCKET_CHARACTERS, BUCKETS, bucketName, NO_ENTRIES, readBuckets, readPage } from './bucket.ts';

const MAX_ENTRIES = 2_000_000;
/** Pause between two pages that are preloaded, because the embedded database runs in the thread of the service. */
const INTERVAL_MS = 5;
const RETRY_INTERVAL_MS = 10_000;

/**
 * What the buckets of the list hold, each read once until the list is edited in it. A caller gives the last edit
 * of the list when its request came, which the lookup of its key returns: no answer is older than that, whichever process made a change.
 */
export class BucketCache {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #buckets = new Map<string, BucketContent>();
  readonly #reading = new Map<string, Promise<BucketContent>>();
  #entries = 0;
  #edit = -1;
  /** When the edits were looked at last; later ones are all there still within {@link EDIT_RETENTION_MS}. */
  #caughtUpAt = Number.NEGATIVE_INFINITY;
  #catchingUp: Promise<void> | null = null;
  #filling: Promise<void> | null = null;
  readonly #stopped = new AbortController();

  /** @param now milliseconds of a clock that never runs backwards */
  constructor(database: Database, now: () => number = () => performance.now()) {
    this.#database = database;
    this.#now = now;
  }

  /** Begins to preload all buckets, so that no request waits for the database. */
  start(onError: (error: unknown) => void): void {
    this.#filling = this.#fill(onError);
  }

  /** Stops preloading, and resolves once the database is no longer used. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#filling;
  }

  /**
   * What buckets hold; while the database is away, as it was. @param names each once @param edit the last edit to know
   */
  async of(names: readonly string[], edit: number): Promise<ReadonlyMap<string, BucketContent>> {
    if (this.#edit < edit) await orFromMemory(this.#catchUpTo(edit), () => {});
    const found = new Map<string, BucketContent>();
    const missing: string[] = [];
    for (const name of names) {
      const bucket = this.#buckets.get(name);
      if (bucket) found.set(name, bucket);
      else missing.push(name);
    }
    if (missing.length === 0) return found;
    this.#read(missing.filter((name) => !this.#reading.has(name)));
    const read = await Promise.all(missing.map((name) => this.#reading.get(name)!));
    for (const [index, name] of missing.entries()) found.set(name, read[index]!);
    return found;
  }

  #read(names: readonly string[]): void {
    if (names.length === 0) return;
    const all = readBuckets(this.#database, names);
    for (const name of names) {
      const content = all.then((contents) => contents.get(name) ?? NO_ENTRIES);
      this.#reading.set(name, content);
      const done = () => this.#reading.get(name) === content && this.#reading.delete(name);
      // If the bucket changed during the read, those who wait get the answer, but it is not cached.
      content.then((read) => done() && this.#keep(name, read), done);
    }
  }

  #keep(name: string, bucket: BucketContent): void {
    this.#drop(name);
    this.#buckets.set(name, bucket);
    this.#entries += bucket.details.length;
    for (const oldest of this.#buckets.keys()) {
      if (this.#entries <= MAX_ENTRIES) break;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#entries -= this.#buckets.get(name)?.details.length ?? 0;
    this.#buckets.delete(name);
  }

  async #catchUpTo(edit: number): Promise<void> {
    while (this.#edit < edit) {
      this.#catchingUp ??= this.#catchUp().finally(() => {
        this.#catchingUp = null;
      });
      await this.#catchingUp;
    }
  }

  /** Drops the buckets that were edited since the last look, or all of them where edits may have been deleted meanwhile. */
  async #catchUp(): Promise<void> {
    const lookedAt = this.#now();
    const rows = await rowsOf<Edit>(
      this.#database,
      sql`select newest.folded, list_edits.id, list_edits.added, list_edits.removed
        from (select coalesce(max(edit_id), 0) as folded from list_files where kind = 'snapshot') newest
        left join list_edits on list_edits.id > ${this.#edit}`,
    );
    const folded = Number(rows[0]!.folded);
    const edits = rows.flatMap(({ id, added, removed }) => (id === null ? [] : [{ id: Number(id), added, removed }]));
    if (folded > this.#edit && lookedAt - this.#caughtUpAt > EDIT_RETENTION_MS / 2) this.#forgetAll();
    else for (const { added, removed } of edits) this.#forget([...unpackPrefixes(added), ...unpackPrefixes(removed)]);
    this.#edit = Math.max(folded, this.#edit, ...edits.map(({ id }) => id));
    this.#caughtUpAt = lookedAt;
  }

  #forgetAll(): void {
    this.#buckets.clear();
    this.#reading.clear();
    this.#entries = 0;
  }

  #forget(edited: readonly number[]): void {
    for (const prefix of edited) {
      const name = prefix.toString(16).padStart(8, '0').slice(0, BUCKET_CHARACTERS);
      this.#drop(name);
      this.#reading.delete(name);
    }
  }

  async #fill(onError: (error: unknown) => void): Promise<void> {
    for (let first = 0; first < BUCKETS && this.#entries < MAX_ENTRIES && !this.#stopped.signal.aborted; ) {
      let wait = INTERVAL_MS;
      try {
        first = await this.#fillFrom(first);
      } catch (error) {
        onError(error);
        wait = RETRY_INTERVAL_MS;
      }
      await pause(wait, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => undefined);
    }
  }

  /** @returns the first bucket that was not read */
  async #fillFrom(first: number): Promise<number> {
    const edit = this.#edit;
    const page = await readPage(this.#database, first);
    // What was edited meanwhile may be in it as it was before.
    if (this.#edit !== edit) return first;
    for (let bucket = first; bucket < page.end; bucket += 1) {
      const name = bucketName(bucket);
      if (!this.#buckets.has(name) && !this.#reading.has(name)) this.#keep(name, page.contents.get(name) ?? NO_ENTRIES);
    }
    return page.end;
  }
}

type Edit = {
  readonly folded: number | string;
  readonly id: number | string | null;
  readonly added: Uint8Array;
  readonly removed: Uint8Array;
};
