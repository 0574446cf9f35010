import * as z from 'zod/mini';
import { known, slug } from '../field.ts';
import { type OrganizationService, operation } from '../operation.ts';

const SEVERITIES = ['ok', 'warn', 'fail'] as const;

/** Every check: its id, which is also the end of its path, and what it examines. */
export const HEALTHCHECKS = {
  'detections/silent-configs': 'Detection configs that have found nothing lately',
  'reviewing/backlog': 'Reports waiting for review',
  'reviewing/old-proposals': 'Proposals waiting too long for review',
  'takedowns/todo-volume': 'Takedowns not started',
  'takedowns/in-progress-volume': 'Takedowns in progress',
  'takedowns/stale-in-progress': 'Takedowns without progress',
  'takedowns/cancelled-count': 'Takedowns cancelled lately',
  'takedowns/automation-off': 'Automated takedowns',
  'assets/dead-asset-spike': 'Threats that went offline lately, compared with the days before',
  'organization/missing-contact-url': 'Contact page',
} as const;
export type HealthcheckId = keyof typeof HEALTHCHECKS;

const GROUP = 'Healthchecks';

/** Clients call only checks that are `implemented`. */
export const healthchecksList = operation({
  id: 'healthchecksList',
  group: GROUP,
  summary: 'Every healthcheck, and whether it is implemented',
  method: 'POST',
  path: '/healthchecks/list',
  access: 'read',
  body: z.object({ slug }),
  response: z.object({
    checks: z.array(
      z.object({ id: z.string(), implemented: z.boolean(), notImplementedReason: z.optional(z.string()) }),
    ),
  }),
});

/**
 * `warn` if `observed` reaches `threshold`, `fail` if it is far above; `suggestedAction` is null if there is nothing to
 * do.
 */
const result = z.object({
  id: z.string(),
  severity: known(SEVERITIES),
  observed: z.number(),
  threshold: z.number(),
  findings: z.array(z.object({ subject: z.string(), detail: z.string() })),
  suggestedAction: z.nullable(z.string()),
});

const healthcheck = <const I extends string, const C extends HealthcheckId>(
  id: I,
  check: C,
  service?: OrganizationService,
) =>
  operation({
    id,
    group: GROUP,
    summary: HEALTHCHECKS[check],
    method: 'POST',
    path: `/healthchecks/${check}`,
    access: 'read',
    ...(service ? { service } : {}),
    body: z.object({ slug }),
    response: result,
  });

export const healthcheckSilentConfigs = healthcheck(
  'healthcheckSilentConfigs',
  'detections/silent-configs',
  'detection',
);
export const healthcheckBacklog = healthcheck('healthcheckBacklog', 'reviewing/backlog', 'reviewing');
export const healthcheckOldProposals = healthcheck('healthcheckOldProposals', 'reviewing/old-proposals', 'reviewing');
export const healthcheckTodoVolume = healthcheck('healthcheckTodoVolume', 'takedowns/todo-volume', 'takedowns');
export const healthcheckInProgressVolume = healthcheck(
  'healthcheckInProgressVolume',
  'takedowns/in-progress-volume',
  'takedowns',
);
export const healthcheckStaleInProgress = healthcheck(
  'healthcheckStaleInProgress',
  'takedowns/stale-in-progress',
  'takedowns',
);
export const healthcheckCancelledCount = healthcheck(
  'healthcheckCancelledCount',
  'takedowns/cancelled-count',
  'takedowns',
);
export const healthcheckAutomationOff = healthcheck(
  'healthcheckAutomationOff',
  'takedowns/automation-off',
  'takedowns',
);
export const healthcheckDeadAssetSpike = healthcheck('healthcheckDeadAssetSpike', 'assets/dead-asset-spike');
export const healthcheckMissingContactUrl = healthcheck(
  'healthcheckMissingContactUrl',
  'organization/missing-contact-url',
);
