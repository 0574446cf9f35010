import { KEY_DIGEST_LENGTH, type NextKey, organizationLists } from '../../api/blocklist.ts';
import { call, type Endpoint } from '../../api/client.ts';
import { ServiceRefusal } from '../../api/error.ts';
import { hashExpression, toHex } from '../../asset/hash.ts';
import type { Blocklist } from '../blocklist.ts';
import { ListError } from '../codec/list-error.ts';
import type { Hot } from '../store/snapshot.ts';
import type { HotArtifact } from '../trust/seal.ts';
import type { ArtifactSubject } from '../trust/signature.ts';
import { type SyncRecord, UnknownRules } from './sync-state.ts';
import { nextHot, type UpdateSource } from './update.ts';

/** The successor of the key in use, signed by a key of the list. */
export type OfferedKey = { readonly apiKey: string; readonly version: number };

/** Holds the key in use and can replace it. */
export type KeyFollowing = {
  /**
   * Receives the successor of this endpoint's key. @returns whether that is done: false if the new key could not be
   * tried now. Never rejects
   */
  offer(endpoint: Endpoint, next: OfferedKey): Promise<boolean>;
  /** Called when the service refuses the key of this endpoint and names no successor. */
  refused(endpoint: Endpoint): Promise<void>;
};

const MAX_BYTES = 64 * 1024;

/** Identifies a key in a URL. */
export const keyDigestOf = (apiKey: string): string => toHex(hashExpression(apiKey)).slice(0, KEY_DIGEST_LENGTH);

/**
 * Offers the key that the service announced. A build without public keys of the list ignores it, because it could not
 * verify who announced it.
 * @returns whether it is done
 * @throws ListError `signature` if no key of the list signed it
 */
async function offerNextKey(
  next: NextKey | null,
  endpoint: Endpoint,
  publicKeys: readonly string[],
  keys: KeyFollowing | undefined,
): Promise<boolean> {
  if (!next || !keys || publicKeys.length === 0) return true;
  const { apiKey, version, signature } = next;
  const { verifyNextKey } = await import('../trust/signature.ts');
  if (!verifyNextKey(publicKeys, signature, { keyDigest: keyDigestOf(endpoint.apiKey), apiKey, version }))
    throw new ListError('signature', 'The next key is not signed by a key of this build, or it was changed afterwards');
  return keys.offer(endpoint, { apiKey, version });
}

/** Offers the successor of a key that the service refuses. Never rejects: without an answer, another key is needed. */
export async function followRefusedKey(
  endpoint: Endpoint,
  publicKeys: readonly string[],
  keys: KeyFollowing,
  timeoutMs: number,
): Promise<void> {
  try {
    const params = { keyDigest: keyDigestOf(endpoint.apiKey) };
    const answer =
      publicKeys.length > 0 &&
      (await call(endpoint, organizationLists, { params }, { timeoutMs, maxBytes: MAX_BYTES }));
    if (answer && answer.status === 200 && answer.data.nextKey) {
      await offerNextKey(answer.data.nextKey, endpoint, publicKeys, keys);
      return;
    }
  } catch (error) {
    console.warn('No key follows the one that the service refuses', error);
  }
  await keys.refused(endpoint);
}

/**
 * Fetches the files of the organization of this build's key, and uses what changed. A file that the service does not
 * name or does not know is kept; an empty list is published as an empty file.
 * @param last what the last answer announced
 * @returns what this answer announced
 * @throws ListError for a file that must not be used; ServiceRefusal, ServiceUnreachable; StorageFailure when it could
 *   not be stored, though it is used. After an error the stored files stay in use
 */
export async function pollOrganization(
  blocklist: Blocklist,
  endpoint: Endpoint,
  last: SyncRecord['organization'],
  {
    timeoutMs,
    source,
    keys,
  }: { readonly timeoutMs: number; readonly source: UpdateSource; readonly keys?: KeyFollowing | undefined },
): Promise<NonNullable<SyncRecord['organization']>> {
  const keyDigest = keyDigestOf(endpoint.apiKey);
  const { own, official } = blocklist.organization;
  const isPaused =
    last?.keyDigest === keyDigest &&
    last.ownToken === (own?.token ?? null) &&
    last.officialToken === (official?.token ?? null);
  const limits = { timeoutMs, maxBytes: MAX_BYTES, ...(isPaused && last.etag ? { etag: last.etag } : {}) };
  const answer = await call(endpoint, organizationLists, { params: { keyDigest } }, limits).catch((error: unknown) => {
    if (error instanceof ServiceRefusal && error.status === 404) return null;
    throw error;
  });
  if (answer?.status === 304 && isPaused) return { ...last, at: source.at };
  const announced = answer?.status === 200 ? answer.data : null;
  if (announced && announced.algoVersion !== blocklist.algoVersion) throw new UnknownRules();
  // The versions of another key's files do not count for rollback. A signature names the key that its file is for; if
  // no signature is required, only files announced to this key count.
  const isMeasure = source.publicKeys.length > 0 || last?.keyDigest === keyDigest;
  // The package's files belong to the key of its build.
  const whose = { isMeasure, isOfKey: !last || last.keyDigest === keyDigest };
  const next = {
    own: await nextFile({ kind: 'organization', keyDigest }, announced?.list, own, whose, source),
    official: await nextFile({ kind: 'official', keyDigest }, announced?.official, official, whose, source),
  };
  if (next.own !== undefined || next.official !== undefined) await blocklist.adopt(next);
  const isDone = await offerNextKey(announced?.nextKey ?? null, endpoint, source.publicKeys, keys);
  return {
    keyDigest,
    // A key that could not be tried now must be announced again.
    etag: answer?.status === 200 && isDone ? (answer.etag ?? null) : null,
    ownToken: announced?.list?.token ?? null,
    officialToken: announced?.official?.token ?? null,
    // A key that could not be tried now is offered again at the next poll.
    at: isDone ? source.at : 0,
  };
}

/**
 * The file to use from now on; null for none, undefined if the stored one stays. @throws ListError for one that must not
 * be used
 */
async function nextFile(
  subject: Extract<ArtifactSubject, { keyDigest: string }>,
  announced: HotArtifact | null | undefined,
  last: Hot | null,
  { isMeasure, isOfKey }: { readonly isMeasure: boolean; readonly isOfKey: boolean },
  source: UpdateSource,
): Promise<Hot | null | undefined> {
  const isOfService = last?.service === null || last?.service === source.service;
  if (!announced && isOfKey && isOfService) return undefined;
  const before = isMeasure ? last : null;
  const next = await nextHot(subject, announced ?? undefined, before, source);
  return next === undefined && last !== before ? null : next;
}
