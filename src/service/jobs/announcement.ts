import { type SQL, sql } from 'drizzle-orm';
import type { AssetStatus } from '../../api/asset/asset.ts';
import type { WebhookEvent } from '../../api/organization/webhook.ts';
import type { Asset } from '../../asset/type.ts';
import { type Database, rowsOf } from '../database/database.ts';
import type { Decider } from '../database/schema/asset.ts';

type StatusChange = {
  readonly assetId: number;
  readonly from: AssetStatus;
  readonly entry: {
    readonly asset: Asset;
    readonly status: AssetStatus;
    readonly decidedBy: Decider;
    readonly reason: string | null;
  };
};

type Escalation = {
  readonly organizationId: number;
  readonly reportId: number;
  readonly proposalId: number;
  readonly assetId: number;
  readonly asset: Asset;
};

type ThreatFound = { readonly assetId: number; readonly asset: Asset };

/** Queues `asset.status-updated` in the transaction of the changes; for a long import only to those who reported. */
export async function announceStatusChanges(transaction: Database, changes: readonly StatusChange[]): Promise<void> {
  const type = 'asset.status-updated';
  if (changes.length === 0 || !(await isWanted(transaction, type))) return;
  const changedAt = new Date().toISOString();
  const given = changes.map(({ assetId, from: fromStatus, entry: { asset, status: toStatus, decidedBy, reason } }) => ({
    asset_id: assetId,
    from_list: decidedBy === 'LIST',
    body: bodyOf(type, changedAt, { assetId, ...asset, fromStatus, toStatus, reason, changedAt }),
  }));
  await queue(
    transaction,
    sql`select webhooks.id, ${type}, given.body
    from json_to_recordset(${JSON.stringify(given)}::text::json)
      as given (asset_id bigint, from_list boolean, body text)
    join webhooks on webhooks.removed_at is null and ${type} = any(webhooks.events)
    where not given.from_list or exists (
      select from report_assets join reports on reports.id = report_assets.report_id
      where report_assets.asset_id = given.asset_id and reports.organization_id = webhooks.organization_id)`,
  );
}

/** Queues `asset.status-escalated` for the organization, in the transaction of the escalation. */
export async function announceEscalation(transaction: Database, escalation: Escalation): Promise<void> {
  const { organizationId, reportId, proposalId, assetId, asset } = escalation;
  const data = { assetId, ...asset, reportId, proposalId };
  await announceTo(transaction, organizationId, 'asset.status-escalated', [data]);
}

/** Queues `organization.threat-detection-added` in the transaction of the threats. @param source what found them */
export async function announceThreats(
  transaction: Database,
  organizationId: number,
  source: string,
  threats: readonly ThreatFound[],
): Promise<void> {
  const data = threats.map(({ assetId, asset }) => ({ organizationId, assetId, ...asset, source }));
  await announceTo(transaction, organizationId, 'organization.threat-detection-added', data);
}

/** Queues `debug.test` for one webhook, whatever its events. @returns the number of the delivery; null without such a webhook */
export async function announceTest(database: Database, webhookId: number): Promise<number | null> {
  const type = 'debug.test';
  const body = bodyOf(type, new Date().toISOString(), { webhookId });
  const [delivery] = await queue(
    database,
    sql`select id, ${type}, ${body} from webhooks where id = ${webhookId} and removed_at is null`,
  );
  return delivery ?? null;
}

async function announceTo(
  transaction: Database,
  organizationId: number,
  type: WebhookEvent,
  data: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const createdAt = new Date().toISOString();
  const bodies = JSON.stringify(data.map((one) => bodyOf(type, createdAt, one)));
  await queue(
    transaction,
    sql`select id, ${type}, given.body from webhooks, json_array_elements_text(${bodies}::text::json) as given (body)
      where organization_id = ${organizationId} and removed_at is null and ${type} = any(events)`,
  );
}

/** Writes deliveries and their jobs. @param deliveries rows of webhook, type and body. @returns the numbers of the deliveries */
async function queue(database: Database, deliveries: SQL): Promise<number[]> {
  const rows = await rowsOf<{ subject: string }>(
    database,
    sql`with made as (insert into webhook_deliveries (webhook_id, type, body) ${deliveries} returning id, webhook_id)
      insert into jobs (kind, subject, lane) select 'webhook', id::text, webhook_id from made returning subject`,
  );
  return rows.map(({ subject }) => Number(subject));
}

const bodyOf = (type: WebhookEvent, createdAt: string, data: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ type, created_at: createdAt, data });

async function isWanted(database: Database, type: WebhookEvent): Promise<boolean> {
  const [row] = await rowsOf<{ wanted: boolean }>(
    database,
    sql`select exists (select from webhooks where removed_at is null and ${type} = any(events)) as wanted`,
  );
  return row?.wanted === true;
}
