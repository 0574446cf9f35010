import { and, asc, eq } from 'drizzle-orm';
import type { BodyOf } from '../../../api/operation.ts';
import type { DetectionConfig, detectionConfigUpdate, SCHEDULES } from '../../../api/threat/detection.ts';
import { type Database, refuseTaken } from '../../database/database.ts';
import { type Issue, issue } from '../../database/refused.ts';
import { detectionConfigs } from '../../database/schema/detection.ts';
import { Failure } from '../../http/failure.ts';
import { timesInText } from '../../http/implementation.ts';
import { termProblems } from './term.ts';

export type ConfigRow = typeof detectionConfigs.$inferSelect;
type Draft = Pick<typeof detectionConfigs.$inferInsert, 'source' | 'name' | 'terms' | 'enabled' | 'schedule'>;
type Changes = Omit<BodyOf<typeof detectionConfigUpdate>, 'id' | 'slug'>;

export function configRecord(row: ConfigRow): DetectionConfig {
  const { id, source, name, terms, enabled, schedule, lastRunAt, lastResultCount } = row;
  return timesInText({ id, source, name, terms, enabled, schedule, lastRunAt, lastResultCount });
}

/** The configs of an organization, oldest first. */
export const readConfigs = (database: Database, organizationId: number): Promise<ConfigRow[]> =>
  database
    .select()
    .from(detectionConfigs)
    .where(eq(detectionConfigs.organizationId, organizationId))
    .orderBy(asc(detectionConfigs.id));

/** One config, which may be locked. @throws Failure NOT_FOUND when the organization has none of this id */
export async function readConfig(
  database: Database,
  organizationId: number,
  id: number,
  lock?: 'update',
): Promise<ConfigRow> {
  const query = database.select().from(detectionConfigs).where(configOf(organizationId, id));
  const [row] = await (lock ? query.for(lock) : query);
  return row ?? unknownConfig(id);
}

/** Creates a config. @throws Failure BAD_REQUEST for invalid terms, CONFLICT for a name that is taken */
export async function createConfig(transaction: Database, organizationId: number, draft: Draft): Promise<ConfigRow> {
  requireTerms(draft.terms);
  const [row] = await transaction
    .insert(detectionConfigs)
    .values({ organizationId, ...draft })
    .returning()
    .catch(refuseTaken(taken()));
  return row!;
}

/** Changes the given fields. @throws Failure NOT_FOUND, BAD_REQUEST or CONFLICT as {@link createConfig} */
export async function updateConfig(
  transaction: Database,
  organizationId: number,
  id: number,
  changes: Changes,
): Promise<ConfigRow> {
  if (changes.terms) requireTerms(changes.terms);
  const [row] = await transaction
    .update(detectionConfigs)
    .set({ ...changes, updatedAt: new Date() })
    .where(configOf(organizationId, id))
    .returning()
    .catch(refuseTaken(taken()));
  return row ?? unknownConfig(id);
}

/** Deletes a config and keeps what it found. @throws Failure NOT_FOUND */
export async function deleteConfig(transaction: Database, organizationId: number, id: number): Promise<void> {
  const gone = await transaction
    .delete(detectionConfigs)
    .where(configOf(organizationId, id))
    .returning({ id: detectionConfigs.id });
  if (gone.length === 0) unknownConfig(id);
}

const configOf = (organizationId: number, id: number) =>
  and(eq(detectionConfigs.organizationId, organizationId), eq(detectionConfigs.id, id));

/** @throws Failure NOT_FOUND, always */
export function unknownConfig(id: number): never {
  throw new Failure('NOT_FOUND', issue('noConfig', { id }, 'id'));
}

function requireTerms(terms: readonly string[]): void {
  const issues = termProblems(terms);
  if (issues.length > 0) throw new Failure('BAD_REQUEST', { issues });
}

const taken = () => new Failure('CONFLICT', issue('configTaken', {}, 'name'));

const HOUR_MS = 3_600_000;

const SCHEDULE_INTERVAL_MS: Readonly<Record<(typeof SCHEDULES)[number], number | null>> = {
  MANUAL: null,
  HOURLY: HOUR_MS,
  DAILY: 24 * HOUR_MS,
  WEEKLY: 7 * 24 * HOUR_MS,
};

/** A config with this many matches in a run is too general. */
export const NOISY_RESULTS = 1_000;
const MANUAL_STALE_MS = 30 * 24 * HOUR_MS;

/** Enabled, has run, and found nothing. */
export const findsNothing = ({ enabled, lastResultCount }: ConfigRow): boolean => enabled && lastResultCount === 0;

/** Enabled, and finds too much. */
export const isNoisy = ({ enabled, lastResultCount }: ConfigRow): boolean =>
  enabled && lastResultCount !== null && lastResultCount >= NOISY_RESULTS;

/** Enabled, and has not run for twice its interval. `now` in ms since epoch. */
export function isStale({ enabled, schedule, lastRunAt, createdAt }: ConfigRow, now: number): boolean {
  const interval = SCHEDULE_INTERVAL_MS[schedule];
  const longest = interval === null ? MANUAL_STALE_MS : 2 * interval;
  return enabled && now - (lastRunAt ?? createdAt).getTime() > longest;
}

/** What is wrong with the terms of a config, also that they match too much. @param count how many assets they match */
export const configProblems = (terms: readonly string[], count: number): Issue[] => [
  ...termProblems(terms),
  ...(count >= NOISY_RESULTS ? [issue('termsGeneral', { count }, 'terms')] : []),
];
