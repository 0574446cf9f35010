import { sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { detectionConfigs } from '../../database/schema/detection.ts';
import { WorkLoop } from '../../jobs/work-loop.ts';
import type { Log } from '../../log.ts';
import type { ConfigRow } from './config.ts';
import { runConfig } from './run.ts';

const WATCH_MS = 60_000;

/**
 * Takes configs that are due. A config counts as run from now on, so that of several processes only one runs it; when that one
 * dies, the config runs again at its next time.
 */
export const claimDueConfigs = (database: Database, most: number): Promise<ConfigRow[]> =>
  database
    .update(detectionConfigs)
    .set({ lastRunAt: sql`now()` })
    .where(
      sql`${detectionConfigs.id} in (
        select id from detection_configs
        where enabled and schedule <> 'MANUAL' and exists (
          select from organizations where organizations.id = organization_id and detection_active) and (last_run_at is null or last_run_at <= now() - case schedule
          when 'HOURLY' then interval '1 hour' when 'DAILY' then interval '1 day' else interval '7 days' end)
        order by last_run_at nulls first, id limit ${most} for update skip locked)`,
    )
    .returning();

/** Runs the configs that have a schedule, one after the other. */
export const detectionSchedule = (database: Database, log: Log): WorkLoop<ConfigRow> =>
  new WorkLoop<ConfigRow>({
    pollIntervalMs: WATCH_MS,
    maxConcurrent: 1,
    claim: (most) => claimDueConfigs(database, most),
    work: async (config) => {
      const { resultCount, newCount } = await runConfig(database, config);
      log.info('detection', { configId: config.id, resultCount, newCount });
    },
    onError: (error) => log.error('detection failed', error),
  });
