import type { Implementation } from '../http/implementation.ts';
import type { ServiceApp } from '../http/request-log.ts';
import type { Service } from '../service.ts';
import { disputeRoutes } from './dispute/routes.ts';
import { Gate, respond } from './gate.ts';
import { deskWords } from './language/choice.ts';
import { organizationRoutes } from './organization/routes.ts';
import { outerNoticePage, ROOT } from './page.ts';
import { queueRoutes } from './queue/routes.ts';
import { reportRoutes } from './report/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { sessionRoutes } from './session/routes.ts';
import { DESK_STYLESHEET } from './stylesheet.ts';

const YEAR = 31_536_000;

/**
 * The desk of those who review, at `/desk`: pages without any script. To be mounted before the portal, which takes every other name.
 * @param implementations of every operation of the contract, which people carry out there
 */
export function mountDesk(service: Service, implementations: readonly Implementation[]): (app: ServiceApp) => void {
  const gate = new Gate(service, implementations);
  gate.app.get(DESK_STYLESHEET.path, (context) =>
    context.body(DESK_STYLESHEET.css, 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': `public, max-age=${YEAR}, immutable`,
      'X-Content-Type-Options': 'nosniff',
    }),
  );
  sessionRoutes(gate);
  queueRoutes(gate);
  reportRoutes(gate);
  disputeRoutes(gate);
  searchRoutes(gate);
  organizationRoutes(gate);
  gate.app.get(`${ROOT}/`, (context) => context.redirect(ROOT, 301));
  gate.app.all(`${ROOT}/*`, (context) => {
    const words = deskWords(context);
    const page = outerNoticePage(words, words.t('desk.error.notFound'), words.t('desk.error.notFoundHint'));
    return respond(context, page, 404);
  });
  return (app) => void app.route('/', gate.app);
}
