import { hexToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { blocklistConfirm } from '../../api/blocklist.ts';
import { call, type Endpoint } from '../../api/client.ts';
import { ServiceRefusal, ServiceUnreachable } from '../../api/error.ts';
import type { RequestReason } from '../../api/outgoing.ts';
import { ALGO_VERSION } from '../../asset/hash.ts';
import { MINUTE } from '../../storage/duration.ts';
import type { StoredState } from '../../storage/stored-state.ts';
import type { SelfTestEntries } from '../health/self-test.ts';
import { quietly } from '../store.ts';
import type { Hit, ListView } from '../verdict/lookup.ts';
import { CONFIRMATION_FAILURES } from '../verdict/verdict.ts';
import type { BucketCache, CachedAnswer, Detail } from './bucket-cache.ts';
import { isOfPage, type QuestionCause } from './cause.ts';
import type { QuestionBudget } from './question-budget.ts';

/** Milliseconds after which an unanswered question counts as failed (design: "Time limit 2 s"). */
const QUESTION_TIMEOUT_MS = 2_000;

/** Asks the service for the content of one bucket. `isPrivate` resolves to whether a private window asks. */
export type BucketQuestion = (
  endpoint: Endpoint,
  bucket: string,
  isPrivate: Promise<boolean>,
  reason: RequestReason,
) => Promise<{ hashes: readonly string[]; details: Readonly<Record<string, Detail>>; ttlSeconds: number }>;

/** Sends one bucket through the contract's operation: hex characters of a prefix, never an expression or a URL. */
const askService: BucketQuestion = async (endpoint, bucket, isPrivate, reason) => {
  const body = { algoVersion: ALGO_VERSION, prefixes: [bucket] };
  const limits = { timeoutMs: QUESTION_TIMEOUT_MS, isPrivate, reason };
  const answer = await call(endpoint, blocklistConfirm, { body }, limits);
  if (answer.status !== 200) throw new ServiceUnreachable('malformed', 'The service answered without a body');
  const { matches, details, ttlSeconds } = answer.data;
  return { hashes: matches.flatMap(({ hashes }) => hashes), details: details ?? {}, ttlSeconds };
};

type ConfirmationFailure = (typeof CONFIRMATION_FAILURES)[number];
/** The last confirmation that failed, and why; null once one succeeded. */
export const failedConfirmation = z.nullable(z.object({ kind: z.enum(CONFIRMATION_FAILURES), detail: z.string() }));
export type FailedConfirmation = z.infer<typeof failedConfirmation>;

/** What is currently known about one hit. */
export type HitState =
  | CachedAnswer
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly failure: ConfirmationFailure; readonly at: number };

/** Milliseconds for which a failure replaces a new question, at least and at most. */
export const FAILURE_TTL_MS = 15_000;
const MAX_FAILURE_TTL = 10 * MINUTE;

export type ConfirmationParts = {
  readonly cache: BucketCache;
  /** Why the last confirmation failed, if no success has followed; it survives the worker, so that the popup can show it. */
  readonly state: StoredState<FailedConfirmation>;
  readonly budget: Pick<QuestionBudget, 'take'>;
  /** Whether answers for a tab may be stored: not if a private window caused the question. */
  readonly mayStore: (tabId: number | undefined) => Promise<boolean>;
  readonly list: Pick<ListView, 'ready' | 'info' | 'hot'>;
  readonly selfTest: Pick<SelfTestEntries, 'hot'>;
  /** Null if no service is configured. */
  readonly endpoint: () => Promise<Endpoint | null>;
  readonly now: () => number;
  /** Default: the service's own operation. */
  readonly ask?: BucketQuestion;
};

/**
 * Confirms local hits: one bucket per question, full hashes compared on the device. Everyone who waits for the same
 * bucket shares its answer, which is kept for as long as the service says.
 */
export class Confirmation {
  readonly #parts: ConfirmationParts;
  readonly #ask: BucketQuestion;
  readonly #running = new Map<string, Promise<void>>();
  readonly #failures = new Map<string, { failure: ConfirmationFailure; at: number; until: number }>();

  constructor(parts: ConfirmationParts) {
    this.#parts = parts;
    this.#ask = parts.ask ?? askService;
  }

  /** What is known without asking: from the organization's own list, then from the newer of cached answer and hot tier. */
  known(hit: Hit): HitState {
    const { cache, list, selfTest, now } = this.#parts;
    const hash = hexToBytes(hit.hash);
    const hot = selfTest.hot(hash) || list.hot(hash);
    if (hot !== false && hot.isOwn) return { kind: 'listed', detail: hot.words, at: hot.at };
    const answer = cache.answer(hit, this.#prefixLength, now());
    if (answer && (answer.kind === 'listed' || !hot || answer.at >= hot.at)) return answer;
    if (hot) return { kind: 'listed', detail: hot.words, at: hot.at };
    const failed = this.#failures.get(this.#bucketOf(hit));
    // After the clock was set back it would count for longer than it is worth.
    if (!failed || now() >= failed.until || now() < failed.at) return { kind: 'unknown' };
    return { kind: 'failed', failure: failed.failure, at: failed.at };
  }

  /**
   * Asks about every hit that is unknown. Questions that a page causes by itself are limited by the budget of its site; the
   * rest stays unknown. Never rejects, and resolves within the time limit.
   */
  async ask(hits: readonly Hit[], by: QuestionCause): Promise<void> {
    await this.#parts.list.ready;
    const open = hits.filter((hit) => this.known(hit).kind === 'unknown');
    const buckets = [...new Set(open.map((hit) => this.#bucketOf(hit)))];
    await Promise.all(buckets.map((bucket) => this.#share(bucket, open, by)));
  }

  /** Deletes failures and answers about these hits, so that the next question is sent. */
  async forget(hits: readonly Hit[]): Promise<void> {
    for (const hit of hits) {
      this.#failures.delete(this.#bucketOf(hit));
      await this.#parts.cache.forget(this.#bucketOf(hit));
    }
  }

  /** Deletes every failure: the connection or the service's address changed. */
  forgetFailures(): void {
    this.#failures.clear();
  }

  /** Until the service requests a length, the shortest: its buckets hide a site among the most others. */
  get #prefixLength(): number {
    return this.#parts.list.info?.confirmPrefixLength ?? 4;
  }

  #bucketOf(hit: Hit): string {
    return hit.hash.slice(0, this.#prefixLength);
  }

  async #share(bucket: string, open: readonly Hit[], by: QuestionCause): Promise<void> {
    const hits = open.filter((hit) => this.#bucketOf(hit) === bucket);
    const before = this.#running.get(bucket);
    if (before) return before.then(() => this.ask(hits, by));
    const { tabId, cause } = by;
    if (isOfPage(cause) && tabId !== undefined && !this.#parts.budget.take(tabId)) return;
    const run = this.#question(bucket, hits, by).finally(() => this.#running.delete(bucket));
    this.#running.set(bucket, run);
    return run;
  }

  async #question(bucket: string, hits: readonly Hit[], { cause, tabId }: QuestionCause): Promise<void> {
    const { cache, state, endpoint, now } = this.#parts;
    const asked = hits.map(({ prefix }) => prefix);
    const askedAt = now();
    try {
      const service = await endpoint();
      if (!service) throw new ServiceUnreachable('offline', 'No service is configured');
      // Evaluated before the answer: the tab may be gone by then.
      const isStored = this.#parts.mayStore(tabId);
      const isPrivate = isStored.then((stored) => !stored);
      const answer = await this.#ask(service, bucket, isPrivate, {
        cause,
        about: hits.map(({ expression }) => expression),
      });
      // Another one was chosen meanwhile, which may list more.
      if (JSON.stringify(await endpoint()) !== JSON.stringify(service))
        return this.#question(bucket, hits, { cause, tabId });
      const hashes = answer.hashes.map((hash) => hash.toLowerCase());
      if (!hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash) && hash.startsWith(bucket)))
        throw new ServiceUnreachable('malformed', 'The service answered with something else than hashes of the bucket');
      this.#failures.delete(bucket);
      const kept = cache.keep(bucket, { ...answer, hashes }, asked, askedAt, await isStored);
      await Promise.all([quietly(kept), state.change(() => null)]);
    } catch (error) {
      await this.#failed(bucket, error);
    }
  }

  async #failed(bucket: string, error: unknown): Promise<void> {
    const { state, now } = this.#parts;
    const failure = failureOf(error);
    const wait = error instanceof ServiceRefusal ? (error.retryAfterMs ?? 0) : 0;
    const hold = Math.min(Math.max(FAILURE_TTL_MS, wait), MAX_FAILURE_TTL);
    this.#failures.set(bucket, { failure, at: now(), until: now() + hold });
    const detail = error instanceof Error ? error.message : String(error);
    await state.change(() => ({ kind: failure, detail }));
  }
}

function failureOf(error: unknown): ConfirmationFailure {
  if (error instanceof ServiceUnreachable) return error.kind;
  return error instanceof ServiceRefusal ? 'refused' : 'malformed';
}
