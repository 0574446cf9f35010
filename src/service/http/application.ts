import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { API_PREFIX } from '../../api/operation.ts';
import { issue } from '../database/refused.ts';
import { Failure } from './failure.ts';
import type { Implementation } from './implementation.ts';
import { isListFile, logRequests, type ServiceApp } from './log/request-log.ts';
import { answerNetwork, KEY_HEADER } from './request/admission.ts';
import { IDEMPOTENCY_HEADER } from './request/idempotency.ts';
import { limitBody, MAX_BODY_BYTES } from './request/part.ts';
import { EXPOSED_HEADERS, failureResponse, interfaceRoute, isForPeople } from './route/interface.ts';
import { healthRoutes, listFileRoutes } from './route/open.ts';
import { openApiDocument } from './route/openapi.ts';
import { answerOperation } from './route/operation.ts';
import { originOf } from './sender/client-address.ts';
import type { Service } from './service.ts';

/** Adds paths to the interface. */
export type Route = (app: ServiceApp, service: Service) => void;

/**
 * The service as a web application: operations, list files, OpenAPI document, health checks and, behind them, the
 * portal. @param routes paths of features that are not operations, each an `interfaceRoute`
 */
export function createApplication(
  service: Service,
  implementations: readonly Implementation[],
  routes: readonly Route[],
  portal: (app: ServiceApp) => void = () => {},
): ServiceApp {
  const app: ServiceApp = new Hono();
  app.onError((error, context) => failureResponse(context, error, service));
  healthRoutes(app, service);
  for (const implementation of implementations) {
    const { method, path } = implementation.operation;
    const answer = interfaceRoute(service, implementation.operation, (context, headers) =>
      answerOperation(context, service, implementation, headers),
    );
    app.on(method, routePath(path), answer);
  }
  for (const route of routes) route(app, service);
  app.use(logRequests(service));
  app.use(
    `${API_PREFIX}/*`,
    // Extension pages call from any origin; the key is in a header, so no cookie is needed.
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
      allowHeaders: [KEY_HEADER, 'Content-Type', IDEMPOTENCY_HEADER, 'If-None-Match'],
      exposeHeaders: EXPOSED_HEADERS,
      maxAge: 86_400,
    }),
  );
  app.use(limitNetworks(service));
  app.use(`${API_PREFIX}/*`, limitBody(MAX_BODY_BYTES));

  app.get(`${API_PREFIX}/openapi.json`, (context) => context.json(openApiDocument(originOf(context, service))));
  listFileRoutes(app, service);
  refuseOtherMethods(app, implementations);
  const notFound = notFoundAnswer(service);
  for (const path of ['/api', '/api/*', '/lists', '/lists/*']) app.all(path, notFound);
  portal(app);
  app.notFound(notFound);
  return app;
}

const routePath = (path: string): string => `${API_PREFIX}${path.replace(/\{(\w+)\}/g, ':$1')}`;

function refuseOtherMethods(app: ServiceApp, implementations: readonly Implementation[]): void {
  const methods = new Map<string, string[]>([[`${API_PREFIX}/openapi.json`, ['GET']]]);
  for (const { operation } of implementations) {
    const path = routePath(operation.path);
    methods.set(path, [...(methods.get(path) ?? []), operation.method]);
  }
  for (const [path, allowed] of methods)
    app.all(path, (context) => {
      context.header('Allow', allowed.join(', '));
      throw new Failure('METHOD_NOT_ALLOWED', issue('method', { methods: allowed.join(', ') }));
    });
}

const notFoundAnswer =
  (service: Service) =>
  (context: Context): Promise<Response> =>
    isForPeople(context)
      ? service.errorPages.notFound(context)
      : failureResponse(context, new Failure('NOT_FOUND', issue('nothingHere')), service);

/** Limits what a network sends. List files are exempt: they cost little, and a CDN fetches all of them at once. */
function limitNetworks(service: Service): MiddlewareHandler {
  return (context, next) =>
    isListFile(context) ? next() : answerNetwork(service, context, Number.POSITIVE_INFINITY, next);
}
