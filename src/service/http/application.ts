import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { API_PREFIX } from '../../api/list/version.ts';
import { wordsFor } from '../language/choice.ts';
import { openApiDocument } from '../openapi.ts';
import { notFoundPage } from '../portal/page/page.ts';
import { sendPage } from '../portal/response.ts';
import type { Service } from '../service.ts';
import { admitAddress, KEY_HEADER } from './admission.ts';
import { limitBody } from './body-limit.ts';
import { Failure } from './failure.ts';
import { failureResponse, isForPeople } from './failure-response.ts';
import { IDEMPOTENCY_HEADER } from './idempotency.ts';
import type { Implementation } from './implementation.ts';
import { isListFile, journal, type ServiceApp } from './journal.ts';
import { originOf } from './origin.ts';
import { healthRoutes } from './route/health.ts';
import { EXPOSED_HEADERS, interfaceRoute } from './route/interface.ts';
import { listFileRoutes } from './route/list-file.ts';
import { answerOperation } from './route/operation.ts';

/** Largest body of an operation, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Adds a path to the interface. */
export type Route = (app: ServiceApp, service: Service) => void;

/**
 * The service as a web application: every operation of the contract, the list files, the OpenAPI document, and the portal
 * behind them. Every other path answers with a page where people open it, and else in the error shape.
 * @param implementations of every operation of the contract
 * @param routes what features answer besides, each an `interfaceRoute`
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
    const { method, path, bodyBytes = MAX_BODY_BYTES } = implementation.operation;
    const answer = interfaceRoute(service, bodyBytes, (context, headers) =>
      answerOperation(context, service, implementation, headers),
    );
    app.on(method, routePath(path), answer);
  }
  for (const route of routes) route(app, service);
  app.use(journal(service));
  app.use(
    `${API_PREFIX}/*`,
    // A page of an extension may call from any origin; the key is in a header, so no cookie is ever needed.
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
      allowHeaders: [KEY_HEADER, 'Content-Type', IDEMPOTENCY_HEADER, 'If-None-Match'],
      exposeHeaders: EXPOSED_HEADERS,
      maxAge: 86_400,
    }),
  );
  app.use(`${API_PREFIX}/*`, limitBody(MAX_BODY_BYTES));
  app.use(limitAddresses(service));

  app.get(`${API_PREFIX}/openapi.json`, (context) => context.json(openApiDocument(originOf(context, service))));
  listFileRoutes(app, service);
  refuseOtherMethods(app, implementations);
  for (const path of ['/api', '/api/*', '/lists', '/lists/*']) app.all(path, notFound);
  portal(app);
  app.notFound(notFound);
  return app;
}

/** `/dispute/{id}` of the contract as the router writes it. */
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
      throw new Failure('METHOD_NOT_ALLOWED', { issues: [`This path takes ${allowed.join(', ')}`] });
    });
}

function notFound(context: Context): Response | Promise<Response> {
  const words = wordsFor(context);
  if (isForPeople(context)) return sendPage(context, words, notFoundPage(words), 404);
  return context.json(new Failure('NOT_FOUND', { issues: ['There is nothing at this path'] }).body, 404);
}

/** Holds back a network that asks too much. The list files are for everyone and cost nothing: a CDN asks for all at once. */
function limitAddresses(service: Service): MiddlewareHandler {
  return async (context, next) => {
    if (!isListFile(context)) admitAddress(service, service.clientAddress(context));
    await next();
  };
}
