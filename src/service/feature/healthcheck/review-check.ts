import { sql } from 'drizzle-orm';
import { rowsOf } from '../../database/database.ts';
import { advice, type Check, MAX_FINDINGS } from './check.ts';

const SILENT_DAYS = 30;
/** A config that was made lately has had no time to find anything. */
const YOUNG_DAYS = 7;
const OLD_HOURS = 72;

/** The checks of detection and review. */
export const reviewChecks: readonly Check[] = [
  {
    id: 'detections/silent-configs',
    threshold: 1,
    failAt: 10,
    suggestedAction: () =>
      advice(
        'Give these configs other terms, or disable them',
        `call detectionConfigUpdate --key KEY --json '{"id": ID, "enabled": false}'`,
      ),
    observe: async (database, organizationId) => {
      const rows = await rowsOf<{ id: number; name: string; last_run_at: string | Date | null }>(
        database,
        sql`select id, name, last_run_at from detection_configs where organization_id = ${organizationId} and enabled
          and created_at < now() - make_interval(days => ${YOUNG_DAYS}) and not exists (
            select from detections where detections.config_id = detection_configs.id
              and detections.created_at >= now() - make_interval(days => ${SILENT_DAYS}))
          order by id`,
      );
      const ran = (at: string | Date | null) =>
        at === null ? 'has never run' : `last ran ${new Date(at).toISOString()}`;
      const findings = rows.map(({ id, name, last_run_at }) => ({
        subject: `Config ${id}, ${name}`,
        detail: `found nothing new in ${SILENT_DAYS} days, and ${ran(last_run_at)}`,
      }));
      return { observed: rows.length, findings };
    },
  },
  {
    id: 'reviewing/backlog',
    threshold: 100,
    failAt: 500,
    suggestedAction: (slug) => advice('Review the oldest reports first', `review list --organization ${slug}`),
    observe: async (database, organizationId) => {
      const [row] = await rowsOf<{ waiting: number; oldest: string | Date | null }>(
        database,
        sql`select count(*)::int as waiting, min(created_at) as oldest from reports
          where organization_id = ${organizationId} and status <> 'CLOSED'`,
      );
      const { waiting, oldest } = row!;
      const detail = oldest === null ? '' : `the oldest is of ${new Date(oldest).toISOString()}`;
      return { observed: waiting, findings: oldest === null ? [] : [{ subject: `${waiting} reports`, detail }] };
    },
  },
  {
    id: 'reviewing/old-proposals',
    threshold: 1,
    failAt: 20,
    suggestedAction: () =>
      advice(`Approve or reject what has waited for more than ${OLD_HOURS} hours`, 'review approve PROPOSAL'),
    observe: async (database, organizationId) => {
      const old = sql`from reports join proposals on proposals.report_id = reports.id
        where reports.organization_id = ${organizationId} and reports.status <> 'CLOSED'
          and proposals.review_status = 'PENDING' and proposals.created_at < now() - make_interval(hours => ${OLD_HOURS})`;
      const [row] = await rowsOf<{ count: number }>(database, sql`select count(*)::int as count ${old}`);
      const rows = await rowsOf<{ id: number | string; report_id: number | string; created_at: string | Date }>(
        database,
        sql`select proposals.id, proposals.report_id, proposals.created_at ${old}
          order by proposals.created_at, proposals.id limit ${MAX_FINDINGS}`,
      );
      const findings = rows.map(({ id, report_id, created_at }) => ({
        subject: `Proposal ${id} of report ${report_id}`,
        detail: `waits since ${new Date(created_at).toISOString()}`,
      }));
      return { observed: row!.count, findings };
    },
  },
];
