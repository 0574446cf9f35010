import { blocklistConfirm, blocklistVersion } from '../../../api/blocklist.ts';
import { ALGO_VERSION } from '../../../asset/index.ts';
import { soleOrganization } from '../../access/reach.ts';
import { Failure } from '../../http/failure.ts';
import { implement, WrittenAnswer } from '../../http/implementation.ts';
import type { OrganizationEntries } from '../../publisher/organization-files.ts';
import { BUCKET_CHARACTERS, type BucketContent, HASH_CHARACTERS } from './bucket.ts';
import { announcementOf } from './version-document.ts';

const VERSION_CACHE = 'public, max-age=1';

export const readVersion = implement(blocklistVersion, async ({ caller, service, database, origin, headers }) => {
  await service.consumptions.record(database, caller.keyId, service.publisher.list.recent.version);
  const { document, etag } = announcementOf(service, origin);
  headers.ETag = etag;
  headers['Cache-Control'] = VERSION_CACHE;
  return document;
});

export const confirmPrefixes = implement(blocklistConfirm, async ({ caller, service, body }) => {
  if (body.algoVersion !== ALGO_VERSION)
    throw new Failure('BAD_REQUEST', {
      issues: [`algoVersion: ${body.algoVersion} is unknown; this service knows ${ALGO_VERSION}`],
    });
  const names = [...new Set(body.prefixes.map((prefix) => prefix.slice(0, BUCKET_CHARACTERS)))];
  const buckets = await service.buckets.of(names, caller.listEdit);
  const organization = soleOrganization(caller);
  const own = organization ? await service.organizationFiles.blocked(organization) : NOTHING;
  return new WrittenAnswer(confirmation([...new Set(body.prefixes)], buckets, own, ttlSeconds(service.pollSeconds)));
});

const NOTHING: OrganizationEntries = new Map();

/** The answer as JSON: prefixes, hashes, and what is told of each in JSON already, need nothing but to be put together. */
function confirmation(
  prefixes: readonly string[],
  buckets: ReadonlyMap<string, BucketContent>,
  own: OrganizationEntries,
  seconds: number,
): string {
  const told = new Map<string, string>();
  const matches: string[] = [];
  for (const prefix of prefixes) {
    const hits = new Set<string>();
    const { hashes, details } = buckets.get(prefix.slice(0, BUCKET_CHARACTERS))!;
    for (const [index, detail] of details.entries()) {
      const hash = hashes.slice(index * HASH_CHARACTERS, (index + 1) * HASH_CHARACTERS);
      if (!hash.startsWith(prefix)) continue;
      hits.add(hash);
      told.set(hash, detail);
    }
    // What an organization blocks for its own people is told in its own words.
    for (const [hash, words] of own) {
      if (!hash.startsWith(prefix)) continue;
      hits.add(hash);
      told.set(hash, JSON.stringify(words));
    }
    if (hits.size > 0) matches.push(`{"prefix":"${prefix}","hashes":["${[...hits].join('","')}"]}`);
  }
  const details = Array.from(told, ([hash, detail]) => `"${hash}":${detail}`);
  return `{"matches":[${matches.join()}],"ttlSeconds":${seconds},"details":{${details.join()}}}`;
}

/** What is newly listed is told to clients within a poll; half of one more is how long an answer about its bucket may be old. */
const ttlSeconds = (pollSeconds: number): number => Math.max(1, Math.floor(pollSeconds / 2));
