import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { blocklistVersion, UPDATE_PATH } from '../../../api/blocklist.ts';
import { API_PREFIX, type ResponseOf } from '../../../api/operation.ts';
import { ALGO_VERSION } from '../../../asset/index.ts';
import { issue } from '../../database/refused.ts';
import { soleOrganization } from '../../http/access/reach.ts';
import { requireScope } from '../../http/call.ts';
import { Failure } from '../../http/failure.ts';
import { implement, WrittenAnswer } from '../../http/implementation.ts';
import { REQUEST_ID_HEADER, type ServiceApp } from '../../http/log/request-log.ts';
import { admit, KEY_HEADER } from '../../http/request/admission.ts';
import { interfaceRoute } from '../../http/route/interface.ts';
import { originOf } from '../../http/sender/client-address.ts';
import type { BucketContent, Service } from '../../http/service.ts';
import { ListUpdates } from '../../publisher/list/list-updates.ts';
import type { OrganizationEntries } from '../../publisher/organization-files.ts';
import { artifactOf, type SignedList } from '../../publisher/signing.ts';
import { changesPath, offersChanges, TOKEN_PATTERN } from '../../publisher/store/list-store.ts';
import { BUCKET_CHARACTERS, HASH_CHARACTERS } from './bucket.ts';

const VERSION_CACHE = 'public, max-age=1';

export const blocklistOperations = implement({
  blocklistVersion: async ({ caller, service, database, origin, headers }) => {
    await service.consumptions.record(database, caller.keyId, service.publisher.list.recent.version);
    const { document, etag } = announcementOf(service, origin);
    headers.ETag = etag;
    headers['Cache-Control'] = VERSION_CACHE;
    return document;
  },

  blocklistConfirm: async ({ caller, service, body }) => {
    if (body.algoVersion !== ALGO_VERSION)
      throw new Failure(
        'BAD_REQUEST',
        issue('algoVersion', { given: body.algoVersion, known: ALGO_VERSION }, 'algoVersion'),
      );
    const names = [...new Set(body.prefixes.map((prefix) => prefix.slice(0, BUCKET_CHARACTERS)))];
    const buckets = await service.buckets.of(names, caller.listEdit);
    const organization = soleOrganization(caller);
    const own = organization ? await service.organizationFiles.blocked(organization) : NO_OWN_ENTRIES;
    return new WrittenAnswer(confirmation([...new Set(body.prefixes)], buckets, own, ttlSeconds(service.pollSeconds)));
  },
});

const NO_OWN_ENTRIES: OrganizationEntries = new Map();

/** The answer as JSON, concatenated: prefixes, hashes and details need no escaping. */
function confirmation(
  prefixes: readonly string[],
  buckets: ReadonlyMap<string, BucketContent>,
  own: OrganizationEntries,
  seconds: number,
): string {
  const detailByHash = new Map<string, string>();
  const matches: string[] = [];
  for (const prefix of prefixes) {
    const hits = new Set<string>();
    const { hashes, details } = buckets.get(prefix.slice(0, BUCKET_CHARACTERS))!;
    for (const [index, detail] of details.entries()) {
      const hash = hashes.slice(index * HASH_CHARACTERS, (index + 1) * HASH_CHARACTERS);
      if (!hash.startsWith(prefix)) continue;
      hits.add(hash);
      detailByHash.set(hash, detail);
    }
    // The details of an organization's own block come from its own list.
    for (const [hash, words] of own) {
      if (!hash.startsWith(prefix)) continue;
      hits.add(hash);
      detailByHash.set(hash, JSON.stringify(words));
    }
    if (hits.size > 0) matches.push(`{"prefix":"${prefix}","hashes":["${[...hits].join('","')}"]}`);
  }
  const details = Array.from(detailByHash, ([hash, detail]) => `"${hash}":${detail}`);
  return `{"matches":[${matches.join()}],"ttlSeconds":${seconds},"details":{${details.join()}}}`;
}

/** Clients learn of a new entry within one poll interval; an answer about a bucket may be half of one old. */
const ttlSeconds = (pollSeconds: number): number => Math.max(1, Math.floor(pollSeconds / 2));

type Announcing = Pick<Service, 'publisher' | 'listUrl' | 'pollSeconds'>;

type Announcement = {
  /** The version document. */
  readonly document: WrittenAnswer;
  /** Entity tag of the document, weak since it is the same for every encoding. */
  readonly etag: string;
  /**
   * The `settings` of an update: 8 hex characters that differ whenever the version document has news that an update does not carry. The
   * key is among them, because another key signs the same files again.
   */
  readonly settings: string;
};

/** Cached by origin, of which there are few: the public one, or those at which this process listens. */
const announcements = new WeakMap<SignedList, Map<string, Announcement>>();

/** The announcement of the current list, built once for each list and each address of its files. */
function announcementOf(service: Announcing, origin: string): Announcement {
  const { list } = service.publisher;
  const lists = listsAddress(service, origin);
  const written = announcements.get(list) ?? new Map<string, Announcement>();
  announcements.set(list, written);
  const known = written.get(lists);
  if (known) return known;
  const made = announce(list, lists, service.pollSeconds);
  written.set(lists, made);
  return made;
}

function announce(list: SignedList, lists: string, pollSeconds: number): Announcement {
  const { snapshot, recent, earlier, hot } = list;
  const { algoVersion, ...rest } = {
    algoVersion: ALGO_VERSION,
    ...(hot ? { hot: artifactOf(hot, lists) } : {}),
    confirmPrefixLength: BUCKET_CHARACTERS,
    pollSeconds,
  };
  const settings = digest(JSON.stringify([{ algoVersion, ...rest }, list.publicKey]))
    .toString('hex')
    .slice(0, 8);
  const document: ResponseOf<typeof blocklistVersion> = {
    algoVersion,
    snapshot: {
      ...artifactOf(snapshot, lists),
      changes: earlier
        .filter((from) => offersChanges(from, snapshot))
        .map(({ token }) => ({ fromToken: token, url: lists + changesPath(token, snapshot.token) })),
    },
    recent: { ...artifactOf(recent, lists), changes: [] },
    ...rest,
    updates: settings,
  };
  const json = JSON.stringify(document);
  const gzip = Uint8Array.from(gzipSync(json));
  return {
    document: new WrittenAnswer(json, gzip),
    etag: `W/"${digest(json).toString('base64url').slice(0, 22)}"`,
    settings,
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Where the list files are announced: in the store once it holds them, else at the service. */
const listsAddress = ({ publisher, listUrl }: Announcing, origin: string): string =>
  (publisher.inStore ? listUrl : null) ?? origin;

/**
 * Clients ask at as many addresses as there were publications in a minute, so that a cache can answer for all of them.
 */
const UPDATE_CACHE = 'public, max-age=5';

/** The changes since a client's last poll. An unknown token is answered with the advice to read the version document. */
export function listUpdateRoute(app: ServiceApp, service: Service): void {
  const updates = new ListUpdates(service.database, service.publisher);
  const answer = interfaceRoute(service, { bodyBytes: 0 }, async (context, headers) => {
    const caller = await admit(service, blocklistVersion, context.req.header(KEY_HEADER));
    requireScope(caller, blocklistVersion);
    context.set('keyId', caller.keyId);
    await service.consumptions.record(service.database, caller.keyId, service.publisher.list.recent.version);
    const { settings } = announcementOf(service, originOf(context, service));
    const bytes = await updates.since(context.req.param('token')!, settings);
    headers['Content-Type'] = 'application/octet-stream';
    headers['Content-Length'] = String(bytes.byteLength);
    headers['Cache-Control'] = UPDATE_CACHE;
    // Caches pass it on to other clients.
    delete headers[REQUEST_ID_HEADER];
    return new Response(Uint8Array.from(bytes), { headers });
  });
  app.get(`${API_PREFIX}${UPDATE_PATH}/:token{${TOKEN_PATTERN}}`, answer);
}
