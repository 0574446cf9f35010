import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { blocklistVersion } from '../../../api/blocklist.ts';
import type { ResponseOf } from '../../../api/operation.ts';
import { ALGO_VERSION } from '../../../asset/index.ts';
import { WrittenAnswer } from '../../http/implementation.ts';
import type { SignedFile, SignedList } from '../../publisher/signing.ts';
import { changesPath, listFilePath, offersChanges } from '../../publisher/store/list-store.ts';
import type { Service } from '../../service.ts';
import { BUCKET_CHARACTERS } from './bucket.ts';

type Announcing = Pick<Service, 'publisher' | 'listUrl' | 'pollSeconds'>;

/** What clients are told of a published list. */
export type Announcement = {
  /** The version document. */
  readonly document: WrittenAnswer;
  /** Entity tag of the document, weak since it is the same for every encoding. */
  readonly etag: string;
  /**
   * The `settings` of an update: 8 hex characters that differ whenever the version document has news that an update does not carry. The
   * key is among them, because another one signs again what is held already.
   */
  readonly settings: string;
};

/** Each list is announced from few addresses: the public one, or those at which this process listens. */
const announcements = new WeakMap<SignedList, Map<string, Announcement>>();

/** What is told of the list that is published now, written once for each list and each address of its files. */
export function announcementOf(service: Announcing, origin: string): Announcement {
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

const artifactOf = ({ token, count, sha256, version, signature }: SignedFile, lists: string) => ({
  token,
  count,
  sha256,
  version,
  signature,
  url: lists + listFilePath(token),
});

/** Where the list files are announced: in the store once it holds them, else at the service. */
const listsAddress = ({ publisher, listUrl }: Announcing, origin: string): string =>
  (publisher.inStore ? listUrl : null) ?? origin;
