import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { DELIVERY_HEADER, SIGNATURE_HEADER } from '../../../api/organization/webhook.ts';
import { retryDelay } from '../../../storage/back-off.ts';
import type { Database } from '../../database/database.ts';
import { type Attempt, webhookDeliveries, webhooks } from '../../database/schema/webhook.ts';
import type { Log } from '../../http/log/log.ts';
import { type OutboundPolicy, outboundProblem, sendOutbound } from '../../http/outgoing.ts';
import type { WorkLoop } from '../../jobs/work-loop.ts';
import { jobWorker } from '../../jobs/worker.ts';

export type DeliveryTiming = {
  /** Minimum pause before the second attempt. */
  readonly retryMs: number;
  /** Factor by which the pause grows with each further attempt. */
  readonly growth: number;
  readonly pollIntervalMs: number;
  readonly timeoutMs: number;
};

/** Retries after 10 to 20 seconds, one to two minutes, and six to twelve minutes. */
export const TIMING: DeliveryTiming = { pollIntervalMs: 1_000, retryMs: 10_000, growth: 6, timeoutMs: 10_000 };
/** The first attempt and three retries. */
const MAX_ATTEMPTS = 4;
const MAX_AT_ONCE = 16;
/** Maximum concurrent deliveries to one receiver, so that a slow one does not delay the others. */
const MAX_PER_WEBHOOK = 4;
/** Time for recording an attempt after its timeout. */
const RECORDING_MS = 20_000;

export type DelivererOptions = {
  readonly database: Database;
  readonly log: Log;
  readonly outbound: OutboundPolicy;
  readonly timing: DeliveryTiming;
  /** Called after every attempt, for the metrics. */
  readonly onAttempt?: (outcome: 'delivered' | 'retried' | 'failed') => void;
};

/** The signature of a body: `sha256=` and the HMAC-SHA-256 in lower-case hex. */
export const signatureOf = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;

const OUTCOMES = { DONE: 'delivered', AGAIN: 'retried', FAILED: 'failed' } as const;

/**
 * Delivers webhooks. A 2xx answer is a delivery; anything else is retried up to three times. A process that dies between an answer and
 * its record repeats the delivery, under the same `X-Delivery-Id`.
 */
export function webhookDeliverer({ database, log, outbound, timing, onAttempt }: DelivererOptions): WorkLoop {
  return jobWorker<Omit<Attempt, 'at'>>(database, {
    kind: 'webhook',
    pollIntervalMs: timing.pollIntervalMs,
    maxConcurrent: MAX_AT_ONCE,
    maxAttempts: MAX_ATTEMPTS,
    claimMs: timing.timeoutMs + RECORDING_MS,
    retryMs: (attempt) => retryDelay(attempt, timing.retryMs, Math.random(), timing.growth),
    lanes: (busy) => ({
      of: sql`select id as lane from webhooks where removed_at is null
        and id not in (select value::integer from json_array_elements_text(${JSON.stringify(busy)}::text::json))
        order by random()`,
      most: MAX_PER_WEBHOOK,
    }),
    attempt: async ({ subject }) => {
      const startedAt = performance.now();
      const { status, problem } = await deliver(database, Number(subject), timing.timeoutMs, outbound);
      const isDelivered = status !== null && status >= 200 && status < 300;
      const milliseconds = Math.round(performance.now() - startedAt);
      const result = { status, problem, milliseconds };
      return { problem: isDelivered ? null : (problem ?? `Answered with status ${status}`), result };
    },
    record: async (transaction, { subject }, outcome, result) => {
      const attempt = result ? JSON.stringify({ at: new Date(), ...result }) : '[]';
      await transaction
        .update(webhookDeliveries)
        .set({
          attempts: sql`attempts || ${attempt}::jsonb`,
          ...(outcome === 'AGAIN'
            ? {}
            : { status: outcome === 'DONE' ? 'DELIVERED' : 'FAILED', finishedAt: sql`now()` }),
        })
        .where(eq(webhookDeliveries.id, Number(subject)));
    },
    onEnd: ({ subject, lane, attempts }, outcome, { result }) => {
      onAttempt?.(OUTCOMES[outcome]);
      const fields = { delivery: Number(subject), webhook: lane, attempt: attempts, ...result };
      log.info(outcome === 'DONE' ? 'webhook delivered' : 'webhook not delivered', fields);
    },
    onError: (error, job) => log.error('webhook queue failed', error, job ? { delivery: Number(job.subject) } : {}),
  });
}

async function deliver(database: Database, id: number, timeoutMs: number, outbound: OutboundPolicy) {
  const [row] = await database
    .select({ url: webhooks.url, secret: webhooks.secret, body: webhookDeliveries.body })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, id));
  const { url, secret, body } = row!;
  const headers = {
    'content-type': 'application/json',
    [SIGNATURE_HEADER]: signatureOf(secret, body),
    [DELIVERY_HEADER]: String(id),
  };
  try {
    const request = { url, method: 'POST', headers, body, timeoutMs, maxBytes: 0 } as const;
    return { status: (await sendOutbound(request, outbound)).status, problem: null };
  } catch (error) {
    return { status: null, problem: outboundProblem(error) };
  }
}
