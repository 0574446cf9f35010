import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { call, type Endpoint } from '../api/client.ts';
import { blocklistVersion } from '../api/list/blocklist.ts';
import type { ResponseOf } from '../api/operation.ts';
import { decodeList, digestOf, encodePrefixes, verifyArtifact } from '../blocklist/codec/artifact.ts';
import { BUNDLED_FILES, BUNDLED_ORGANIZATION_FILES } from '../blocklist/store/bundled.ts';
import { type BundledVersion, bundledVersion } from '../blocklist/store/bundled-version.ts';
import { downloadArtifact } from '../blocklist/sync/download.ts';
import type { ListTrust } from '../blocklist/trust/list-trust.ts';
import { saveOrganizationFiles } from './bundled-organization.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 120_000;

/**
 * The files of a bundled list as WXT's public assets.
 * @param folder a folder with `version.json` and `snapshot.bin`, as `saveList` writes it; undefined bundles none
 * @throws Error when the folder lacks one of them
 */
export function readBundledList(folder: string | undefined): { absoluteSrc: string; relativeDest: string }[] {
  if (!folder) return [];
  const { organization } = readBundledVersion(folder)!;
  const own = Object.entries(BUNDLED_ORGANIZATION_FILES).flatMap(([name, path]) =>
    organization?.[name as keyof typeof BUNDLED_ORGANIZATION_FILES] ? [path] : [],
  );
  return [...Object.values(BUNDLED_FILES), ...own].map((path) => {
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
 * Saves the current snapshot of a service and the files of the build's organization into a folder, checked against count, digest and
 * signature, for a build to bundle.
 * @param trust the brand's; one of its keys must have signed the list, unless there are none
 * @throws Error when the service cannot be reached, refuses, or sends a list that is not signed or not what it announced
 */
export async function saveServiceList(
  endpoint: Endpoint,
  folder: string,
  { publicKeys, listUrl }: ListTrust,
): Promise<void> {
  const answer = await call(endpoint, blocklistVersion, {}).catch((error: unknown) => {
    throw new Error(
      `The list to bundle could not be fetched from ${endpoint.baseUrl} (${(error as Error).message}): start the service, or build with --list none`,
    );
  });
  if (answer.status !== 200) throw new Error(`${endpoint.baseUrl} announced no list`);
  const { algoVersion, snapshot } = answer.data;
  const seal = publicKeys.length === 0 ? numbering(snapshot) : requireSeal(answer.data, publicKeys, endpoint.baseUrl);
  const limits = { service: endpoint.baseUrl, listUrl, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS };
  const { bytes, contentType } = await downloadArtifact(snapshot.url, limits).catch((error: unknown) => {
    throw new Error(`${snapshot.url} could not be fetched: ${(error as Error).message}`, { cause: error });
  });
  const prefixes = decodeList(bytes, contentType);
  const sha256 = digestOf(prefixes);
  if (prefixes.length !== snapshot.count || (snapshot.sha256 && snapshot.sha256 !== sha256)) {
    throw new Error(`The list of ${endpoint.baseUrl} is not what its version document announces: it was not bundled`);
  }
  const organization = await saveOrganizationFiles(endpoint, folder, { publicKeys, listUrl });
  const version: BundledVersion = {
    algoVersion,
    token: snapshot.token,
    count: snapshot.count,
    sha256,
    publishedAt: new Date().toISOString(),
    service: endpoint.baseUrl,
    ...(seal ? { seal } : {}),
    ...(organization ? { organization } : {}),
  };
  await writeFile(join(folder, 'version.json'), JSON.stringify(version));
  await writeFile(join(folder, 'snapshot.bin'), encodePrefixes(prefixes));
}

/** What an unsigned list says about its place among the others. */
const numbering = ({ version }: { readonly version?: number | undefined }): BundledVersion['seal'] =>
  version === undefined ? undefined : { version, signature: null };

function requireSeal(
  { algoVersion, snapshot }: ResponseOf<typeof blocklistVersion>,
  publicKeys: readonly string[],
  service: string,
): NonNullable<BundledVersion['seal']> {
  const { token, count, sha256, version, signature } = snapshot;
  if (sha256 === undefined || version === undefined || signature === undefined)
    throw new Error(`${service} does not sign its list: set listPublicKeys of the brand to [], or have it signed`);
  if (!verifyArtifact(publicKeys, signature, { algoVersion, kind: 'snapshot', token, count, sha256, version }))
    throw new Error(
      `The list of ${service} is not signed by a key of the brand: compare its listPublicKeys with what "npm run service -- list-key" shows there`,
    );
  return { version, signature };
}
