import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { AssetStatus } from '../../../api/asset/asset.ts';
import { type Database, LOCKS, lock, manyRowsOf, rowsOf } from '../../database/database.ts';
import type { Decider } from '../../database/schema/asset.ts';
import {
  type ImportChange,
  type ImportReport,
  listImportChanges,
  listImports,
  sources,
} from '../../database/schema/import.ts';
import { anyDigestOf, assetDigest } from '../listing/entry.ts';
import { liftedUnderOtherName } from '../listing/expression-row.ts';
import { followLists } from '../listing/list-following.ts';
import { rankOf, SAYINGS } from '../listing/membership.ts';
import { assetsOfHighReach, type HighReach } from '../listing/reach.ts';
import { conflictsOf } from './conflict.ts';
import {
  type ImportEntry,
  ImportRefused,
  type LeavingEntries,
  type LiftResult,
  type SourcePolicy,
  type WriteResult,
} from './format/entry.ts';
import { type ChunkRecorder, inChunks, listingTransaction, listWriter } from './list-writer.ts';
import { ensureSources, pauseSource } from './source/store.ts';

const PAGE_SIZE = 5_000;
/** The changes of this many imports of a source are kept, so that they can be undone. */
const MAX_UNDOABLE = 20;

export type ImportName = { readonly source: string; readonly origin: string; readonly format: string };

export type ImportStore = Omit<StoredImport, 'id' | 'end'>;

/** One import in the database, with the changes that undo it. Of two imports of one source the older one is aborted. */
export class StoredImport {
  readonly #database: Database;
  readonly #name: ImportName;
  readonly #signal: AbortSignal | undefined;
  readonly #rules: Partial<SourcePolicy>;
  #id: number | null = null;

  /** @param signal ends it before its next chunk @param rules in place of those that the source has */
  constructor(database: Database, name: ImportName, signal?: AbortSignal, rules: Partial<SourcePolicy> = {}) {
    this.#database = database;
    this.#name = name;
    this.#signal = signal;
    this.#rules = rules;
  }

  /** The number with which it can be undone; null until it writes. */
  get id(): number | null {
    return this.#id;
  }

  /** The entries that would newly block a host of high reach, each with the reason. */
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

  /** The entries to block that stay open all the same: by the decision of a person, or of another list that allows them. */
  async decidedOtherwise(entries: readonly ImportEntry[]): Promise<ImportEntry[]> {
    const found: ImportEntry[] = [];
    await inChunks(entries, async (chunk) => {
      const known = await this.#standingOf(sql`digest = ${anyDigestOf(chunk)}`);
      for (const entry of chunk) {
        const row = known.get(assetDigest(entry));
        if (row && (isOpen(row.decided_by) ? row.above === 'ALLOWED' : row.status !== 'BLOCKED')) found.push(entry);
      }
    });
    return found;
  }

  /** The entries that another list or a person decides otherwise. */
  conflicts(entries: readonly ImportEntry[]): Promise<ImportReport['conflicts']> {
    return conflictsOf(this.#database, this.#name.source, entries);
  }

  /** How the source is to be read. */
  async policy(): Promise<SourcePolicy> {
    const [row] = await this.#database.select().from(sources).where(eq(sources.name, this.#name.source));
    return { ...(row ?? { takesAllowed: true, graceDays: 0, expireDays: null, minConfidence: 0 }), ...this.#rules };
  }

  /** The entries whose time has come. @param entries what the list has now; null where it is as before */
  async leaving(entries: readonly ImportEntry[] | null): Promise<LeavingEntries> {
    const present = new Set<string>();
    await inChunks(entries ?? [], async (chunk) => {
      for (const entry of chunk) present.add(assetDigest(entry));
    });
    const { graceDays, expireDays } = await this.policy();
    const found = { dropped: [] as number[], overdue: [] as number[], expired: [] as number[] };
    let listed = 0;
    type Row = { asset_id: number | string; digest: string; has_left: boolean; is_overdue: boolean; is_old: boolean };
    for (let after = 0; ; ) {
      const rows = await manyRowsOf<Row>(
        this.#database,
        sql`select asset_id, encode(digest, 'hex') as digest, left_at is not null as has_left,
            coalesce(left_at <= now() - make_interval(days => ${graceDays}), false) as is_overdue,
            coalesce(list_memberships.created_at <= now() - make_interval(days => ${expireDays}::integer), false) as is_old
          from list_memberships join assets on assets.id = list_memberships.asset_id
          where list_memberships.source = ${this.#name.source} and expired_at is null and asset_id > ${after}
          order by asset_id limit ${PAGE_SIZE}`,
      );
      for (const { asset_id, digest, has_left, is_overdue, is_old } of rows) {
        if (!has_left) listed += 1;
        const isGone = entries === null ? has_left : !present.has(digest);
        if (is_old) found.expired.push(Number(asset_id));
        else if (isGone && is_overdue) found.overdue.push(Number(asset_id));
        else if (isGone && !has_left) found.dropped.push(Number(asset_id));
      }
      if (rows.length < PAGE_SIZE) return { ...found, listed };
      after = Number(rows.at(-1)!.asset_id);
    }
  }

  /** How many of the entries each other source has too. */
  async overlaps(entries: readonly ImportEntry[]): Promise<[string, number][]> {
    const counts = new Map<string, number>();
    await inChunks(entries, async (chunk) => {
      const rows = await rowsOf<{ source: string; count: number }>(
        this.#database,
        sql`select listed.source, count(*)::int as count from assets join ${SAYINGS} as listed on listed.asset_id = assets.id
          where digest = ${anyDigestOf(chunk)} and listed.source <> ${this.#name.source} group by listed.source`,
      );
      for (const { source, count } of rows) counts.set(source, (counts.get(source) ?? 0) + count);
    });
    return [...counts].sort(([, one], [, other]) => other - one);
  }

  /** The result that writing and lifting would have. */
  async preview(entries: readonly ImportEntry[], leaving: LeavingEntries): Promise<WriteResult & LiftResult> {
    let [created, changed, lifted] = [0, 0, 0];
    await inChunks(entries, async (chunk) => {
      const known = await this.#standingOf(sql`digest = ${anyDigestOf(chunk)}`);
      const blocked = chunk.filter(({ status }) => status === 'BLOCKED');
      const twins = await liftedUnderOtherName(this.#database, blocked);
      for (const entry of chunk) {
        const row = known.get(assetDigest(entry));
        if (twins.has(assetDigest(entry))) continue;
        if (!row) created += 1;
        else if (isOpen(row.decided_by) && !row.has_expired && row.status !== (row.above ?? entry.status)) changed += 1;
      }
    });
    const { ending, waiting, ...counts } = await this.#ending(leaving);
    await inChunks(ending, async (chunk) => {
      const rows = await this.#standingOf(sql`id = any(${`{${chunk.join(',')}}`}::bigint[])`);
      for (const { status, decided_by, others } of rows.values())
        if (status === 'BLOCKED' && decided_by === 'LIST' && others !== 'BLOCKED') lifted += 1;
    });
    const unchanged = entries.length - created - changed;
    return { created, changed, unchanged, ...counts, waiting: waiting.length, lifted };
  }

  /** Writes entries as `listWriter` does. */
  async write(entries: readonly ImportEntry[], onProgress: (stored: number) => void): Promise<WriteResult> {
    await this.#begin([...new Set([this.#name.source, ...entries.map(({ source }) => source)])]);
    const written = await listWriter(this.#database, this.#record)(entries, onProgress);
    const { created, changed } = written;
    await this.#database.update(listImports).set({ created, changed }).where(this.#own());
    return written;
  }

  /** Removes the entries whose time has come, and lifts those that nothing else blocks. */
  async lift(leaving: LeavingEntries, onProgress: (done: number) => void): Promise<LiftResult> {
    await this.#begin();
    const { source } = this.#name;
    const { ending, waiting, ...counts } = await this.#ending(leaving);
    const expired = new Set(leaving.expired);
    let lifted = 0;
    const end = async (ids: readonly number[], before: number, endThem: (of: ReturnType<typeof sql>) => typeof of) =>
      inChunks(ids, async (chunk, done) => {
        lifted += await listingTransaction(this.#database, async (transaction) => {
          const of = sql`source = ${source} and asset_id = any(${`{${chunk.join(',')}}`}::bigint[])`;
          const rows = await rowsOf<{ asset_id: number | string; status: AssetStatus; reason: string | null }>(
            transaction,
            sql`${endThem(of)} returning asset_id, status, reason`,
          );
          const changes = rows.map(({ asset_id, status, reason }): ImportChange => [Number(asset_id), status, reason]);
          await this.#record(transaction, changes);
          const assetIds = changes.map(([assetId]) => assetId);
          return (await followLists(transaction, assetIds, source, false)).lifted;
        });
        onProgress(before + done);
      });
    const gone = ending.filter((id) => !expired.has(id));
    await end(waiting, 0, (of) => sql`update list_memberships set left_at = now() where ${of}`);
    await end(gone, 0, (of) => sql`delete from list_memberships where ${of}`);
    await end(leaving.expired, gone.length, (of) => sql`update list_memberships set expired_at = now() where ${of}`);
    await this.#database.update(listImports).set({ lifted }).where(this.#own());
    return { ...counts, waiting: waiting.length, lifted };
  }

  /** The entries that end now, and those whose grace begins. */
  async #ending({ dropped, overdue, expired }: LeavingEntries) {
    const hasGrace = (await this.policy()).graceDays > 0;
    const gone = hasGrace ? overdue : [...dropped, ...overdue];
    const waiting = hasGrace ? dropped : [];
    return { ending: [...gone, ...expired], waiting, left: gone.length, expired: expired.length };
  }

  /** Records the outcome, unless it was undone. */
  async end(outcome: 'DONE' | 'REFUSED', report: ImportReport | null = null): Promise<void> {
    if (this.#id === null) return;
    const isStanding = and(this.#own(), ne(listImports.outcome, 'UNDONE'));
    await this.#database.update(listImports).set({ outcome, report, endedAt: new Date() }).where(isStanding);
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

  async #begin(names = [this.#name.source]): Promise<void> {
    if (this.#id !== null) return;
    await ensureSources(this.#database, names);
    await this.#database.transaction(async (transaction) => {
      // Under the lock of the chunks, so that none of an older import is still being written.
      await lock(transaction, LOCKS.listing);
      const [row] = await transaction.insert(listImports).values(this.#name).returning({ id: listImports.id });
      this.#id = row!.id;
    });
    await forgetChanges(this.#database, this.#name.source);
  }

  /** Assets by digest, with what other lists say. */
  async #standingOf(where: ReturnType<typeof sql>): Promise<Map<string, Standing>> {
    const { source } = this.#name;
    const others = sql`${SAYINGS} as others where others.asset_id = assets.id and others.source <> ${source}`;
    const rows = await rowsOf<Standing & { digest: string }>(
      this.#database,
      sql`select encode(digest, 'hex') as digest, status, decided_by,
          (select others.status from ${others} order by others.rank limit 1) as others,
          (select others.status from ${others} and others.rank < ${rankOf(source)} order by others.rank limit 1) as above,
          exists (select from list_memberships as own
            where own.asset_id = assets.id and own.source = ${source} and own.expired_at is not null) as has_expired
        from assets where ${where}`,
    );
    return new Map(rows.map(({ digest, ...standing }) => [digest, standing]));
  }
}

/** `others`: what the most trusted other list says; `above`: the same of those that are trusted more than the one that is imported. */
type Standing = {
  readonly status: AssetStatus;
  readonly decided_by: Decider;
  readonly others: 'ALLOWED' | 'BLOCKED' | null;
  readonly above: 'ALLOWED' | 'BLOCKED' | null;
  readonly has_expired: boolean;
};

const isOpen = (decider: Decider): boolean => decider === 'LIST' || decider === 'NOBODY';

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
 * Undoes an import, also a running one: each asset gets back the status that its source gave it, unless a person
 * decided since. It can be repeated after a crash. @returns `paused`: its source would import it again, and waits now
 * @throws ImportRefused
 */
export async function undoImport(database: Database, id: number) {
  const { source } = await undoableImport(database, id);
  const paused = await pauseSource(database, source);
  await endImport(database, id);
  const parts = await database
    .select({ id: listImportChanges.id })
    .from(listImportChanges)
    .where(eq(listImportChanges.importId, id))
    .orderBy(desc(listImportChanges.id));
  let [lifted, changed] = [0, 0];
  for (const part of parts) {
    const followed = await listingTransaction(database, async (transaction) => {
      await undoableImport(transaction, id);
      const [row] = await transaction.select().from(listImportChanges).where(eq(listImportChanges.id, part.id));
      const { changes } = row!;
      await restoreMemberships(transaction, source, changes);
      const assetIds = changes.map(([assetId]) => assetId);
      // The list is published once, at the end, instead of every few seconds meanwhile.
      return followLists(transaction, assetIds, source, part === parts.at(-1));
    });
    lifted += followed.lifted;
    changed += followed.changed;
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
  if (!one) throw new ImportRefused(`There is no import ${id}: /desk/sources shows them`);
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
  const added = changes.flatMap(([assetId, status]) => (status === null ? [assetId] : []));
  await transaction.execute(
    sql`delete from list_memberships where source = ${source} and asset_id = any(${`{${added.join()}}`}::bigint[])`,
  );
  const given = changes.flatMap(([asset_id, status, reason]) => (status === null ? [] : { asset_id, status, reason }));
  if (given.length === 0) return;
  await transaction.execute(sql`insert into list_memberships (asset_id, source, status, reason)
    select given.asset_id, ${source}, given.status, given.reason
    from json_to_recordset(${JSON.stringify(given)}::text::json) as given (asset_id bigint, status text, reason text)
    on conflict (asset_id, source) do update
      set status = excluded.status, reason = excluded.reason, left_at = null, expired_at = null`);
}
