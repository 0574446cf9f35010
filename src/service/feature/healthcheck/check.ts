import type { ResponseOf } from '../../../api/operation.ts';
import type { HealthcheckId, healthcheckBacklog } from '../../../api/organization/healthcheck.ts';
import type { Database } from '../../database/connection.ts';

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
  readonly suggestedAction: string;
  readonly observe: (database: Database, organizationId: number) => Promise<Observation>;
};

/** Findings that one answer holds. */
export const MOST_FINDINGS = 20;

/** Carries out a check for an organization. */
export async function checkHealth(
  database: Database,
  organizationId: number,
  check: Check,
): Promise<HealthcheckResult> {
  const { observed, findings, threshold = check.threshold } = await check.observe(database, organizationId);
  const isBad = check.failAt !== null && observed >= Math.max(check.failAt, threshold);
  const severity = isBad ? 'fail' : observed >= threshold ? 'warn' : 'ok';
  return {
    id: check.id,
    severity,
    observed,
    threshold,
    findings: severity === 'ok' ? [] : findings.slice(0, MOST_FINDINGS),
    suggestedAction: severity === 'ok' ? null : check.suggestedAction,
  };
}
