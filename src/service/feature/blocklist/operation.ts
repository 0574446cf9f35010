import { createHash } from 'node:crypto';
import { blocklistConfirm, blocklistVersion } from '../../../api/list/blocklist.ts';
import { ALGO_VERSION } from '../../../asset/index.ts';
import { soleOrganization } from '../../access/reach.ts';
import { Failure } from '../../http/failure.ts';
import { implement } from '../../http/implementation.ts';
import type { OrganizationEntries } from '../../publisher/organization-file.ts';
import type { SignedFile } from '../../publisher/signed-list.ts';
import { changesPath, listFilePath, offersChanges } from '../../publisher/store/list-path.ts';
import type { Service } from '../../service.ts';

/** Hex characters of a bucket: 16 bits, which about 5,600 registered domains share (design of the confirmation). */
const BUCKET_CHARACTERS = 4;
const VERSION_CACHE = 'public, max-age=1';

export const readVersion = implement(blocklistVersion, async ({ caller, service, database, origin, headers }) => {
  const { snapshot, recent, earlier } = service.publisher.list;
  const lists = listsAddress(service, origin);
  await service.consumptions.record(database, caller.keyId, recent.version);
  const { algoVersion, ...rest } = versionRest(service, origin);
  const answer = {
    algoVersion,
    snapshot: {
      ...artifactOf(snapshot, lists),
      changes: earlier
        .filter((from) => offersChanges(from, snapshot))
        .map(({ token }) => ({ fromToken: token, url: lists + changesPath(token, snapshot.token) })),
    },
    recent: { ...artifactOf(recent, lists), changes: [] },
    ...rest,
    updates: updateSettings(service, origin),
  };
  headers.set('ETag', `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`);
  headers.set('Cache-Control', VERSION_CACHE);
  return answer;
});

const artifactOf = ({ token, count, sha256, version, signature }: SignedFile, lists: string) => ({
  token,
  count,
  sha256,
  version,
  signature,
  url: lists + listFilePath(token),
});

type Announcing = Pick<Service, 'publisher' | 'listUrl' | 'pollSeconds'>;

/** Where the list files are announced: in the store once it holds them, else at the service. */
const listsAddress = ({ publisher, listUrl }: Announcing, origin: string): string =>
  (publisher.inStore ? listUrl : null) ?? origin;

/** What the version document says beside the two lists. */
function versionRest(service: Announcing, origin: string) {
  const { hot } = service.publisher.list;
  return {
    algoVersion: ALGO_VERSION,
    ...(hot ? { hot: artifactOf(hot, listsAddress(service, origin)) } : {}),
    confirmPrefixLength: BUCKET_CHARACTERS,
    pollSeconds: service.pollSeconds,
  };
}

/**
 * The `settings` of an update: 8 hex characters that differ whenever the version document has news that an update does not carry. The
 * key is among them, because another one signs again what is held already.
 */
export function updateSettings(service: Announcing, origin: string): string {
  const told = [versionRest(service, origin), service.publisher.list.publicKey];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 8);
}

export const confirmPrefixes = implement(blocklistConfirm, async ({ caller, service, body }) => {
  if (body.algoVersion !== ALGO_VERSION)
    throw new Failure('BAD_REQUEST', {
      issues: [`algoVersion: ${body.algoVersion} is unknown; this service knows ${ALGO_VERSION}`],
    });
  const prefixes = [...new Set(body.prefixes)];
  const buckets = await service.buckets.of(prefixes, caller.listEdit);
  const organization = soleOrganization(caller);
  const own = organization ? (await service.organizationFiles.of(organization)).blocked : NOTHING;
  const ownHits = ownHashes(prefixes, own);
  const matches = prefixes
    .map((prefix) => ({
      prefix,
      hashes: [...new Set([...buckets.get(prefix)!.hashes, ...(ownHits.get(prefix) ?? [])])],
    }))
    .filter(({ hashes }) => hashes.length > 0);
  const detailsOfOwn = Object.fromEntries([...ownHits.values()].flat().map((hash) => [hash, own.get(hash)!]));
  const details = Object.assign({}, ...[...buckets.values()].map((bucket) => bucket.details), detailsOfOwn);
  return { matches, ttlSeconds: ttlSeconds(service.pollSeconds), details };
});

const NOTHING: OrganizationEntries = new Map();

/** What an organization blocks for its own people, by the prefixes that were asked for. */
function ownHashes(prefixes: readonly string[], own: OrganizationEntries): Map<string, string[]> {
  const asked = new Set(prefixes);
  const lengths = [...new Set(prefixes.map(({ length }) => length))];
  const found = new Map<string, string[]>();
  for (const hash of own.keys())
    for (const length of lengths) {
      const prefix = hash.slice(0, length);
      if (asked.has(prefix)) found.set(prefix, [...(found.get(prefix) ?? []), hash]);
    }
  return found;
}

/** What is newly listed is told to clients within a poll; half of one more is how long an answer about its bucket may be old. */
const ttlSeconds = (pollSeconds: number): number => Math.max(1, Math.floor(pollSeconds / 2));
