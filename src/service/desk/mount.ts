import type { ServiceApp } from '../http/log/request-log.ts';
import type { Service } from '../http/service.ts';
import { STYLE_HEADERS } from '../page/style/stylesheet.ts';
import { auditRoute } from './audit.ts';
import { Gate, respond } from './gate.ts';
import { jobRoutes } from './jobs.ts';
import { listingRoutes } from './listing.ts';
import { healthRoutes } from './organization/activity/health.ts';
import { metricsRoutes } from './organization/activity/metrics.ts';
import { reportListRoutes } from './organization/activity/reports.ts';
import { assetRoutes } from './organization/asset/assets.ts';
import { brandRoutes } from './organization/asset/brands.ts';
import { groupRoutes } from './organization/asset/groups.ts';
import { choiceRoutes } from './organization/choice.ts';
import { keyRoutes } from './organization/setting/keys.ts';
import { overviewRoutes } from './organization/setting/overview.ts';
import { settingRoutes } from './organization/setting/settings.ts';
import { webhookRoutes } from './organization/setting/webhooks.ts';
import { detectionRoutes } from './organization/threat/detection.ts';
import { ownListRoutes } from './organization/threat/own-list.ts';
import { threatRoutes } from './organization/threat/threats.ts';
import { DESK_STYLESHEET, outerErrorPage, ROOT } from './page.ts';
import { disputeRoutes } from './review/dispute/routes.ts';
import { reportRoutes } from './review/report/routes.ts';
import { searchRoutes } from './review/search.ts';
import { undoRoutes } from './review/undo.ts';
import { sessionRoutes } from './session/routes.ts';
import { sourceRoutes } from './source/routes.ts';
import { deskWords } from './words.ts';

/** Mounts the review desk at `/desk`; before the portal, which answers every other path. */
export function mountDesk(service: Service): (app: ServiceApp) => void {
  const gate = new Gate(service);
  gate.app.get(DESK_STYLESHEET.path, (context) => context.body(DESK_STYLESHEET.css, 200, STYLE_HEADERS));
  sessionRoutes(gate);
  reportRoutes(gate);
  disputeRoutes(gate);
  undoRoutes(gate);
  searchRoutes(gate);
  listingRoutes(gate);
  sourceRoutes(gate);
  jobRoutes(gate);
  auditRoute(gate);
  organizationRoutes(gate);
  gate.app.get(`${ROOT}/`, (context) => context.redirect(ROOT, 301));
  gate.app.all(`${ROOT}/*`, (context) => respond(context, outerErrorPage(deskWords(context), 'notFound'), 404));
  return (app) => void app.route('/', gate.app);
}

function organizationRoutes(gate: Gate): void {
  choiceRoutes(gate);
  overviewRoutes(gate);
  reportListRoutes(gate);
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
