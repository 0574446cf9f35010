import type { Gate } from '../gate.ts';
import { assetRoutes } from './asset/asset-routes.ts';
import { groupRoutes } from './asset/group-routes.ts';
import { brandRoutes } from './brand/routes.ts';
import { choiceRoutes } from './choice/routes.ts';
import { detectionRoutes } from './detection/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { keyRoutes } from './key/routes.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { ownListRoutes } from './own-list/routes.ts';
import { reportRoutes } from './report/routes.ts';
import { settingRoutes } from './setting/routes.ts';
import { threatRoutes } from './threat/routes.ts';
import { webhookRoutes } from './webhook/routes.ts';

/** The pages on which people control their organizations. */
export function organizationRoutes(gate: Gate): void {
  choiceRoutes(gate);
  overviewRoutes(gate);
  reportRoutes(gate);
  threatRoutes(gate);
  detectionRoutes(gate);
  metricsRoutes(gate);
  healthRoutes(gate);
  brandRoutes(gate);
  assetRoutes(gate);
  groupRoutes(gate);
  ownListRoutes(gate);
  keyRoutes(gate);
  webhookRoutes(gate);
  settingRoutes(gate);
}
