import type { Endpoint } from '../../api/client.ts';
import { ServiceRefusal } from '../../api/error.ts';
import { retryDelay, waitDelay } from '../../storage/back-off.ts';
import { MINUTE } from '../../storage/duration.ts';
import type { Blocklist } from '../blocklist.ts';
import type { ListStore } from '../store/store.ts';
import { type ListTrust, NO_TRUST } from '../trust/seal.ts';
import { followRefusedKey, type KeyFollowing } from './organization-poll.ts';
import { type PollLimits, poll } from './poll.ts';
import { FIRST_SYNC, NOT_CONFIGURED, problemOf, type SyncRecord, type SyncState } from './sync-state.ts';

/** What triggers a sync: the alarm, a start of the worker, a page that is opened, the network coming back, or a person. */
export type SyncTrigger = 'alarm' | 'start' | 'use' | 'online' | 'person';

export type SyncParts = {
  readonly blocklist: Blocklist;
  readonly store: ListStore;
  /** The service's endpoint; null if none is configured. */
  readonly endpoint: () => Promise<Endpoint | null>;
  /** What this build requires of a service's lists. Default: nothing. */
  readonly trustOf?: (service: string) => ListTrust;
  /** Receives the successor of the key in use. Default: nobody. */
  readonly keys?: KeyFollowing;
  readonly now?: () => number;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number;
  /** Time limits in milliseconds for the version document and for each list file. Default 10,000 and 120,000. */
  readonly limits?: PollLimits;
};

/** Minimum interval between polls caused by an unstable network. */
const MIN_ONLINE_INTERVAL_MS = 10_000;

/** Keeps the list current. Its state is in the store, because the worker may be killed between any two steps. */
export class ListSync {
  readonly #parts: Required<Omit<SyncParts, 'keys'>> & Pick<SyncParts, 'keys'>;
  #record: SyncRecord | null = null;
  #running: { readonly of: string; readonly state: Promise<SyncState> } | null = null;

  constructor(parts: SyncParts) {
    const limits = { versionMs: 10_000, artifactMs: 120_000 };
    this.#parts = { trustOf: () => NO_TRUST, now: Date.now, random: Math.random, limits, ...parts };
  }

  /**
   * Polls if a poll is due, and returns the state after it, even after a failure; rejects only if `endpoint` does.
   * Concurrent calls about one service and key share one run. An alarm, a start or a page polls from `nextAttemptAt` on, or at
   * once if the list of the last success is lost; `online` and `person` wait only for `Retry-After`. The organization's files
   * are polled hourly, whenever a person asks, and where one was lost.
   */
  async run(trigger: SyncTrigger): Promise<SyncState> {
    const [record, endpoint] = await Promise.all([this.#read(), this.#parts.endpoint(), this.#parts.blocklist.ready]);
    const of = JSON.stringify(endpoint);
    if (this.#running)
      return this.#running.of === of ? this.#running.state : this.#running.state.then(() => this.run(trigger));
    // The list of the last success is gone, and no attempt has failed since.
    const isLost = record.failures === 0 && record.current !== null && this.#currentOf(record) === null;
    if (!(endpoint && isLost) && !isDue(record, trigger, this.#parts.now(), endpoint)) return record;
    const state = this.#attempt(record, endpoint, trigger).finally(() => {
      this.#running = null;
    });
    this.#running = { of, state };
    return state;
  }

  /** The state after the last attempt, possibly by an earlier worker. */
  state(): Promise<SyncState> {
    return this.#read();
  }

  /** A record that cannot be read counts as none: the next attempt reports the store's problem. */
  async #read(): Promise<SyncRecord> {
    this.#record ??= await this.#parts.store.readSync().catch(() => FIRST_SYNC);
    return this.#record;
  }

  async #attempt(last: SyncRecord, endpoint: Endpoint | null, trigger: SyncTrigger): Promise<SyncState> {
    const record = await this.#withAnotherKey(await this.#outcome(last, endpoint, trigger), endpoint, trigger);
    this.#record = record;
    try {
      await this.#parts.store.writeSync(record);
    } catch (error) {
      this.#record = { ...record, problem: record.problem ?? problemOf(error) };
    }
    return this.#record;
  }

  /** If the service refused the key, tries its successor at once, if there is one. */
  async #withAnotherKey(record: SyncRecord, endpoint: Endpoint | null, trigger: SyncTrigger): Promise<SyncRecord> {
    if (!endpoint || !this.#parts.keys || record.problem?.kind !== 'key-refused' || record.failures === 0)
      return record;
    const { publicKeys } = this.#parts.trustOf(endpoint.baseUrl);
    await followRefusedKey(endpoint, publicKeys, this.#parts.keys, this.#parts.limits.versionMs);
    const next = await this.#parts.endpoint();
    const isAnother = next?.baseUrl === endpoint.baseUrl && next.apiKey !== endpoint.apiKey;
    return isAnother ? this.#outcome(record, next, trigger) : record;
  }

  async #outcome(last: SyncRecord, endpoint: Endpoint | null, trigger: SyncTrigger): Promise<SyncRecord> {
    if (!endpoint) return { ...last, nextAttemptAt: null, problem: NOT_CONFIGURED };
    const at = this.#parts.now();
    const ofService = last.service === endpoint.baseUrl ? last : { ...FIRST_SYNC, service: endpoint.baseUrl };
    const record = { ...ofService, lastAttemptAt: at };
    try {
      const current = this.#currentOf(record);
      const trust = this.#parts.trustOf(endpoint.baseUrl);
      const polled = await poll({
        blocklist: this.#parts.blocklist,
        endpoint,
        limits: this.#parts.limits,
        trust,
        current,
        organization: record.organization,
        pollsFiles: trigger === 'person',
        keys: this.#parts.keys,
        at,
      });
      const pollSeconds = polled.pollSeconds ?? record.pollSeconds;
      const nextAttemptAt = at + pollDelay(pollSeconds, this.#parts.random());
      return { ...record, ...polled, pollSeconds, lastSuccessAt: at, nextAttemptAt, failures: 0, waitUntil: null };
    } catch (error) {
      return failed(record, error, this.#parts.now(), this.#parts.random());
    }
  }

  /** What the last success announced, if exactly that is still stored. */
  #currentOf({ current }: SyncRecord): SyncRecord['current'] {
    const info = this.#parts.blocklist.info;
    if (info?.token !== current?.snapshotToken || info?.recentToken !== current?.recentToken) return null;
    return (this.#parts.blocklist.hotTier?.token ?? null) === current?.hotToken ? current : null;
  }
}

function isDue(record: SyncRecord, trigger: SyncTrigger, now: number, endpoint: Endpoint | null): boolean {
  const wasUnconfigured = record.problem?.kind === 'not-configured';
  if (!endpoint) return !wasUnconfigured;
  const { lastAttemptAt, nextAttemptAt, waitUntil } = record;
  const clockWentBack = lastAttemptAt !== null && lastAttemptAt > now;
  if (wasUnconfigured || record.service !== endpoint.baseUrl || clockWentBack) return true;
  if (waitUntil !== null && now < waitUntil) return false;
  if (trigger === 'person') return true;
  if (trigger === 'online') return lastAttemptAt === null || now - lastAttemptAt >= MIN_ONLINE_INTERVAL_MS;
  return nextAttemptAt === null || now >= nextAttemptAt;
}

function failed(record: SyncRecord, error: unknown, now: number, random: number): SyncRecord {
  const failures = record.failures + 1;
  const retryAfterMs = error instanceof ServiceRefusal ? error.retryAfterMs : undefined;
  const wait = retryAfterMs === undefined ? 0 : waitDelay(retryAfterMs);
  return {
    ...record,
    failures,
    problem: problemOf(error),
    waitUntil: wait > 0 ? now + wait : null,
    nextAttemptAt: now + Math.max(wait, retryDelay(failures, MINUTE, random)),
  };
}

/**
 * Milliseconds until the next poll after a success: the service's period minus a random part of up to a fifth. It never
 * exceeds the period, so that every client has a publication within one period.
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 */
export const pollDelay = (pollSeconds: number, random: number): number => pollSeconds * 1_000 * (0.8 + 0.2 * random);
