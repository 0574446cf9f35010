import { ALGO_VERSION } from '../../asset/index.ts';
import { signArtifact } from '../../blocklist/codec/artifact.ts';
import type { Database } from '../database/connection.ts';
import {
  blockedEntries,
  type OrganizationEntries,
  type OrganizationFile,
  officialEntries,
  publishedFile,
} from './organization-file.ts';
import { readSigner, type Signer } from './signing/key.ts';

export type SignedOrganizationFile = OrganizationFile & { readonly signature: string };

/** What the key of an organization is told. */
export type PublishedOrganization = {
  readonly list: SignedOrganizationFile | null;
  readonly official: SignedOrganizationFile | null;
  /** What `list` holds. */
  readonly blocked: OrganizationEntries;
};

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

  /** The files as they were at most five seconds ago. @throws whatever the database throws */
  of(organization: { readonly id: number; readonly name: string }): Promise<PublishedOrganization> {
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

  async #publish(organization: { readonly id: number; readonly name: string }): Promise<PublishedOrganization> {
    const database = this.#database;
    const blocked = await blockedEntries(database, organization);
    const official = await officialEntries(database, organization);
    const signer = await readSigner(database, this.#fileKey);
    const [listFile, officialFile] = [
      await publishedFile(database, organization.id, 'organization', blocked),
      await publishedFile(database, organization.id, 'official', official),
    ];
    return { list: signed(listFile, signer), official: signed(officialFile, signer), blocked };
  }
}

function signed(file: OrganizationFile | null, { secretKey }: Signer): SignedOrganizationFile | null {
  if (file === null) return null;
  const { kind, token, count, sha256, version } = file;
  return {
    ...file,
    signature: signArtifact(secretKey, { algoVersion: ALGO_VERSION, kind, token, count, sha256, version }),
  };
}
