import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { webhookDeliveries } from '../../database/schema/webhook.ts';

const RETENTION_DAYS = 30;
const MAX_PRUNED = 10_000;

/** Deletes deliveries that ended more than thirty days ago. */
export async function pruneDeliveries(database: Database): Promise<void> {
  await database.execute(sql`delete from webhook_deliveries where id in (
    select id from webhook_deliveries
    where status <> 'PENDING' and finished_at < now() - make_interval(days => ${RETENTION_DAYS}::integer)
    order by finished_at limit ${MAX_PRUNED} for update skip locked)`);
}

/** The newest deliveries of a webhook, each with its attempts, oldest attempt first. */
export const listDeliveries = (database: Database, webhookId: number, most: number) =>
  database
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(desc(webhookDeliveries.id))
    .limit(most);
