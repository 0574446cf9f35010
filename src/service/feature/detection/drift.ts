import type { SCHEDULES } from '../../../api/threat/detection.ts';
import type { ConfigRow } from './config.ts';

const HOUR = 3_600_000;

/** Milliseconds between two runs that the service makes by itself; null: it makes none. */
export const INTERVAL: Readonly<Record<(typeof SCHEDULES)[number], number | null>> = {
  MANUAL: null,
  HOURLY: HOUR,
  DAILY: 24 * HOUR,
  WEEKLY: 7 * 24 * HOUR,
};

/** Matches of one run from which a config is too general to be of use. */
export const NOISY_RESULTS = 1_000;
/** A config that nobody's schedule runs is stale after this. */
const MANUAL_STALE = 30 * 24 * HOUR;

/** Enabled, has run, and found nothing. */
export const findsNothing = ({ enabled, lastResultCount }: ConfigRow): boolean => enabled && lastResultCount === 0;

/** Enabled, and finds too much. */
export const isNoisy = ({ enabled, lastResultCount }: ConfigRow): boolean =>
  enabled && lastResultCount !== null && lastResultCount >= NOISY_RESULTS;

/** Enabled, and has not run for twice the time in which it should. `now` in ms since epoch. */
export function isStale({ enabled, schedule, lastRunAt, createdAt }: ConfigRow, now: number): boolean {
  const interval = INTERVAL[schedule];
  const longest = interval === null ? MANUAL_STALE : 2 * interval;
  return enabled && now - (lastRunAt ?? createdAt).getTime() > longest;
}
