import { setTimeout as pause } from 'node:timers/promises';
import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { AssetStatus } from '../../../api/asset/asset.ts';
import { type Database, LOCKS, lock, rowsOf } from '../../database/database.ts';
import type { Decider } from '../../database/schema/asset.ts';
import { type ImportChange, listImportChanges, listImports } from '../../database/schema/import.ts';
import { anyDigestOf, assetDigest } from '../listing/entry.ts';
import { liftedUnderOtherName } from '../listing/expression-row.ts';
import { followLists } from '../listing/list-following.ts';
import { assetsOfHighReach, type HighReach } from '../listing/reach.ts';
import { conflictsOf } from './conflict.ts';
import {
  type Conflict,
  type ImportEntry,
  ImportRefused,
  type ImportStore,
  type LeftEntries,
  type LiftResult,
  type WriteResult,
} from './format/entry.ts';
import { type ChunkRecorder, INTERVAL_MS, inChunks, listWriter } from './list-writer.ts';
import { pauseSchedules } from './schedule/store.ts';

/** Memberships of one query. */
const PAGE_SIZE = 5_000;
/** The changes of this many imports of a source are kept, so that they can be undone. */
const MAX_UNDOABLE = 20;

/** The source, origin and format of an import, as its table has them. */
export type ImportName = { readonly source: string; readonly origin: string; readonly format: string };

/** One import in the database, with the changes that undo it. Of two imports of one source the older one is aborted. */
export class StoredImport implements ImportStore {
  readonly #database: Database;
  readonly #name: ImportName;
  readonly #signal: AbortSignal | undefined;
  #id: number | null = null;

  /** @param signal ends it before its next chunk */
  constructor(database: Database, name: ImportName, signal?: AbortSignal) {
    this.#database = database;
    this.#name = name;
    this.#signal = signal;
  }

  /** The number with which it can be undone; null until it writes. */
  get id(): number | null {
    return this.#id;
  }

  async ofHighReach(entries: readonly ImportEntry[]): Promise<Map<ImportEntry, HighReach>> {
    const found = new Map<ImportEntry, HighReach>();
    await inChunks(entries, async (chunk) => {
      const blocked = chunk.filter(({ status }) => status === 'BLOCKED');
      const high = [...(await assetsOfHighReach(this.#database, blocked))];
      if (high.length === 0) return;
      const known = await this.#standingOf(sql`digest = ${anyDigestOf(high.map(([entry]) => entry))}`);
      for (const [entry, reason] of high)
        if (known.get(assetDigest(entry))?.status !== 'BLOCKED') found.set(entry, reason);
    });
    return found;
  }

  async decidedOtherwise(entries: readonly ImportEntry[]): Promise<ImportEntry[]> {
    const found: ImportEntry[] = [];
    await inChunks(entries, async (chunk) => {
      const known = await this.#standingOf(sql`digest = ${anyDigestOf(chunk)}`);
      for (const entry of chunk) {
        const row = known.get(assetDigest(entry));
        if (row && (isOpen(row.decided_by) ? row.others === 'ALLOWED' : row.status !== 'BLOCKED')) found.push(entry);
      }
    });
    return found;
  }

  conflicts(entries: readonly ImportEntry[]): Promise<Conflict[]> {
    return conflictsOf(this.#database, this.#name.source, entries);
  }

  async leftBy(entries: readonly ImportEntry[]): Promise<LeftEntries> {
    const present = new Set<string>();
    await inChunks(entries, async (chunk) => {
      for (const entry of chunk) present.add(assetDigest(entry));
    });
    const assetIds: number[] = [];
    let listed = 0;
    for (let after = 0; ; ) {
      const rows = await rowsOf<{ asset_id: number | string; digest: string }>(
        this.#database,
        sql`select asset_id, encode(digest, 'hex') as digest from list_memberships
          join assets on assets.id = list_memberships.asset_id
          where list_memberships.source = ${this.#name.source} and asset_id > ${after} order by asset_id limit ${PAGE_SIZE}`,
      );
      listed += rows.length;
      for (const { asset_id, digest } of rows) if (!present.has(digest)) assetIds.push(Number(asset_id));
      if (rows.length < PAGE_SIZE) return { assetIds, listed };
      after = Number(rows.at(-1)!.asset_id);
    }
  }

  async preview(entries: readonly ImportEntry[], left: LeftEntries): Promise<WriteResult & LiftResult> {
    let [created, changed, lifted] = [0, 0, 0];
    await inChunks(entries, async (chunk) => {
      const known = await this.#standingOf(sql`digest = ${anyDigestOf(chunk)}`);
      const blocked = chunk.filter(({ status }) => status === 'BLOCKED');
      const twins = await liftedUnderOtherName(this.#database, blocked);
      for (const entry of chunk) {
        const row = known.get(assetDigest(entry));
        if (twins.has(assetDigest(entry))) continue;
        if (!row) created += 1;
        else if (isOpen(row.decided_by) && row.status !== (row.others === 'ALLOWED' ? 'ALLOWED' : entry.status))
          changed += 1;
      }
    });
    await inChunks(left.assetIds, async (chunk) => {
      const rows = await this.#standingOf(sql`id = any(${`{${chunk.join(',')}}`}::bigint[])`);
      for (const { status, decided_by, others } of rows.values())
        if (status === 'BLOCKED' && decided_by === 'LIST' && others !== 'BLOCKED') lifted += 1;
    });
    const unchanged = entries.length - created - changed;
    return { created, changed, unchanged, left: left.assetIds.length, lifted };
  }

  async write(entries: readonly ImportEntry[], onProgress: (stored: number) => void): Promise<WriteResult> {
    await this.#begin();
    const written = await listWriter(this.#database, this.#record)(entries, onProgress);
    const { created, changed } = written;
    await this.#database.update(listImports).set({ created, changed }).where(this.#own());
    return written;
  }

  async lift(left: LeftEntries, onProgress: (done: number) => void): Promise<LiftResult> {
    await this.#begin();
    const { source } = this.#name;
    let lifted = 0;
    await inChunks(left.assetIds, async (chunk, done) => {
      lifted += await this.#database.transaction(async (transaction) => {
        await lock(transaction, LOCKS.listing);
        const rows = await rowsOf<{ asset_id: number | string; status: AssetStatus; reason: string | null }>(
          transaction,
          sql`delete from list_memberships where source = ${source} and asset_id = any(${`{${chunk.join(',')}}`}::bigint[])
            returning asset_id, status, reason`,
        );
        const changes = rows.map(({ asset_id, status, reason }): ImportChange => [Number(asset_id), status, reason]);
        await this.#record(transaction, changes);
        const assetIds = changes.map(([assetId]) => assetId);
        return (await followLists(transaction, assetIds, source, false)).lifted;
      });
      onProgress(done);
    });
    await this.#database.update(listImports).set({ lifted }).where(this.#own());
    return { left: left.assetIds.length, lifted };
  }

  /** Records the outcome, unless it was undone. */
  async end(outcome: 'DONE' | 'REFUSED'): Promise<void> {
    if (this.#id === null) return;
    const isStanding = and(this.#own(), ne(listImports.outcome, 'UNDONE'));
    await this.#database.update(listImports).set({ outcome, endedAt: new Date() }).where(isStanding);
  }

  readonly #record: ChunkRecorder = async (transaction, changes) => {
    this.#signal?.throwIfAborted();
    const { source } = this.#name;
    const [newest] = await transaction
      .select({ id: listImports.id, endedAt: listImports.endedAt })
      .from(listImports)
      .where(eq(listImports.source, source))
      .orderBy(desc(listImports.id))
      .limit(1);
    if (newest?.id !== this.#id)
      throw new ImportRefused(
        `Another import of ${source} began meanwhile, and this one ends: run it again if you need to`,
      );
    if (newest.endedAt !== null) throw new ImportRefused(`Import ${newest.id} was taken back meanwhile, and ends`);
    if (changes.length > 0)
      await transaction.insert(listImportChanges).values({ importId: this.#id!, changes: [...changes] });
  };

  #own() {
    return eq(listImports.id, this.#id!);
  }

  async #begin(): Promise<void> {
    if (this.#id !== null) return;
    await this.#database.transaction(async (transaction) => {
      // Under the lock of the chunks, so that none of an older import is still being written.
      await lock(transaction, LOCKS.listing);
      const [row] = await transaction.insert(listImports).values(this.#name).returning({ id: listImports.id });
      this.#id = row!.id;
    });
    await forgetChanges(this.#database, this.#name.source);
  }

  /** Assets by digest, with the status that other lists give them. */
  async #standingOf(where: ReturnType<typeof sql>): Promise<Map<string, Standing>> {
    const rows = await rowsOf<Standing & { digest: string }>(
      this.#database,
      sql`select encode(digest, 'hex') as digest, status, decided_by, (
          select min(others.status) from list_memberships as others
          where others.asset_id = assets.id and others.source <> ${this.#name.source}) as others
        from assets where ${where}`,
    );
    return new Map(rows.map(({ digest, ...standing }) => [digest, standing]));
  }
}

/** `others` is ALLOWED where one of them allows it; the word comes first in the alphabet. */
type Standing = {
  readonly status: AssetStatus;
  readonly decided_by: Decider;
  readonly others: 'ALLOWED' | 'BLOCKED' | null;
};

const isOpen = (decider: Decider): boolean => decider === 'LIST' || decider === 'NOBODY';

/** Deletes the changes of old imports of a source. */
async function forgetChanges(database: Database, source: string): Promise<void> {
  const [oldest] = await database
    .select({ id: listImports.id })
    .from(listImports)
    .where(eq(listImports.source, source))
    .orderBy(desc(listImports.id))
    .offset(MAX_UNDOABLE - 1)
    .limit(1);
  if (!oldest) return;
  const old = database
    .select({ id: listImports.id })
    .from(listImports)
    .where(and(eq(listImports.source, source), lt(listImports.id, oldest.id)));
  await database.delete(listImportChanges).where(inArray(listImportChanges.importId, old));
}

/**
 * Undoes an import: each asset gets back the status that its source gave it before. Later decisions of a person
 * stay. An import that still runs is aborted. It can be repeated after a crash.
 * @returns how much changed; `paused` are the schedules that would import it again, which wait for a person now
 * @throws ImportRefused when there is no such import, it was taken back already, a later one of its source must go first, or it is
 *   too long ago
 */
export async function undoImport(database: Database, id: number) {
  const { source } = await undoableImport(database, id);
  const paused = await pauseSchedules(database, source);
  await endImport(database, id);
  const parts = await database
    .select({ id: listImportChanges.id })
    .from(listImportChanges)
    .where(eq(listImportChanges.importId, id))
    .orderBy(desc(listImportChanges.id));
  let [lifted, changed] = [0, 0];
  for (const part of parts) {
    const followed = await database.transaction(async (transaction) => {
      await lock(transaction, LOCKS.listing);
      await undoableImport(transaction, id);
      const [row] = await transaction.select().from(listImportChanges).where(eq(listImportChanges.id, part.id));
      const { changes } = row!;
      await restoreMemberships(transaction, source, changes);
      const assetIds = changes.map(([assetId]) => assetId);
      return followLists(transaction, assetIds, source, true);
    });
    lifted += followed.lifted;
    changed += followed.changed;
    await pause(INTERVAL_MS);
  }
  await database.update(listImports).set({ outcome: 'UNDONE', endedAt: new Date() }).where(eq(listImports.id, id));
  return { source, lifted, changed, paused };
}

/** Marks an import as ended. It writes nothing more, because it checks that under the same lock. */
async function endImport(database: Database, id: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.listing);
    await transaction.update(listImports).set({ endedAt: new Date() }).where(eq(listImports.id, id));
  });
}

async function undoableImport(database: Database, id: number): Promise<{ readonly source: string }> {
  const [one] = await database.select().from(listImports).where(eq(listImports.id, id));
  if (!one) throw new ImportRefused(`There is no import ${id}: "imports list" shows them`);
  if (one.outcome === 'UNDONE') throw new ImportRefused(`Import ${id} was taken back already`);
  const hasChanges = sql`exists (select from list_import_changes where list_import_changes.import_id = ${listImports.id})`;
  const later = await database
    .select({ id: listImports.id })
    .from(listImports)
    .where(
      and(eq(listImports.source, one.source), gt(listImports.id, id), ne(listImports.outcome, 'UNDONE'), hasChanges),
    )
    .orderBy(desc(listImports.id));
  if (later.length > 0)
    throw new ImportRefused(
      `Later imports of ${one.source} rest on import ${id}: take back ${later.map((row) => row.id).join(', ')} first`,
    );
  const changed = one.created + one.changed + one.lifted > 0;
  if (changed && (await database.$count(listImportChanges, eq(listImportChanges.importId, id))) === 0)
    throw new ImportRefused(`Import ${id} is too long ago: what it changed is no longer kept`);
  return one;
}

/** A null status: the source did not have it. */
async function restoreMemberships(
  transaction: Database,
  source: string,
  changes: readonly ImportChange[],
): Promise<void> {
  const given = changes.map(([asset_id, status, reason]) => ({ asset_id, status, reason }));
  const recordset = sql`json_to_recordset(${JSON.stringify(given)}::text::json)
    as given (asset_id bigint, status text, reason text)`;
  await transaction.execute(sql`delete from list_memberships using ${recordset}
    where list_memberships.asset_id = given.asset_id and list_memberships.source = ${source} and given.status is null`);
  await transaction.execute(sql`insert into list_memberships (asset_id, source, status, reason)
    select given.asset_id, ${source}, given.status, given.reason from ${recordset} where given.status is not null
    on conflict (asset_id, source) do update set status = excluded.status, reason = excluded.reason`);
}
