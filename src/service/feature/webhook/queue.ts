import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { WebhookEvent } from '../../../api/organization/webhook.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { webhookAttempts, webhookDeliveries } from '../../database/schema/webhook.ts';

/** A delivery that this process has claimed. */
export type ClaimedDelivery = {
  readonly id: number;
  readonly webhookId: number;
  readonly claim: string;
  readonly type: WebhookEvent;
  readonly body: string;
  readonly url: string;
  readonly secret: string;
  /** Number of ended attempts before this one. */
  readonly attempts: number;
};

export type ClaimOrder = {
  readonly most: number;
  /** Maximum concurrent deliveries to one receiver, so that a slow one does not delay the others. */
  readonly mostPerWebhook: number;
  /** Webhooks to skip now. */
  readonly except: readonly number[];
  /** Time after which another process may claim the delivery. */
  readonly claimMs: number;
};

type DueRow = Omit<ClaimedDelivery, 'id' | 'webhookId' | 'claim'> & { id: number | string; webhook_id: number };

/**
 * Claims due deliveries. Each process gets different ones: it skips rows locked by another, and a claimed row is not
 * due before its claim ends.
 */
export async function claimDue(database: Database, order: ClaimOrder): Promise<ClaimedDelivery[]> {
  const claim = randomUUID();
  const rows = await rowsOf<DueRow>(
    database,
    sql`with due as materialized (
        select due.id from (
          select id from webhooks where removed_at is null
            and id not in (select value::integer from json_array_elements_text(${JSON.stringify(order.except)}::text::json))
          order by random()) webhooks
        cross join lateral (
          select id from webhook_deliveries
          where webhook_id = webhooks.id and status = 'PENDING' and next_attempt_at <= now()
          order by next_attempt_at, id limit ${order.mostPerWebhook} for update skip locked) due
        limit ${order.most})
      update webhook_deliveries set claim = ${claim},
        claimed_until = now() + make_interval(secs => ${order.claimMs / 1000}::float8),
        next_attempt_at = now() + make_interval(secs => ${order.claimMs / 1000}::float8)
      from due, webhooks
      where webhook_deliveries.id = due.id and webhooks.id = webhook_deliveries.webhook_id
      returning webhook_deliveries.id, webhook_id, type, body, attempts, url, secret`,
  );
  return rows
    .map(({ webhook_id, ...row }) => ({ ...row, id: Number(row.id), webhookId: Number(webhook_id), claim }))
    .sort((a, b) => a.id - b.id);
}

/** The end of an attempt. `retryInMs` is null if it was the last one. */
export type AttemptEnd = {
  readonly status: number | null;
  readonly problem: string | null;
  readonly milliseconds: number;
  readonly delivered: boolean;
  readonly retryInMs: number | null;
};

/** Records the end of an attempt. False if another process has claimed the delivery meanwhile. */
export async function settle(database: Database, { id, claim }: ClaimedDelivery, end: AttemptEnd): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const again = end.retryInMs;
    const status = end.delivered ? 'DELIVERED' : again === null ? 'FAILED' : 'PENDING';
    const settled = await transaction
      .update(webhookDeliveries)
      .set({
        status,
        attempts: sql`${webhookDeliveries.attempts} + 1`,
        claim: null,
        claimedUntil: null,
        ...(status === 'PENDING'
          ? { nextAttemptAt: sql`now() + make_interval(secs => ${(again ?? 0) / 1000}::float8)` }
          : { finishedAt: sql`now()` }),
      })
      .where(
        and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.claim, claim), eq(webhookDeliveries.status, 'PENDING')),
      )
      .returning({ id: webhookDeliveries.id });
    if (settled.length === 0) return false;
    const { problem, milliseconds } = end;
    await transaction.insert(webhookAttempts).values({ deliveryId: id, status: end.status, problem, milliseconds });
    return true;
  });
}

const RETENTION_DAYS = 30;
const MAX_PRUNED = 10_000;

/** Deletes deliveries that ended more than thirty days ago. */
export async function pruneDeliveries(database: Database): Promise<void> {
  await database.execute(sql`delete from webhook_deliveries where id in (
    select id from webhook_deliveries
    where status <> 'PENDING' and finished_at < now() - make_interval(days => ${RETENTION_DAYS}::integer)
    order by finished_at limit ${MAX_PRUNED} for update skip locked)`);
}

/** The newest deliveries of one webhook or of all, each with its attempts, oldest attempt first. */
export async function listDeliveries(database: Database, webhookId: number | null, most: number) {
  const deliveries = await database
    .select()
    .from(webhookDeliveries)
    .where(webhookId === null ? undefined : eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(desc(webhookDeliveries.id))
    .limit(most);
  if (deliveries.length === 0) return [];
  const ids = deliveries.map(({ id }) => id);
  const attempts = await database
    .select()
    .from(webhookAttempts)
    .where(inArray(webhookAttempts.deliveryId, ids))
    .orderBy(asc(webhookAttempts.id));
  return deliveries.map((delivery) => ({
    ...delivery,
    log: attempts.filter(({ deliveryId }) => deliveryId === delivery.id),
  }));
}

/** The number of pending deliveries, for the metrics. */
export const countPending = (database: Database): Promise<number> =>
  database.$count(webhookDeliveries, eq(webhookDeliveries.status, 'PENDING'));
