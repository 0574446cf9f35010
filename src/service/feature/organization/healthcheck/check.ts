import { type SQL, sql } from 'drizzle-orm';
import type { ResponseOf } from '../../../../api/operation.ts';
import type { HealthcheckId, healthcheckBacklog } from '../../../../api/organization/healthcheck.ts';
import { type Database, rowsOf } from '../../../database/database.ts';
import type { ReachedOrganization } from '../../../http/access/api-key.ts';

type HealthcheckResult = ResponseOf<typeof healthcheckBacklog>;
type Finding = HealthcheckResult['findings'][number];

type Observation = {
  readonly observed: number;
  readonly findings: readonly Finding[];
  readonly threshold?: number;
};

export type Check = {
  readonly id: HealthcheckId;
  /** From here on: `warn`. */
  readonly threshold: number;
  /** From here on: `fail`; null: never. */
  readonly failAt: number | null;
  readonly advice: string;
  readonly observe: (database: Database, organizationId: number) => Promise<Observation>;
};

const MAX_FINDINGS = 20;

/** Runs a check for an organization. */
export async function checkHealth(
  database: Database,
  { id }: Pick<ReachedOrganization, 'id'>,
  check: Check,
): Promise<HealthcheckResult> {
  const { observed, findings, threshold = check.threshold } = await check.observe(database, id);
  const isBad = check.failAt !== null && observed >= Math.max(check.failAt, threshold);
  const severity = isBad ? 'fail' : observed >= threshold ? 'warn' : 'ok';
  return {
    id: check.id,
    severity,
    observed,
    threshold,
    findings: severity === 'ok' ? [] : findings.slice(0, MAX_FINDINGS),
    suggestedAction: severity === 'ok' ? null : check.advice,
  };
}

/** Column: how many rows there are without the limit of the query. */
const ALL = sql`(count(*) over ())::int as "all"`;
type Counted = { readonly id: number | string; readonly all: number };

async function observeOrganization(
  database: Database,
  organizationId: number,
  condition: SQL,
  detail: string,
): Promise<Observation> {
  const rows = await rowsOf<{ name: string }>(
    database,
    sql`select name from organizations where id = ${organizationId} and ${condition}`,
  );
  return { observed: rows.length, findings: rows.map(({ name }) => ({ subject: name, detail })) };
}

const SILENT_DAYS = 30;
/** A config younger than this has had no time to find anything. */
const NEW_CONFIG_DAYS = 7;
const OLD_PROPOSAL_HOURS = 72;

const STALE_DAYS = 7;
const CANCELLED_DAYS = 7;

async function observeTakedowns(database: Database, organizationId: number, condition: SQL): Promise<Observation> {
  const rows = await rowsOf<Counted & { content: string; status: string; updated_at: string | Date }>(
    database,
    sql`select takedowns.id, assets.content, takedowns.status, takedowns.updated_at, ${ALL}
      from takedowns join assets on assets.id = takedowns.asset_id
      where takedowns.organization_id = ${organizationId} and ${condition}
      order by takedowns.updated_at, takedowns.id limit ${MAX_FINDINGS}`,
  );
  const findings = rows.map(({ id, content, status, updated_at }) => ({
    subject: `Takedown ${id} of ${content}`,
    detail: `is ${status} since ${new Date(updated_at).toISOString()}`,
  }));
  return { observed: rows[0]?.all ?? 0, findings };
}

const days = (count: number): SQL => sql`now() - make_interval(days => ${count})`;

/** The last day is compared with this number of days before it. */
const BASELINE_DAYS = 7;
/** This many times the usual number is a spike… */
const SPIKE_FACTOR = 3;
/** …but fewer than this are none. */
const MIN_SPIKE = 10;

export const CHECKS: readonly Check[] = [
  {
    id: 'detections/silent-configs',
    threshold: 1,
    failAt: 10,
    advice: 'Give these configs other terms, or disable them',
    observe: async (database, organizationId) => {
      const rows = await rowsOf<{ id: number; name: string; last_run_at: string | Date | null }>(
        database,
        sql`select id, name, last_run_at from detection_configs where organization_id = ${organizationId} and enabled
          and created_at < now() - make_interval(days => ${NEW_CONFIG_DAYS}) and not exists (
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
    advice: 'Review the oldest reports first',
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
    advice: `Approve or reject what has waited for more than ${OLD_PROPOSAL_HOURS} hours`,
    observe: async (database, organizationId) => {
      const rows = await rowsOf<Counted & { report_id: number | string; created_at: string | Date }>(
        database,
        sql`select proposals.id, proposals.report_id, proposals.created_at, ${ALL} from reports
          join proposals on proposals.report_id = reports.id
          where reports.organization_id = ${organizationId} and reports.status <> 'CLOSED'
            and proposals.review_status = 'PENDING' and proposals.created_at < now() - make_interval(hours => ${OLD_PROPOSAL_HOURS})
          order by proposals.created_at, proposals.id limit ${MAX_FINDINGS}`,
      );
      const findings = rows.map(({ id, report_id, created_at }) => ({
        subject: `Proposal ${id} of report ${report_id}`,
        detail: `waits since ${new Date(created_at).toISOString()}`,
      }));
      return { observed: rows[0]?.all ?? 0, findings };
    },
  },
  {
    id: 'takedowns/todo-volume',
    threshold: 50,
    failAt: 200,
    advice: 'Begin the oldest takedowns',
    observe: (database, id) => observeTakedowns(database, id, sql`takedowns.status = 'TODO'`),
  },
  {
    id: 'takedowns/in-progress-volume',
    threshold: 100,
    failAt: 400,
    advice: 'Ask the providers about the oldest takedowns, and say how far they are',
    observe: (database, id) => observeTakedowns(database, id, sql`takedowns.status = 'IN_PROGRESS'`),
  },
  {
    id: 'takedowns/stale-in-progress',
    threshold: 1,
    failAt: 10,
    advice: `Follow up what has not moved for ${STALE_DAYS} days, and write down the step`,
    observe: (database, id) =>
      observeTakedowns(
        database,
        id,
        sql`takedowns.status = 'IN_PROGRESS' and takedowns.updated_at < ${days(STALE_DAYS)}`,
      ),
  },
  {
    id: 'takedowns/cancelled-count',
    threshold: 5,
    failAt: 20,
    advice: 'Find out why takedowns are cancelled',
    observe: (database, id) =>
      observeTakedowns(
        database,
        id,
        sql`takedowns.status = 'CANCELLED' and takedowns.updated_at >= ${days(CANCELLED_DAYS)}`,
      ),
  },
  {
    id: 'takedowns/automation-off',
    threshold: 1,
    failAt: null,
    advice: 'Let takedowns be filed automatically',
    observe: (database, id) => {
      const detail = 'has takedowns, and they are not automated';
      return observeOrganization(database, id, sql`takedowns_active and not takedowns_automated`, detail);
    },
  },
  // Many assets that die at once mean a takedown of a whole provider, or a defect of the liveness check.
  {
    id: 'assets/dead-asset-spike',
    threshold: MIN_SPIKE,
    failAt: 10 * MIN_SPIKE,
    advice: 'Look whether these assets are gone, and write down which still answer',
    observe: async (database, organizationId) => {
      const dead = sql`from threats join asset_liveness on asset_liveness.asset_id = threats.asset_id
        join assets on assets.id = threats.asset_id
        where threats.organization_id = ${organizationId} and asset_liveness.status = 'DEAD'`;
      const [row] = await rowsOf<{ today: number; before: number }>(
        database,
        sql`select count(*) filter (where changed_at >= now() - interval '1 day')::int as today,
          count(*) filter (where changed_at < now() - interval '1 day')::int as before
          ${dead} and changed_at >= now() - make_interval(days => ${BASELINE_DAYS + 1})`,
      );
      const rows = await rowsOf<{ content: string; changed_at: string | Date }>(
        database,
        sql`select assets.content, changed_at ${dead} and changed_at >= now() - interval '1 day'
          order by changed_at desc, assets.id limit ${MAX_FINDINGS}`,
      );
      const findings = rows.map(({ content, changed_at }) => ({
        subject: content,
        detail: `does not answer since ${new Date(changed_at).toISOString()}`,
      }));
      const { today, before } = row!;
      const threshold = Math.max(MIN_SPIKE, Math.ceil((before / BASELINE_DAYS) * SPIKE_FACTOR));
      return { observed: today, findings, threshold };
    },
  },
  {
    id: 'organization/missing-contact-url',
    threshold: 1,
    failAt: null,
    advice: 'Say where it is reached',
    observe: (database, id) =>
      observeOrganization(database, id, sql`coalesce(trim(contact_url), '') = ''`, 'has no contact address'),
  },
];
