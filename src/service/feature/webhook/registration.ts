import { randomBytes } from 'node:crypto';
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { ResponseOf } from '../../../api/operation.ts';
import { WEBHOOK_EVENTS, type WebhookEvent, type webhookConfig } from '../../../api/organization/webhook.ts';
import type { Database } from '../../database/database.ts';
import type { IssueCode } from '../../database/refused.ts';
import { jobs } from '../../database/schema/job.ts';
import { organizations } from '../../database/schema/organization.ts';
import { webhookDeliveries, webhooks } from '../../database/schema/webhook.ts';
import { NO_NETWORKS } from '../../http/networks.ts';
import { type OutboundPolicy, outboundRefusal } from '../../http/outgoing.ts';

export const MAX_WEBHOOKS = 20;

/** Why a URL cannot be a webhook's; null if it can. Its IP addresses are checked again at every delivery. */
export function webhookUrlProblem(url: string, policy: OutboundPolicy): IssueCode | null {
  const refusal = outboundRefusal(url, policy);
  if (refusal !== null) return refusal;
  const { protocol, hash } = new URL(url);
  if (protocol !== 'https:' && policy.privateNetworks === NO_NETWORKS) return 'noHttps';
  return hash === '' ? null : 'fragment';
}

/** Creates the webhook at a URL, or replaces its events and secret. Null if the organization has the maximum number. */
export async function configureWebhook(
  transaction: Database,
  organizationId: number,
  { url, events }: { readonly url: string; readonly events: readonly WebhookEvent[] },
): Promise<ResponseOf<typeof webhookConfig> | null> {
  const address = new URL(url).href;
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  const wanted = WEBHOOK_EVENTS.filter((event) => events.includes(event));
  // Locks the organization, so that two concurrent requests cannot exceed the limit.
  await transaction.select().from(organizations).where(eq(organizations.id, organizationId)).for('update');
  const others = and(
    eq(webhooks.organizationId, organizationId),
    isNull(webhooks.removedAt),
    ne(webhooks.url, address),
  );
  if ((await transaction.$count(webhooks, others)) >= MAX_WEBHOOKS) return null;
  const [row] = await transaction
    .insert(webhooks)
    .values({ organizationId, url: address, events: wanted, secret })
    .onConflictDoUpdate({
      target: [webhooks.organizationId, webhooks.url],
      targetWhere: isNull(webhooks.removedAt),
      set: { events: wanted, secret, updatedAt: sql`now()` },
    })
    .returning({ id: webhooks.id });
  return { id: row!.id, url: address, events: wanted, secret };
}

/** The active webhooks of an organization, oldest first, without their secrets, and when each got the one that it has. */
export const listWebhooks = (database: Database, organizationId: number) =>
  database
    .select({ id: webhooks.id, url: webhooks.url, events: webhooks.events, updatedAt: webhooks.updatedAt })
    .from(webhooks)
    .where(and(isNull(webhooks.removedAt), eq(webhooks.organizationId, organizationId)))
    .orderBy(asc(webhooks.id));

/** Removes a webhook and its pending deliveries; the delivery log stays. */
export async function removeWebhook(database: Database, id: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction
      .update(webhooks)
      .set({ removedAt: new Date(), secret: '' })
      .where(and(eq(webhooks.id, id), isNull(webhooks.removedAt)));
    await transaction
      .update(webhookDeliveries)
      .set({ status: 'FAILED', finishedAt: new Date() })
      .where(and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.status, 'PENDING')));
    await transaction.delete(jobs).where(and(eq(jobs.kind, 'webhook'), eq(jobs.lane, id)));
  });
}
