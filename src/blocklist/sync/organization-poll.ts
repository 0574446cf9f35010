import { organizationLists } from '../../api/blocklist.ts';
import { call, type Endpoint } from '../../api/client.ts';
import { ServiceRefusal } from '../../api/error.ts';
import type { Blocklist } from '../blocklist.ts';
import type { Hot } from '../store/snapshot.ts';
import type { HotArtifact } from '../trust/seal.ts';
import type { ArtifactSubject } from '../trust/signature.ts';
import { type KeyFollowing, keyDigestOf, offerNextKey } from './next-key.ts';
import { UnknownRules } from './sync-problem.ts';
import type { SyncRecord } from './sync-state.ts';
import { nextHot, type UpdateSource } from './update.ts';

const MAX_BYTES = 64 * 1024;

/**
 * Asks for the files of the organization whose key this build has, and serves what changed. A file that the service does not name, or
 * that it knows nothing of, is held on: what became empty is an empty file.
 * @param held what the last answer announced
 * @returns what this one announced
 * @throws ListError for a file that must not be used; ServiceRefusal, ServiceUnreachable; StoreError when it could not be stored,
 *   though it is served; what was held serves on
 */
export async function pollOrganization(
  blocklist: Blocklist,
  endpoint: Endpoint,
  held: SyncRecord['organization'],
  {
    timeoutMs,
    source,
    keys,
  }: { readonly timeoutMs: number; readonly source: UpdateSource; readonly keys?: KeyFollowing | undefined },
): Promise<NonNullable<SyncRecord['organization']>> {
  const keyDigest = keyDigestOf(endpoint.apiKey);
  const { own, official } = blocklist.organization;
  const isHeld =
    held?.keyDigest === keyDigest &&
    held.ownToken === (own?.token ?? null) &&
    held.officialToken === (official?.token ?? null);
  const limits = { timeoutMs, maxBytes: MAX_BYTES, ...(isHeld && held.etag ? { etag: held.etag } : {}) };
  const answer = await call(endpoint, organizationLists, { params: { keyDigest } }, limits).catch((error: unknown) => {
    if (error instanceof ServiceRefusal && error.status === 404) return null;
    throw error;
  });
  if (answer?.status === 304 && isHeld) return held;
  const announced = answer?.status === 200 ? answer.data : null;
  if (announced && announced.algoVersion !== blocklist.algoVersion) throw new UnknownRules();
  // Files of another key are no measure of what is newer. A signature names the key that its file is for; where none is required, only what was
  // announced to this key counts.
  const isMeasure = source.publicKeys.length > 0 || held?.keyDigest === keyDigest;
  // What the package brought is of the key of its build.
  const whose = { isMeasure, isOfKey: !held || held.keyDigest === keyDigest };
  const next = {
    own: await nextFile({ kind: 'organization', keyDigest }, announced?.list, own, whose, source),
    official: await nextFile({ kind: 'official', keyDigest }, announced?.official, official, whose, source),
  };
  const change = {
    ...(next.own === undefined ? {} : { own: next.own }),
    ...(next.official === undefined ? {} : { official: next.official }),
  };
  if (Object.keys(change).length > 0) await blocklist.adopt(change);
  const isSettled = await offerNextKey(announced?.nextKey ?? null, endpoint, source.publicKeys, keys);
  return {
    keyDigest,
    // A key that could not be tried now is told again.
    etag: answer?.status === 200 && isSettled ? (answer.etag ?? null) : null,
    ownToken: announced?.list?.token ?? null,
    officialToken: announced?.official?.token ?? null,
  };
}

/** The file to serve from now on; null for none, undefined where the one that is held stays. @throws ListError for one that must not be used */
async function nextFile(
  subject: Extract<ArtifactSubject, { keyDigest: string }>,
  announced: HotArtifact | null | undefined,
  held: Hot | null,
  { isMeasure, isOfKey }: { readonly isMeasure: boolean; readonly isOfKey: boolean },
  source: UpdateSource,
): Promise<Hot | null | undefined> {
  const isOfService = held?.service === null || held?.service === source.service;
  if (!announced && isOfKey && isOfService) return undefined;
  const before = isMeasure ? held : null;
  const next = await nextHot(subject, announced ?? undefined, before, source);
  return next === undefined && held !== before ? null : next;
}
