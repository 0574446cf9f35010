import { createHash, randomBytes } from 'node:crypto';
import { and, asc, desc, eq, getTableColumns, isNotNull, lt, sql } from 'drizzle-orm';
import type { NextKey } from '../../api/blocklist.ts';
import { ALGO_VERSION, type Asset } from '../../asset/index.ts';
import { MAX_HOT, signArtifact, signNextKey } from '../../blocklist/codec/artifact.ts';
import { AwayCache } from '../database/away.ts';
import { type Database, LOCKS, lock } from '../database/database.ts';
import { assets } from '../database/schema/asset.ts';
import { type ORGANIZATION_FILE_KINDS, organizationBlocks, organizationFiles } from '../database/schema/list.ts';
import { organizationAssets } from '../database/schema/organization.ts';
import { listedHash } from '../feature/listing/entry.ts';
import { encodeEntries, entryWords, type HashedEntries } from './list/hot-tier.ts';
import { readSigner, type Signer } from './signing.ts';

type SignedOrganizationFile = OrganizationFile & { readonly signature: string };

/** The files of an organization, signed for one of its keys. */
type SignedOrganizationFiles = {
  readonly list: SignedOrganizationFile | null;
  readonly official: SignedOrganizationFile | null;
};

type PublishedOrganization = {
  readonly list: OrganizationFile | null;
  readonly official: OrganizationFile | null;
  readonly signer: Signer;
  /** By key digest. */
  readonly signed: Map<string, SignedOrganizationFiles>;
};

type Named = { readonly id: number; readonly name: string };

const CACHE = { freshMs: 2_000, staleMs: 5_000, most: 1_000, nameOf: ({ id }: Named) => id } as const;

/**
 * The files of organizations, published when one of their builds asks, so that unused organizations cost nothing.
 * Several processes publish the same file for the same entries.
 */
export class OrganizationFiles {
  readonly #database: Database;
  readonly #fileKey: string | null;
  readonly #files = new AwayCache((organization: Named) => this.#publish(organization), CACHE);
  readonly #blocked = new AwayCache((organization: Named) => blockedEntries(this.#database, organization), CACHE);

  /** @param fileKey the secret key of `--signing-key-file`, if it is not in the database */
  constructor(database: Database, fileKey: string | null) {
    this.#database = database;
    this.#fileKey = fileKey;
  }

  /** What an organization blocks for its own members, at most five seconds old. @throws whatever the database throws */
  blocked(organization: Named): Promise<OrganizationEntries> {
    return this.#blocked.of(organization);
  }

  /**
   * The files, at most five seconds old, signed for one key of the organization.
   * @param keyDigest the first 32 hex characters of the key's SHA-256
   * @throws whatever the database throws
   */
  async signedFor(organization: Named, keyDigest: string): Promise<SignedOrganizationFiles> {
    const { list, official, signer, signed } = await this.#files.of(organization);
    const known = signed.get(keyDigest);
    if (known) return known;
    const files = { list: signedFile(list, keyDigest, signer), official: signedFile(official, keyDigest, signer) };
    signed.set(keyDigest, files);
    return files;
  }

  /**
   * The successor of a build's key, signed for that key.
   * @param keyDigest the first 32 hex characters of the SHA-256 of the replaced key
   * @throws whatever the database throws
   */
  async signedKey(
    organization: Named,
    keyDigest: string,
    { key: apiKey, version }: { readonly key: string; readonly version: number },
  ): Promise<NextKey> {
    const { signer } = await this.#files.of(organization);
    return { apiKey, version, signature: signNextKey(signer.secretKey, { keyDigest, apiKey, version }) };
  }

  async #publish(organization: Named): Promise<PublishedOrganization> {
    const database = this.#database;
    const blocked = await blockedEntries(database, organization);
    const official = await officialEntries(database, organization);
    const signer = await readSigner(database, this.#fileKey);
    return {
      list: await publishedFile(database, organization.id, 'organization', blocked),
      official: await publishedFile(database, organization.id, 'official', official),
      signer,
      signed: new Map(),
    };
  }
}

function signedFile(
  file: OrganizationFile | null,
  keyDigest: string,
  { secretKey }: Signer,
): SignedOrganizationFile | null {
  if (file === null) return null;
  const { kind, token, count, sha256, version } = file;
  const facts = { kind, keyDigest, algoVersion: ALGO_VERSION, token, count, sha256, version };
  return { ...file, signature: signArtifact(secretKey, facts) };
}

type OrganizationFileKind = (typeof ORGANIZATION_FILE_KINDS)[number];
/** A published file without its bytes. */
type OrganizationFile = Omit<typeof organizationFiles.$inferSelect, 'body' | 'createdAt' | 'organizationId'>;
export type OrganizationEntries = HashedEntries;

/** What an organization blocks for its own members, with its name as the source. */
async function blockedEntries(database: Database, { id, name }: Named): Promise<OrganizationEntries> {
  const rows = await database
    .select({ type: assets.type, content: assets.content, reason: organizationBlocks.reason })
    .from(organizationBlocks)
    .innerJoin(assets, eq(assets.id, organizationBlocks.assetId))
    .where(eq(organizationBlocks.organizationId, id))
    .orderBy(asc(organizationBlocks.assetId))
    .limit(MAX_HOT);
  return entriesOf(rows, name);
}

/** What an organization has proven to own, with its name as the source. */
async function officialEntries(database: Database, { id, name }: Named): Promise<OrganizationEntries> {
  const rows = await database
    .select({ type: assets.type, content: assets.content })
    .from(organizationAssets)
    .innerJoin(assets, eq(assets.id, organizationAssets.assetId))
    .where(and(eq(organizationAssets.organizationId, id), isNotNull(organizationAssets.provenAt)))
    .orderBy(asc(organizationAssets.assetId))
    .limit(MAX_HOT);
  return entriesOf(rows, name);
}

const entriesOf = (rows: readonly (Asset & { readonly reason?: string | null })[], source: string): HashedEntries =>
  new Map(
    rows.map(({ reason = null, ...asset }) => [listedHash(asset), entryWords({ type: asset.type, reason, source })]),
  );

const { body: _, createdAt: __, organizationId: ___, ...columns } = getTableColumns(organizationFiles);

/**
 * The file of an organization with these entries, published again if they have changed. Its token cannot be guessed.
 * @returns null before the first entry; a list that became empty is an empty file, signed like any other
 */
async function publishedFile(
  database: Database,
  organizationId: number,
  kind: OrganizationFileKind,
  entries: OrganizationEntries,
): Promise<OrganizationFile | null> {
  const body = encodeEntries(entries);
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

/** Deletes files that have not been announced for an hour. */
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

/** The bytes of a published file; null for an unknown token. */
export async function readOrganizationFile(database: Database, token: string): Promise<Uint8Array | null> {
  const [file] = await database
    .select({ body: organizationFiles.body })
    .from(organizationFiles)
    .where(eq(organizationFiles.token, token));
  return file?.body ?? null;
}
