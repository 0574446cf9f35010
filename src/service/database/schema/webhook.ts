import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../api/organization/webhook.ts';
import { moment, tableOf, times } from './column.ts';
import { organizationId } from './organization.ts';

/**
 * Webhooks of organizations, one for each address. The secret is stored in clear text, because it signs every delivery. A removed webhook stays
 * for its delivery log.
 */
export const webhooks = tableOf(
  'webhooks',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    organizationId: organizationId(),
    url: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    secret: text().notNull(),
    ...times(),
    removedAt: moment(),
  },
  (table) => [
    uniqueIndex('webhooks_organization_url').on(table.organizationId, table.url).where(sql`${table.removedAt} is null`),
  ],
);

/** An attempt of a delivery: the status of the answer, or why there was none. */
export type Attempt = {
  readonly at: string;
  readonly status: number | null;
  readonly problem: string | null;
  readonly milliseconds: number;
};

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const;

/** The log of deliveries: one event for one webhook, written in the transaction of the event, with its job. Every attempt sends the same `body`. */
export const webhookDeliveries = tableOf(
  'webhook_deliveries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    webhookId: integer()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    type: text({ enum: WEBHOOK_EVENTS }).notNull(),
    body: text().notNull(),
    attempts: jsonb().$type<Attempt[]>().notNull().default([]),
    status: text({ enum: DELIVERY_STATUSES }).notNull().default('PENDING'),
    createdAt: moment().notNull().defaultNow(),
    finishedAt: moment(),
  },
  (table) => [
    index('webhook_deliveries_webhook').on(table.webhookId, table.id),
    index('webhook_deliveries_finished').on(table.finishedAt).where(sql`${table.status} <> 'PENDING'`),
  ],
);
