import type { ResponseOf } from '../../../api/operation.ts';
import type { HealthcheckId, healthcheckBacklog } from '../../../api/organization/healthcheck.ts';
import type { ReachedOrganization } from '../../access/api-key.ts';
import type { Database } from '../../database/database.ts';

export type HealthcheckResult = ResponseOf<typeof healthcheckBacklog>;
export type Finding = HealthcheckResult['findings'][number];

/** What a check sees. A check whose threshold follows from the data says so here. */
export type Observation = {
  readonly observed: number;
  readonly findings: readonly Finding[];
  readonly threshold?: number;
};

export type Check = {
  readonly id: HealthcheckId;
  /** From here on: `warn`. */
  readonly threshold: number;
  /** From here on: `fail`; null where nothing is that bad. */
  readonly failAt: number | null;
  /** What to do, with the command that does it. @param slug of the organization */
  readonly suggestedAction: (slug: string) => string;
  readonly observe: (database: Database, organizationId: number) => Promise<Observation>;
};

/** An advice ends with the command that follows it. */
export const advice = (what: string, command: string): string => `${what}: npm run service -- ${command}`;

/** Findings that one answer holds. */
export const MAX_FINDINGS = 20;

/** Carries out a check for an organization. */
export async function checkHealth(
  database: Database,
  { id, slug }: Pick<ReachedOrganization, 'id' | 'slug'>,
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
    suggestedAction: severity === 'ok' ? null : check.suggestedAction(slug),
  };
}
