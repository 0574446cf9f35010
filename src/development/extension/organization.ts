import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { KEY_DIGEST_LENGTH, organizationLists } from '../../api/blocklist.ts';
import { call, type Endpoint } from '../../api/client.ts';
import { ServiceRefusal } from '../../api/error.ts';
import type { ResponseOf } from '../../api/operation.ts';
import { type ArtifactSubject, HASH_BYTES, verifyArtifact } from '../../blocklist/codec/artifact.ts';
import { decodeHot, hotFileSize } from '../../blocklist/codec/hot-file.ts';
import { BUNDLED_ORGANIZATION_FILES } from '../../blocklist/store/bundled.ts';
import type { BundledFile, BundledVersion } from '../../blocklist/store/bundled-version.ts';
import { downloadArtifact } from '../../blocklist/sync/download.ts';
import type { ListTrust } from '../../blocklist/trust/list-trust.ts';

const TIMEOUT_MS = 120_000;

type Announced = NonNullable<ResponseOf<typeof organizationLists>['list']>;

/**
 * Saves the files of the organization whose key this is into a folder, checked as the list is, for a build to bundle.
 * @returns what the package says about them; undefined where there are none
 * @throws Error when the service refuses, or a file is not signed or not what was announced
 */
export async function saveOrganizationFiles(
  endpoint: Endpoint,
  folder: string,
  trust: ListTrust,
): Promise<BundledVersion['organization']> {
  const keyDigest = createHash('sha256').update(endpoint.apiKey).digest('hex').slice(0, KEY_DIGEST_LENGTH);
  const answer = await call(endpoint, organizationLists, { params: { keyDigest } }).catch((error: unknown) => {
    if (error instanceof ServiceRefusal && error.status === 404) return null;
    throw error;
  });
  if (answer?.status !== 200) return undefined;
  const { algoVersion, list, official } = answer.data;
  const save = async (kind: 'organization' | 'official', announced: Announced | null, path: string) => {
    if (!announced) return null;
    const file = await download(endpoint.baseUrl, announced, trust);
    const seal = sealOf(announced, file.sha256, { kind, keyDigest, algoVersion }, trust.publicKeys);
    await writeFile(join(folder, basename(path)), file.bytes);
    const { token, count } = announced;
    return { token, count, sha256: file.sha256, ...(seal ? { seal } : {}) };
  };
  const saved = {
    own: await save('organization', list, BUNDLED_ORGANIZATION_FILES.own),
    official: await save('official', official, BUNDLED_ORGANIZATION_FILES.official),
  };
  return saved.own || saved.official ? saved : undefined;
}

async function download(service: string, { url, count, sha256: announced }: Announced, { listUrl }: ListTrust) {
  const { bytes } = await downloadArtifact(url, {
    service,
    listUrl,
    maxBytes: hotFileSize(count),
    timeoutMs: TIMEOUT_MS,
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const held = decodeHot(bytes).hashes.length / HASH_BYTES;
  if (held !== count || (announced !== undefined && announced !== sha256))
    throw new Error(`A file of the organization at ${service} is not what is announced: it was not bundled`);
  return { bytes, sha256 };
}

function sealOf(
  { token, count, version, signature }: Announced,
  sha256: string,
  facts: ArtifactSubject & { readonly algoVersion: string },
  publicKeys: readonly string[],
): BundledFile['seal'] {
  if (publicKeys.length === 0) return version === undefined ? undefined : { version, signature: null };
  if (version !== undefined && signature !== undefined)
    if (verifyArtifact(publicKeys, signature, { ...facts, token, count, sha256, version }))
      return { version, signature };
  throw new Error('A file of the organization is not signed by a key of the brand: compare its listPublicKeys');
}
