import { createHmac } from 'node:crypto';
import { DELIVERY_HEADER, SIGNATURE_HEADER } from '../../../api/organization/webhook.ts';
import { retryDelay } from '../../../storage/back-off.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../http/log/log.ts';
import { type OutboundPolicy, outboundProblem, sendOutbound } from '../../http/outgoing.ts';
import { WorkLoop } from '../../jobs/work-loop.ts';
import { type AttemptEnd, type ClaimedDelivery, claimDue, pruneDeliveries, settle } from './queue.ts';

export type DeliveryTiming = {
  /** Minimum pause before the second attempt. */
  readonly retryMs: number;
  /** Factor by which the pause grows with each further attempt. */
  readonly growth: number;
  /** How often the queue is polled. */
  readonly pollIntervalMs: number;
  /** Timeout of one attempt. */
  readonly timeoutMs: number;
};

/** Retries after 10 to 20 seconds, one to two minutes, and six to twelve minutes. */
const TIMING: DeliveryTiming = { pollIntervalMs: 1_000, retryMs: 10_000, growth: 6, timeoutMs: 10_000 };
const MAX_RETRIES = 3;
const MAX_AT_ONCE = 16;
const MAX_PER_WEBHOOK = 4;
/** Time for recording an attempt after its timeout. */
const SETTLING_MS = 20_000;
const PRUNE_INTERVAL_MS = 3_600_000;

export type DelivererOptions = {
  readonly database: Database;
  readonly log: Log;
  readonly outbound: OutboundPolicy;
  readonly timing?: DeliveryTiming;
  /** Called after every attempt, for the metrics. */
  readonly onAttempt?: (outcome: 'delivered' | 'retried' | 'failed') => void;
};

/** The signature of a body: `sha256=` and the HMAC-SHA-256 in lower-case hex. */
export const signatureOf = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;

/**
 * Delivers the queue. Several processes can do so at once. A 2xx answer is a delivery; anything else is retried up to
 * three times. A process that dies between an answer and its record repeats the delivery, under the same
 * `X-Delivery-Id`.
 */
export class WebhookDeliverer {
  readonly #options: DelivererOptions;
  readonly #timing: DeliveryTiming;
  /** Number of running attempts by webhook. */
  readonly #busy = new Map<number, number>();
  readonly #loop: WorkLoop<ClaimedDelivery>;
  #prunedAt = Number.NEGATIVE_INFINITY;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#timing = options.timing ?? TIMING;
    this.#loop = new WorkLoop({
      pollIntervalMs: this.#timing.pollIntervalMs,
      maxConcurrent: MAX_AT_ONCE,
      claim: (most) => this.#claim(most),
      work: (delivery) => this.#deliver(delivery),
      onError: (error) => options.log.error('webhook queue failed', error),
    });
  }

  /** Starts delivering. */
  start(): void {
    this.#loop.start();
  }

  /** Stops claiming, and resolves once the running attempts have ended. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Limits the deliveries to one webhook, so that an unresponsive one delays no other. */
  async #claim(most: number): Promise<readonly ClaimedDelivery[]> {
    const { database } = this.#options;
    if (performance.now() - this.#prunedAt >= PRUNE_INTERVAL_MS) {
      this.#prunedAt = performance.now();
      await pruneDeliveries(database);
    }
    const claimMs = this.#timing.timeoutMs + SETTLING_MS;
    return claimDue(database, { most, mostPerWebhook: MAX_PER_WEBHOOK, except: [...this.#busy.keys()], claimMs });
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { webhookId } = delivery;
    const running = (change: number) => (this.#busy.get(webhookId) ?? 0) + change;
    this.#busy.set(webhookId, running(1));
    try {
      await this.#attempt(delivery);
    } catch (error) {
      this.#options.log.error('webhook attempt failed', error, { delivery: delivery.id });
    }
    const left = running(-1);
    if (left > 0) this.#busy.set(webhookId, left);
    else this.#busy.delete(webhookId);
  }

  async #attempt(delivery: ClaimedDelivery): Promise<void> {
    const { database, log, onAttempt } = this.#options;
    const startedAt = performance.now();
    const { status, problem } = await this.#send(delivery);
    const milliseconds = Math.round(performance.now() - startedAt);
    const delivered = status !== null && status >= 200 && status < 300;
    const retryInMs =
      delivered || delivery.attempts >= MAX_RETRIES
        ? null
        : retryDelay(delivery.attempts + 1, this.#timing.retryMs, Math.random(), this.#timing.growth);
    const end: AttemptEnd = { status, problem, milliseconds, delivered, retryInMs };
    const { id, webhookId, type, attempts } = delivery;
    const fields = { delivery: id, webhook: webhookId, type, attempt: attempts + 1, status, milliseconds };
    if (!(await settle(database, delivery, end))) {
      log.info('webhook delivery was taken over', fields);
      return;
    }
    onAttempt?.(delivered ? 'delivered' : retryInMs === null ? 'failed' : 'retried');
    log.info(delivered ? 'webhook delivered' : 'webhook not delivered', { ...fields, problem });
  }

  async #send({ id, url, secret, body }: ClaimedDelivery): Promise<{ status: number | null; problem: string | null }> {
    const headers = {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signatureOf(secret, body),
      [DELIVERY_HEADER]: String(id),
    };
    const { timeoutMs } = this.#timing;
    try {
      const request = { url, method: 'POST', headers, body, timeoutMs, maxBytes: 0 } as const;
      return { status: (await sendOutbound(request, this.#options.outbound)).status, problem: null };
    } catch (error) {
      return { status: null, problem: outboundProblem(error) };
    }
  }
}
