import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { blocklistVersion, KEY_DIGEST_LENGTH, organizationLists } from '../../api/blocklist.ts';
import { call, type Endpoint } from '../../api/client.ts';
import { ServiceRefusal } from '../../api/error.ts';
import type { ResponseOf } from '../../api/operation.ts';
import {
  type ArtifactSubject,
  type CommonKind,
  decodeList,
  decodePrefixes,
  digestOf,
  encodePrefixes,
  HASH_BYTES,
  verifyArtifact,
} from '../../blocklist/codec/artifact.ts';
import { decodeHot, hotFileSize } from '../../blocklist/codec/hot-file.ts';
import { BUNDLED_FILES, type BundledFile, type BundledVersion, bundledVersion } from '../../blocklist/store/bundled.ts';
import { downloadArtifact } from '../../blocklist/sync/download.ts';
import type { ListTrust } from '../../blocklist/trust/seal.ts';

const MAX_LIST_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 120_000;
/** An older saved list lacks the latest entries. */
const MAX_SAVED_AGE_MS = 24 * 3_600_000;

/** Checks of the bundled list. A build that fails one would protect less than it says, and needs an option to allow it. */
export const LIST_CHECKS = ['empty-list', 'old-list', 'unsigned-list'] as const;
export type ListCheck = (typeof LIST_CHECKS)[number];

/** The list fails a check that was not allowed to fail. */
export class ListCheckFailed extends Error {
  override readonly name = 'ListCheckFailed';

  constructor(check: ListCheck, reason: string) {
    super(`${reason}. Build with --allow-${check} if you mean it.`);
  }
}

export type BundledTrust = ListTrust & {
  /** The checks that may fail. */
  readonly allowed: ReadonlySet<ListCheck>;
  /** Time of the build, in ms since epoch. */
  readonly now: number;
};

/**
 * The files of a bundled list as WXT's public assets.
 * @param folder a folder with `version.json` and `snapshot.bin`, as `saveList` writes it; undefined bundles none
 * @throws Error when the folder lacks one of them
 */
export function readBundledList(folder: string | undefined): { absoluteSrc: string; relativeDest: string }[] {
  if (!folder) return [];
  const version = readBundledVersion(folder)!;
  const described: Readonly<Record<string, unknown>> = {
    ...version,
    ...version.organization,
    version,
    snapshot: version,
  };
  const files = Object.entries(BUNDLED_FILES).filter(([name]) => described[name]);
  return files.map(([, path]) => {
    const relativeDest = path.slice(1);
    const absoluteSrc = resolve(join(folder, basename(path)));
    if (!existsSync(absoluteSrc))
      throw new Error(`The list to bundle lacks ${absoluteSrc}: save it again with npm run build`);
    return { absoluteSrc, relativeDest };
  });
}

/**
 * What a bundled list says about itself, for the worker's build; null where none is bundled.
 * @param folder as for {@link readBundledList}
 * @throws Error when its `version.json` is not what a build can use
 */
export function readBundledVersion(folder: string | undefined): BundledVersion | null {
  if (!folder) return null;
  const file = resolve(join(folder, basename(BUNDLED_FILES.version)));
  const { data, error } = bundledVersion.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!data) throw new Error(`${file} does not describe a list (${error.message}): save it again with npm run build`);
  return data;
}

/**
 * Checks a saved list against the brand.
 * @param folder as for {@link readBundledList}
 * @throws ListCheckFailed where it is empty, was saved more than a day ago, or is not signed by a key of the brand, unless allowed;
 *   Error where its files are not what `version.json` says
 */
export function checkSavedList(folder: string, { publicKeys, allowed, now }: BundledTrust): void {
  readBundledList(folder);
  const version = readBundledVersion(folder)!;
  const { algoVersion, publishedAt, recent } = version;
  const parts: readonly (readonly [CommonKind, BundledFile, string])[] = [
    ['snapshot', version, BUNDLED_FILES.snapshot],
    ...(recent ? [['recent', recent, BUNDLED_FILES.recent] as const] : []),
  ];
  for (const [kind, { token, count, sha256, seal }, path] of parts) {
    const prefixes = decodePrefixes(readFileSync(join(folder, basename(path))));
    if (prefixes.length !== count || digestOf(prefixes) !== sha256)
      throw new Error(`${join(folder, basename(path))} is not what version.json says: save the list again`);
    const facts = seal && { algoVersion, kind, token, count, sha256, version: seal.version };
    const isSigned = facts && seal.signature !== null && verifyArtifact(publicKeys, seal.signature, facts);
    if (publicKeys.length > 0 && !isSigned && !allowed.has('unsigned-list'))
      throw new ListCheckFailed('unsigned-list', `The list in ${folder} is not signed by a key of the brand`);
  }
  if (version.count + (recent?.count ?? 0) === 0 && !allowed.has('empty-list'))
    throw new ListCheckFailed('empty-list', `The list in ${folder} is empty and would protect nobody`);
  if (now - Date.parse(publishedAt) > MAX_SAVED_AGE_MS && !allowed.has('old-list'))
    throw new ListCheckFailed(
      'old-list',
      `The list in ${folder} was saved on ${publishedAt} and lacks what was listed since`,
    );
}

/**
 * Saves the current list of a service and the files of the build's organization into a folder, checked against count, digest and
 * signature, for a build to bundle: the snapshot, what was listed since, and the hot tier.
 * @param trust the brand's; one of its keys must have signed the list, unless there are none
 * @throws ListCheckFailed where the list is empty, unsigned, or without the latest entries, unless allowed; Error when the service
 *   cannot be reached, refuses, or sends what is not what it announced
 */
export async function saveServiceList(endpoint: Endpoint, folder: string, trust: BundledTrust): Promise<void> {
  const answer = await call(endpoint, blocklistVersion, {}).catch((error: unknown) => {
    throw new Error(
      `The list to bundle could not be fetched from ${endpoint.baseUrl} (${(error as Error).message}): start the service, or build with --list none`,
    );
  });
  if (answer.status !== 200) throw new Error(`${endpoint.baseUrl} announced no list`);
  const { algoVersion, snapshot, recent, hot } = answer.data;
  const service = endpoint.baseUrl;
  const source: Source = { service, algoVersion, folder, trust };
  if (snapshot.count + recent.count === 0 && !trust.allowed.has('empty-list'))
    throw new ListCheckFailed('empty-list', `The list of ${service} is empty and would protect nobody`);
  const saved = await savePrefixes(source, 'snapshot', snapshot, BUNDLED_FILES.snapshot);
  const additions = {
    recent: await unlessOld(trust, 'additions', () => savePrefixes(source, 'recent', recent, BUNDLED_FILES.recent)),
    hot: hot
      ? await unlessOld(trust, 'hot tier', () => saveHashes(source, { kind: 'hot' }, hot, BUNDLED_FILES.hot))
      : undefined,
  };
  const organization = await saveOrganization(endpoint, source);
  const version: BundledVersion = {
    algoVersion,
    ...saved,
    publishedAt: new Date(trust.now).toISOString(),
    service,
    ...(additions.recent ? { recent: additions.recent } : {}),
    ...(additions.hot ? { hot: additions.hot } : {}),
    ...(organization ? { organization } : {}),
  };
  await writeFile(join(folder, 'version.json'), JSON.stringify(version));
}

type Announced = NonNullable<ResponseOf<typeof blocklistVersion>['hot']>;
type Source = {
  readonly service: string;
  readonly algoVersion: string;
  readonly folder: string;
  readonly trust: BundledTrust;
};

/** A build without these parts lacks the latest entries. */
async function unlessOld<T>(trust: BundledTrust, what: string, save: () => Promise<T>): Promise<T | undefined> {
  try {
    return await save();
  } catch (error) {
    if (error instanceof ListCheckFailed) throw error;
    if (trust.allowed.has('old-list')) return undefined;
    throw new ListCheckFailed('old-list', `The ${what} of the list could not be bundled: ${(error as Error).message}`);
  }
}

async function savePrefixes(source: Source, kind: CommonKind, announced: Announced, path: string) {
  const { bytes, contentType } = await download(source, announced, MAX_LIST_BYTES);
  const prefixes = decodeList(bytes, contentType);
  const saved = described(source, { kind }, announced, { count: prefixes.length, sha256: digestOf(prefixes) });
  await writeFile(join(source.folder, basename(path)), encodePrefixes(prefixes));
  return saved;
}

async function saveHashes(
  source: Source,
  subject: ArtifactSubject,
  announced: Announced,
  path: string,
): Promise<BundledFile> {
  const { bytes } = await download(source, announced, hotFileSize(announced.count));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const saved = described(source, subject, announced, { count: decodeHot(bytes).hashes.length / HASH_BYTES, sha256 });
  await writeFile(join(source.folder, basename(path)), bytes);
  return saved;
}

/** Saves the files of the organization whose key this is. @returns undefined where there are none */
async function saveOrganization(
  { apiKey, baseUrl }: Endpoint,
  source: Source,
): Promise<BundledVersion['organization']> {
  const keyDigest = createHash('sha256').update(apiKey).digest('hex').slice(0, KEY_DIGEST_LENGTH);
  const answer = await call({ apiKey, baseUrl }, organizationLists, { params: { keyDigest } }).catch(
    (error: unknown) => {
      if (error instanceof ServiceRefusal && error.status === 404) return null;
      throw error;
    },
  );
  if (answer?.status !== 200) return undefined;
  const { algoVersion, list, official } = answer.data;
  const save = (kind: 'organization' | 'official', announced: Announced | null, path: string) =>
    announced && saveHashes({ ...source, algoVersion }, { kind, keyDigest }, announced, path);
  const saved = {
    own: await save('organization', list, BUNDLED_FILES.own),
    official: await save('official', official, BUNDLED_FILES.official),
  };
  return saved.own || saved.official ? saved : undefined;
}

async function download({ service, trust }: Source, { url }: Announced, maxBytes: number) {
  const limits = { service, listUrl: trust.listUrl, maxBytes, timeoutMs: TIMEOUT_MS };
  return downloadArtifact(url, limits).catch((error: unknown) => {
    throw new Error(`${url} could not be fetched: ${(error as Error).message}`, { cause: error });
  });
}

/**
 * @throws Error where a file is not what was announced, or is the organization's and not signed as the brand wants it; ListCheckFailed where a
 *   file of the common list is not
 */
function described(
  { service, algoVersion, trust }: Source,
  subject: ArtifactSubject,
  announced: Announced,
  actual: { readonly count: number; readonly sha256: string },
): BundledFile {
  const { token, count, sha256, version, signature } = announced;
  if (actual.count !== count || (sha256 !== undefined && sha256 !== actual.sha256))
    throw new Error(`The list of ${service} is not what its version document announces: it was not bundled`);
  const facts = { token, count, sha256: actual.sha256 };
  const unsealed = { ...facts, ...(version === undefined ? {} : { seal: { version, signature: null } }) };
  if (trust.publicKeys.length === 0) return unsealed;
  const isSigned = version !== undefined && signature !== undefined;
  if (isSigned && verifyArtifact(trust.publicKeys, signature, { ...subject, algoVersion, ...facts, version }))
    return { ...facts, seal: { version, signature } };
  if ('keyDigest' in subject)
    throw new Error('A file of the organization is not signed by a key of the brand: compare its listPublicKeys');
  if (trust.allowed.has('unsigned-list')) return unsealed;
  throw new ListCheckFailed(
    'unsigned-list',
    isSigned
      ? `The list of ${service} is not signed by a key of the brand: compare its listPublicKeys with what "npm run service -- list-key" shows there`
      : `${service} does not sign its list: set listPublicKeys of the brand to [], or have it signed`,
  );
}
