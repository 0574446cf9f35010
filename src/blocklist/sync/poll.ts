import { blocklistVersion, UPDATE_PATH } from '../../api/blocklist.ts';
import { call, callBytes, type Endpoint } from '../../api/client.ts';
import { ServiceUnreachable } from '../../api/error.ts';
import type { ResponseOf } from '../../api/operation.ts';
import { HOUR } from '../../storage/duration.ts';
import { StorageFailure } from '../../storage/failure.ts';
import type { Blocklist } from '../blocklist.ts';
import { decodeUpdate } from '../codec/update-file.ts';
import type { Hot } from '../store/snapshot.ts';
import type { StoredChange } from '../store/store.ts';
import type { ListTrust } from '../trust/seal.ts';
import { type KeyFollowing, keyDigestOf, pollOrganization } from './organization-poll.ts';
import { problemOf, type SyncProblem, type SyncRecord, UnknownRules } from './sync-state.ts';
import { emptyTable, isUnusable, nextHot, nextList, type UpdateSource, updatedList } from './update.ts';

const MAX_VERSION_BYTES = 256 * 1024;

export type PollLimits = { readonly versionMs: number; readonly artifactMs: number };
export type Poll = {
  readonly blocklist: Blocklist;
  readonly endpoint: Endpoint;
  readonly limits: PollLimits;
  readonly trust: ListTrust;
  /** The last success's announcement, if exactly that is still current. */
  readonly current: SyncRecord['current'];
  /** The last success's announcement of the organization's files. */
  readonly organization: SyncRecord['organization'];
  /** Whether the organization's files are polled although they were polled within the hour. */
  readonly pollsFiles: boolean;
  /** Receives the successor of the key. */
  readonly keys?: KeyFollowing | undefined;
  /** Now, in milliseconds since epoch. */
  readonly at: number;
};
/** The list in use is current. `problem` says why it could not be stored. */
export type Polled = Pick<SyncRecord, 'current' | 'problem' | 'organization'> &
  Partial<Pick<SyncRecord, 'pollSeconds'>>;
type PolledList = Omit<Polled, 'organization'>;

/**
 * One exchange with the service: an update if it offers updates, else by the version document. Each list is replaced as
 * a whole, and only by one that matches its announcement.
 * @throws ListError, ServiceRefusal, ServiceUnreachable, UnknownRules: the current list stays in use
 */
export async function poll(options: Poll): Promise<Polled> {
  const { blocklist, endpoint, limits, trust, current, at } = options;
  const { algoVersion } = blocklist;
  const source = { ...trust, algoVersion, service: endpoint.baseUrl, at, timeoutMs: limits.artifactMs };
  const known = isSigned(blocklist) || trust.publicKeys.length === 0 ? current : null;
  const updated = known && (await pollUpdate(options, source, known));
  const polled = updated || (await pollVersion(options, source, known?.etag));
  return { ...polled, ...(await pollFiles(options, source, polled.problem)) };
}

/** Polls the organization's files, hourly, or at once where one is lost that was announced. Their failure does not affect the general list, which is current. */
async function pollFiles(
  { blocklist, endpoint, limits, organization, pollsFiles, keys, at }: Poll,
  source: UpdateSource,
  problem: SyncProblem | null,
): Promise<Pick<Polled, 'organization' | 'problem'>> {
  const age = at - (organization?.at ?? 0);
  const { own, official } = blocklist.organization;
  const isLost = (announced: string | null, file: Hot | null) => announced !== null && announced !== file?.token;
  const isCurrent =
    organization?.keyDigest === keyDigestOf(endpoint.apiKey) &&
    !isLost(organization.ownToken, own) &&
    !isLost(organization.officialToken, official) &&
    age >= 0 &&
    age < HOUR;
  if (isCurrent && !pollsFiles) return { organization, problem };
  try {
    const options = { timeoutMs: limits.versionMs, source, keys };
    const polled = await pollOrganization(blocklist, endpoint, organization, options);
    return { organization: polled, problem };
  } catch (error) {
    return { organization, problem: problem ?? problemOf(error) };
  }
}

async function pollUpdate(
  { blocklist, endpoint, limits, at }: Poll,
  source: UpdateSource,
  current: NonNullable<Poll['current']>,
): Promise<PolledList | null> {
  const { service } = source;
  const published = await publishedSince(blocklist, endpoint, current, limits.versionMs, source);
  if (!published) return null;
  const { snapshot, recent } = published;
  if (recent) await stored(blocklist.adopt(published));
  const { confirmPrefixLength } = current;
  const problem = await stored(blocklist.confirm({ at, service, confirmPrefixLength }));
  const tokens = {
    snapshotToken: snapshot?.token ?? current.snapshotToken,
    recentToken: recent?.token ?? current.recentToken,
  };
  const etag = recent ? null : current.etag;
  return { current: { ...current, ...tokens, etag, at }, problem };
}

async function pollVersion(
  { blocklist, endpoint, limits, current, at }: Poll,
  source: UpdateSource,
  etag: string | null | undefined,
): Promise<PolledList> {
  const { service } = source;
  const options = { timeoutMs: limits.versionMs, maxBytes: MAX_VERSION_BYTES, ...(etag ? { etag } : {}) };
  const answer = await call(endpoint, blocklistVersion, {}, options);
  if (answer.status === 304) {
    if (!current)
      throw new ServiceUnreachable('malformed', 'The service says that nothing changed since nothing was asked');
    const problem = await stored(blocklist.confirm({ at, service, confirmPrefixLength: current.confirmPrefixLength }));
    return { current: { ...current, at }, problem };
  }
  const { algoVersion, snapshot, recent, hot, confirmPrefixLength, updates = null, pollSeconds } = answer.data;
  if (algoVersion !== blocklist.algoVersion) throw new UnknownRules();
  const replace = snapshot.replace ?? false;
  await update(blocklist, answer.data, { ...source, replace });
  const problem = await stored(blocklist.confirm({ at, service, confirmPrefixLength }));
  const tokens = { snapshotToken: snapshot.token, recentToken: recent.token, hotToken: hot?.token ?? null };
  return {
    current: { ...tokens, etag: answer.etag ?? null, updates, at, confirmPrefixLength },
    pollSeconds,
    problem,
  };
}

/** Whether all current lists are signed; one from before a key was known must be announced again. */
const isSigned = ({ snapshot, recent, hotTier }: Blocklist): boolean =>
  [snapshot, recent, hotTier].every((list) => list === null || Boolean(list.seal?.signature));

/**
 * Replaces what is not current. A failure to fetch additions or the hot tier, or to store, does not stop the new
 * snapshot: the confirmation afterwards writes what is missing and reports why it cannot.
 */
async function update(
  blocklist: Blocklist,
  announced: ResponseOf<typeof blocklistVersion>,
  source: UpdateSource,
): Promise<void> {
  const snapshot = await nextList('snapshot', announced.snapshot, blocklist.snapshot, source);
  const failures: unknown[] = [];
  const noted = (error: unknown): undefined => void failures.push(error);
  const recent = await nextList('recent', announced.recent, blocklist.recent, source).catch(noted);
  const hot = await nextHot({ kind: 'hot' }, announced.hot, blocklist.hotTier, source).catch(noted);
  if (snapshot || recent || hot !== undefined) await stored(blocklist.adopt({ snapshot, recent, hot }));
  if (failures.length > 0) throw failures[0];
}

/** A list that cannot be stored still protects: the problem is reported and does not stop the sync. */
async function stored(work: Promise<void>): Promise<SyncProblem | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof StorageFailure) return problemOf(error);
    throw error;
  }
}

/** The service writes no larger updates: files with permanent caching transfer more. */
const MAX_UPDATE_BYTES = 64 * 1024;

/**
 * What the service published since the current additions, verified like every publication; no fields if nothing is new.
 * Null if the version document must be fetched: the service offers no updates, too much changed for an update, or the
 * update must not be used. In the last case the old list stays, and the version document shows the problem.
 * @throws ServiceRefusal for the key or for rate limits; ServiceUnreachable without an answer
 */
async function publishedSince(
  { snapshot, recent }: Blocklist,
  endpoint: Endpoint,
  { recentToken, updates }: NonNullable<SyncRecord['current']>,
  timeoutMs: number,
  source: UpdateSource,
): Promise<StoredChange | null> {
  if (!updates || !snapshot || !recent) return null;
  try {
    const path = `${UPDATE_PATH}/${encodeURIComponent(recentToken)}`;
    const limits = { timeoutMs, maxBytes: MAX_UPDATE_BYTES };
    const update = decodeUpdate(await callBytes(endpoint, 'listUpdate', path, limits));
    if (update.kind === 'whole' || update.settings !== updates) return null;
    if (update.kind === 'current') return {};
    return {
      snapshot: update.snapshot && (await updatedList('snapshot', update.snapshot, snapshot, source)),
      recent: await updatedList('recent', update.recent, recent, source, update.snapshot ? emptyTable() : recent.table),
    };
  } catch (error) {
    if (isUnusable(error)) return null;
    throw error;
  }
}
