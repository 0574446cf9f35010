import { createHash, randomBytes } from 'node:crypto';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { NextKey } from '../../api/blocklist.ts';
import { ALGO_VERSION, type Asset } from '../../asset/index.ts';
import { type ArtifactSubject, type CommonKind, MAX_HOT, signNextKey } from '../../blocklist/codec/artifact.ts';
import { AwayCache } from '../database/away.ts';
import { type Database, LOCKS, lock } from '../database/database.ts';
import { assets } from '../database/schema/asset.ts';
import { listFiles, organizationBlocks } from '../database/schema/list.ts';
import { organizationAssets } from '../database/schema/organization.ts';
import { listedHash } from '../feature/listing/entry.ts';
import { encodeEntries, entryWords, type HashedEntries } from './list/hot-tier.ts';
import { insertFile, type ListFile, newestFile, pruneEntries } from './list/list-file.ts';
import { readSigner, type SignedFile, type Signer, signedFile } from './signing.ts';

type SignedOrganizationFiles = {
  readonly list: SignedFile | null;
  readonly official: SignedFile | null;
};

type PublishedOrganization = {
  readonly list: ListFile | null;
  readonly official: ListFile | null;
  readonly signer: Signer;
  /** By key digest. */
  readonly signed: Map<string, SignedOrganizationFiles>;
};

type Named = { readonly id: number; readonly name: string };

const CACHE = { freshMs: 2_000, staleMs: 5_000, most: 1_000, nameOf: ({ id }: Named) => id } as const;

/** The files of organizations, published when one of their builds asks, so that unused ones cost nothing. */
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
   * The files, at most five seconds old, signed for a key. @param keyDigest the first 32 hex characters of its SHA-256
   */
  async signedFor(organization: Named, keyDigest: string): Promise<SignedOrganizationFiles> {
    const { list, official, signer, signed } = await this.#files.of(organization);
    const known = signed.get(keyDigest);
    if (known) return known;
    const files = {
      list: list && signedFile({ kind: 'organization', keyDigest }, list, signer),
      official: official && signedFile({ kind: 'official', keyDigest }, official, signer),
    };
    signed.set(keyDigest, files);
    return files;
  }

  /**
   * The successor of a build's key, signed for that key. @param keyDigest the first 32 hex characters of its SHA-256
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
    const signer = await readSigner(database, this.#fileKey);
    return {
      list: await publishedFile(database, organization, 'organization', blockedEntries),
      official: await publishedFile(database, organization, 'official', officialEntries),
      signer,
      signed: new Map(),
    };
  }
}

type OrganizationFileKind = Exclude<ArtifactSubject['kind'], CommonKind>;
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

/** With which the tokens of these files begin. */
const LETTERS: Readonly<Record<OrganizationFileKind, string>> = { organization: 'o', official: 'f' };

/** Whether a token is that of an organization's file. */
export const isOfOrganization = (token: string): boolean => Object.values(LETTERS).includes(token.charAt(0));

/** The file of what `read` gives, published again if that changed, with an unguessable token; null before the first. */
async function publishedFile(
  database: Database,
  organization: Named,
  kind: OrganizationFileKind,
  read: (database: Database, organization: Named) => Promise<OrganizationEntries>,
): Promise<ListFile | null> {
  const { id: organizationId } = organization;
  const all = and(eq(listFiles.organizationId, organizationId), eq(listFiles.kind, kind));
  const compared = async (from: Database) => {
    const [entries, last] = [await read(from, organization), await newestFile(from, all)];
    const body = encodeEntries(entries);
    const sha256 = createHash('sha256').update(body).digest('hex');
    const isCurrent = last ? last.sha256 === sha256 && last.algoVersion === ALGO_VERSION : entries.size === 0;
    return { body, sha256, count: entries.size, last, isCurrent };
  };
  const { last, isCurrent } = await compared(database);
  if (isCurrent) return last;
  return database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.publishing);
    // Read again: another process may have published newer entries since, which must not be followed by older ones.
    const { body, sha256, count, ...now } = await compared(transaction);
    if (now.isCurrent) return now.last;
    const version = Math.max(Date.now(), (now.last?.version ?? 0) + 1);
    const token = `${LETTERS[kind]}${ALGO_VERSION}.${version}-${randomBytes(16).toString('hex')}`;
    await insertFile(transaction, {
      organizationId,
      token,
      kind,
      algoVersion: ALGO_VERSION,
      version,
      count,
      sha256,
      body,
    });
    await pruneEntries(transaction, all);
    return newestFile(transaction, all);
  });
}
