import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Asset } from '../../../../asset/type.ts';
import { type Database, LOCKS, lock } from '../../../database/database.ts';
import { assets, listMemberships } from '../../../database/schema/asset.ts';
import { listImportChanges, listImports, sources } from '../../../database/schema/import.ts';
import { assetDigest } from '../../listing/entry.ts';
import { followLists } from '../../listing/list-following.ts';
import { ImportRefused } from '../format/entry.ts';

/** An asset, who decided about it, and the life of each of its entries, those of the most trusted source first. */
export type EntryLife = Pick<
  typeof assets.$inferSelect,
  'id' | 'type' | 'content' | 'status' | 'decidedBy' | 'reason'
> & {
  readonly entries: readonly EntryOfSource[];
};

type EntryOfSource = Pick<
  typeof listMemberships.$inferSelect,
  'source' | 'status' | 'reason' | 'leftAt' | 'expiredAt'
> & {
  readonly firstSeen: Date;
  /** The last import in which its source had it; null where none is on record. */
  readonly lastSeen: Date | null;
  /** When it ends, if its source does not bring it back: its grace is over, or it is too old; null: not by itself. */
  readonly endsAt: Date | null;
};

const DAY_MS = 86_400_000;
const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY_MS);

/** What is known of an asset; null where nothing is. */
export async function entryLife(database: Database, asset: Asset): Promise<EntryLife | null> {
  const [row] = await database
    .select()
    .from(assets)
    .where(eq(assets.digest, Buffer.from(assetDigest(asset), 'hex')));
  if (!row) return null;
  const { id, type, status, decidedBy, reason } = row;
  const lastImport = sql<Date | null>`(select max(started_at) from ${listImports}
    where ${listImports.source} = ${listMemberships.source} and outcome = 'DONE')`.mapWith(listImports.startedAt);
  const found = await database
    .select({ entry: listMemberships, source: sources, lastImport })
    .from(listMemberships)
    .leftJoin(sources, eq(sources.name, listMemberships.source))
    .where(eq(listMemberships.assetId, id))
    .orderBy(asc(sources.rank), asc(listMemberships.source));
  const entries = found.map(({ entry, source, lastImport: imported }): EntryOfSource => {
    const { createdAt, leftAt, expiredAt } = entry;
    const seen = [source?.lastSuccessAt, imported].filter((moment) => moment instanceof Date);
    const ends = [
      ...(leftAt === null ? [] : [daysAfter(leftAt, source?.graceDays ?? 0)]),
      ...(source?.expireDays == null ? [] : [daysAfter(createdAt, source.expireDays)]),
    ];
    return {
      ...entry,
      firstSeen: createdAt,
      lastSeen: leftAt ?? seen.sort((one, other) => other.getTime() - one.getTime())[0] ?? null,
      endsAt: expiredAt ?? ends.sort((one, other) => one.getTime() - other.getTime())[0] ?? null,
    };
  });
  return { id, type, content: row.content, status, decidedBy, reason, entries };
}

/** Ends the decision of an operator, so that the lists decide. @throws ImportRefused where no operator decided */
export async function releaseEntry(database: Database, { id, content }: EntryLife): Promise<void> {
  await database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.listing);
    const [row] = await transaction
      .update(assets)
      .set({ decidedBy: 'LIST' })
      .where(sql`${assets.id} = ${id} and ${assets.decidedBy} = 'OPERATOR'`)
      .returning({ id: assets.id });
    if (!row) throw new ImportRefused(`No operator decided about ${content}`);
    await followLists(transaction, [id], 'operator', true);
  });
}

const MAX_SHOWN = 200;

/** An import, and the first assets that it changed: what its source had of each before, and how each is now. */
export async function importChanges(database: Database, importId: number) {
  const [row] = await database.select().from(listImports).where(eq(listImports.id, importId));
  if (!row) return null;
  const parts = await database
    .select()
    .from(listImportChanges)
    .where(eq(listImportChanges.importId, importId))
    .orderBy(desc(listImportChanges.id))
    .limit(2);
  const shown = parts.flatMap(({ changes }) => changes).slice(0, MAX_SHOWN);
  const now = await database
    .select({ id: assets.id, type: assets.type, content: assets.content, status: assets.status })
    .from(assets)
    .where(
      inArray(
        assets.id,
        shown.map(([assetId]) => assetId),
      ),
    );
  const byId = new Map(now.map((asset) => [asset.id, asset]));
  return { ...row, assets: shown.map(([assetId, before]) => ({ ...byId.get(assetId)!, before })) };
}
