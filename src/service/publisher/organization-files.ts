import type { NextKey } from '../../api/list/organization-list.ts';
import { ALGO_VERSION } from '../../asset/index.ts';
import { signArtifact, signNextKey } from '../../blocklist/codec/artifact.ts';
import type { Database } from '../database/database.ts';
import {
  blockedEntries,
  type OrganizationEntries,
  type OrganizationFile,
  officialEntries,
  publishedFile,
} from './organization-file.ts';
import { readSigner, type Signer } from './signing/key.ts';

export type SignedOrganizationFile = OrganizationFile & { readonly signature: string };

/** What a key of the organization is told, signed for that key. */
export type SignedOrganizationFiles = {
  readonly list: SignedOrganizationFile | null;
  readonly official: SignedOrganizationFile | null;
};

type PublishedOrganization = {
  readonly list: OrganizationFile | null;
  readonly official: OrganizationFile | null;
  /** What `list` holds. */
  readonly blocked: OrganizationEntries;
  readonly signer: Signer;
  /** What was signed already, by digest of the key. */
  readonly signed: Map<string, SignedOrganizationFiles>;
};

type Named = { readonly id: number; readonly name: string };

/** A change is published this long after the last look, once somebody asks. */
const HOLD_MS = 2_000;
/** Who asks while that is done has what was published until then, but nothing older than this. */
const OLDEST_MS = 5_000;
/** Organizations that are remembered. */
const MAX_HELD = 1_000;

/**
 * The files of organizations, published when their builds ask: many organizations ask for nothing, and none has to wait for
 * another. Several processes publish one file for one state.
 */
export class OrganizationFiles {
  readonly #database: Database;
  readonly #fileKey: string | null;
  readonly #held = new Map<number, { readonly at: number; readonly files: Promise<PublishedOrganization> }>();

  /** @param fileKey the secret key of `--signing-key-file`, where it does not lie in the database */
  constructor(database: Database, fileKey: string | null) {
    this.#database = database;
    this.#fileKey = fileKey;
  }

  /** What an organization blocks for its own people, as it was at most five seconds ago. @throws whatever the database throws */
  async blocked(organization: Named): Promise<OrganizationEntries> {
    return (await this.#of(organization)).blocked;
  }

  /**
   * The files as they were at most five seconds ago, signed for one key of the organization.
   * @param keyDigest the first 32 hex characters of the key's SHA-256
   * @throws whatever the database throws
   */
  async signedFor(organization: Named, keyDigest: string): Promise<SignedOrganizationFiles> {
    const { list, official, signer, signed } = await this.#of(organization);
    const known = signed.get(keyDigest);
    if (known) return known;
    const files = { list: signedFile(list, keyDigest, signer), official: signedFile(official, keyDigest, signer) };
    signed.set(keyDigest, files);
    return files;
  }

  /**
   * Which key follows the one of a build, signed for that one.
   * @param keyDigest the first 32 hex characters of the SHA-256 of the key that is followed
   * @throws whatever the database throws
   */
  async signedKey(
    organization: Named,
    keyDigest: string,
    { key: apiKey, version }: { readonly key: string; readonly version: number },
  ): Promise<NextKey> {
    const { signer } = await this.#of(organization);
    return { apiKey, version, signature: signNextKey(signer.secretKey, { keyDigest, apiKey, version }) };
  }

  #of(organization: Named): Promise<PublishedOrganization> {
    const held = this.#held.get(organization.id);
    const age = held ? performance.now() - held.at : Number.POSITIVE_INFINITY;
    if (held && age < HOLD_MS) return held.files;
    const files = this.#publish(organization);
    this.#held.delete(organization.id);
    this.#held.set(organization.id, { at: performance.now(), files });
    files.catch(() => this.#held.delete(organization.id));
    const oldest = this.#held.size > MAX_HELD ? this.#held.keys().next().value : undefined;
    if (oldest !== undefined) this.#held.delete(oldest);
    return held && age < OLDEST_MS ? held.files : files;
  }

  async #publish(organization: Named): Promise<PublishedOrganization> {
    const database = this.#database;
    const blocked = await blockedEntries(database, organization);
    const official = await officialEntries(database, organization);
    const signer = await readSigner(database, this.#fileKey);
    return {
      list: await publishedFile(database, organization.id, 'organization', blocked),
      official: await publishedFile(database, organization.id, 'official', official),
      blocked,
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
