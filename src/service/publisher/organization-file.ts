import { createHash, randomBytes } from 'node:crypto';
import { and, asc, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { ALGO_VERSION, type Asset } from '../../asset/index.ts';
import { encodeHot, type HotEntry, MAX_HOT } from '../../blocklist/codec/artifact.ts';
import type { Database } from '../database/database.ts';
import { LOCKS, lock } from '../database/lock.ts';
import { assets } from '../database/schema/asset.ts';
import {
  type ORGANIZATION_FILE_KINDS,
  organizationBlocks,
  organizationFiles,
} from '../database/schema/list/organization-list.ts';
import { organizationAssets } from '../database/schema/organization/organization-asset.ts';
import { listedHash } from '../listing/entry.ts';

export type OrganizationFileKind = (typeof ORGANIZATION_FILE_KINDS)[number];
/** A published file without its bytes. */
export type OrganizationFile = Omit<typeof organizationFiles.$inferSelect, 'body' | 'createdAt' | 'organizationId'>;
/** Entries by full hash, hexadecimal. */
export type OrganizationEntries = ReadonlyMap<string, NonNullable<HotEntry['words']>>;

type Named = { readonly id: number; readonly name: string };

/** Characters of a word: those of many entries share one file. */
const MAX_WORD_LENGTH = 200;

/** What an organization blocks for its own people, with its name as the source. */
export async function blockedEntries(database: Database, { id, name }: Named): Promise<OrganizationEntries> {
  const rows = await database
    .select({ type: assets.type, content: assets.content, reason: organizationBlocks.reason })
    .from(organizationBlocks)
    .innerJoin(assets, eq(assets.id, organizationBlocks.assetId))
    .where(eq(organizationBlocks.organizationId, id))
    .orderBy(asc(organizationBlocks.assetId))
    .limit(MAX_HOT);
  return entriesOf(rows.map(({ reason, ...asset }) => ({ asset, reason, source: name })));
}

/** What an organization has proven to be its own, with its name as the source. */
export async function officialEntries(database: Database, { id, name }: Named): Promise<OrganizationEntries> {
  const rows = await database
    .select({ type: assets.type, content: assets.content })
    .from(organizationAssets)
    .innerJoin(assets, eq(assets.id, organizationAssets.assetId))
    .where(and(eq(organizationAssets.organizationId, id), isNotNull(organizationAssets.provenAt)))
    .orderBy(asc(organizationAssets.assetId))
    .limit(MAX_HOT);
  return entriesOf(rows.map((asset) => ({ asset, reason: null, source: name })));
}

function entriesOf(
  rows: readonly { readonly asset: Asset; readonly reason: string | null; readonly source: string }[],
): OrganizationEntries {
  const entries = rows.map(({ asset, reason, source }) => {
    const words = {
      type: asset.type,
      ...(reason ? { reason: reason.slice(0, MAX_WORD_LENGTH) } : {}),
      source: source.slice(0, MAX_WORD_LENGTH),
    };
    return [listedHash(asset), words] as const;
  });
  return new Map(entries.slice(0, MAX_HOT));
}

const columns = {
  id: organizationFiles.id,
  token: organizationFiles.token,
  kind: organizationFiles.kind,
  algoVersion: organizationFiles.algoVersion,
  version: organizationFiles.version,
  count: organizationFiles.count,
  sha256: organizationFiles.sha256,
};

/**
 * The file of an organization that holds these entries, published again if the last one holds others. Its token cannot be guessed: who is not
 * told of a file does not find it.
 * @returns null while there was never an entry; a list that became empty is an empty file, signed like any other
 */
export async function publishedFile(
  database: Database,
  organizationId: number,
  kind: OrganizationFileKind,
  entries: OrganizationEntries,
): Promise<OrganizationFile | null> {
  const body = encodeHot(
    [...entries]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([hash, words]) => ({ hash: Buffer.from(hash, 'hex'), words })),
  );
  const sha256 = createHash('sha256').update(body).digest('hex');
  const isCurrent = (file: OrganizationFile | null) =>
    file === null ? entries.size === 0 : file.sha256 === sha256 && file.algoVersion === ALGO_VERSION;
  const last = await newestFile(database, organizationId, kind);
  if (isCurrent(last)) return last;
  return database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.publishing);
    const now = await newestFile(transaction, organizationId, kind);
    if (isCurrent(now)) return now;
    const version = Math.max(Date.now(), (now?.version ?? 0) + 1);
    const token = `${kind === 'official' ? 'f' : 'o'}${ALGO_VERSION}.${version}-${randomBytes(16).toString('hex')}`;
    const facts = { organizationId, token, kind, algoVersion: ALGO_VERSION, version, count: entries.size, sha256 };
    const [file] = await transaction
      .insert(organizationFiles)
      .values({ ...facts, body })
      .returning(columns);
    if (now) await forgetBefore(transaction, organizationId, now);
    return file!;
  });
}

async function newestFile(
  database: Database,
  organizationId: number,
  kind: OrganizationFileKind,
): Promise<OrganizationFile | null> {
  const [file] = await database
    .select(columns)
    .from(organizationFiles)
    .where(and(eq(organizationFiles.organizationId, organizationId), eq(organizationFiles.kind, kind)))
    .orderBy(desc(organizationFiles.id))
    .limit(1);
  return file ?? null;
}

/** Files of which nobody was told for an hour go. */
async function forgetBefore(transaction: Database, organizationId: number, { id, kind }: OrganizationFile) {
  await transaction
    .delete(organizationFiles)
    .where(
      and(
        eq(organizationFiles.organizationId, organizationId),
        eq(organizationFiles.kind, kind),
        lt(organizationFiles.id, id),
        lt(organizationFiles.createdAt, sql`now() - interval '1 hour'`),
      ),
    );
}

/** The bytes of a published file; null when there is none of this token. */
export async function readOrganizationFile(database: Database, token: string): Promise<Uint8Array | null> {
  const [file] = await database
    .select({ body: organizationFiles.body })
    .from(organizationFiles)
    .where(eq(organizationFiles.token, token));
  return file?.body ?? null;
}
