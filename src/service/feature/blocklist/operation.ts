import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { blocklistConfirm, blocklistVersion } from '../../../api/list/blocklist.ts';
import { ALGO_VERSION } from '../../../asset/index.ts';
import { soleOrganization } from '../../access/reach.ts';
import { rowsOf } from '../../database/rows.ts';
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
 * key is among them, because another one signs anew what is held already.
 */
export function updateSettings(service: Announcing, origin: string): string {
  const told = [versionRest(service, origin), service.publisher.list.publicKey];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 8);
}

/**
 * More than any bucket holds at the largest list. The limits also keep the planner, which guesses that a range matches a ninth
 * of the table, from reading all of it.
 */
const MOST_IN_BUCKET = 10_000;

type Match = {
  prefix: string;
  hash: string;
  type: string;
  reason: string | null;
  source: string | null;
  listed_at: Date | string | null;
};

export const confirmPrefixes = implement(blocklistConfirm, async ({ caller, service, database, body }) => {
  if (body.algoVersion !== ALGO_VERSION)
    throw new Failure('BAD_REQUEST', {
      issues: [`algoVersion: ${body.algoVersion} is unknown; this service knows ${ALGO_VERSION}`],
    });
  const prefixes = [...new Set(body.prefixes)];
  const rows = await rowsOf<Match>(
    database,
    sql`select given.prefix, encode(listed.hash, 'hex') as hash, assets.type, assets.reason, assets.source,
        assets.decided_at as listed_at
      from json_to_recordset(${JSON.stringify(prefixes.map(bucketRange))}::text::json)
        as given (prefix text, first text, last text)
      cross join lateral (
        select hash, asset_id from listed_expressions
        where hash >= decode(given.first, 'hex') and hash <= decode(given.last, 'hex')
        order by hash, asset_id limit ${MOST_IN_BUCKET}) listed
      cross join lateral (select * from assets where assets.id = listed.asset_id limit 1) assets
      order by listed.hash, listed.asset_id`,
  );
  const organization = soleOrganization(caller);
  const own = organization ? (await service.organizationFiles.of(organization)).blocked : NOTHING;
  const ownHits = ownHashes(prefixes, own);
  const matches = prefixes
    .map((prefix) => ({
      prefix,
      hashes: [
        ...new Set([
          ...rows.filter((row) => row.prefix === prefix).map(({ hash }) => hash),
          ...(ownHits.get(prefix) ?? []),
        ]),
      ],
    }))
    .filter(({ hashes }) => hashes.length > 0);
  const detailsOfOwn = Object.fromEntries([...ownHits.values()].flat().map((hash) => [hash, own.get(hash)!]));
  return { matches, ttlSeconds: ttlSeconds(service.pollSeconds), details: { ...detailsOf(rows), ...detailsOfOwn } };
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

/** The first and the last hash of a bucket, hexadecimal. */
const bucketRange = (prefix: string) => ({ prefix, first: prefix.padEnd(64, '0'), last: prefix.padEnd(64, 'f') });

/** What is listed anew is told to clients within a poll; half of one more is how long an answer about its bucket may be old. */
const ttlSeconds = (pollSeconds: number): number => Math.max(1, Math.floor(pollSeconds / 2));

const detailsOf = (rows: readonly Match[]) =>
  Object.fromEntries(
    rows.map(({ hash, type, reason, source, listed_at }) => [
      hash,
      {
        type,
        ...(reason === null ? {} : { reason }),
        ...(listed_at === null ? {} : { listedAt: new Date(listed_at).toISOString() }),
        ...(source === null ? {} : { source }),
      },
    ]),
  );
