import type { Gate } from '../gate.ts';
import { choiceRoutes } from './choice/routes.ts';
import { detectionRoutes } from './detection/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { reportRoutes } from './report/routes.ts';
import { threatRoutes } from './threat/routes.ts';

/** The pages on which people control their organizations. */
export function organizationRoutes(gate: Gate): void {
  choiceRoutes(gate);
  overviewRoutes(gate);
  reportRoutes(gate);
  threatRoutes(gate);
  detectionRoutes(gate);
}
