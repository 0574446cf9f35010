import { randomUUID } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { blocklistVersion, UPDATE_PATH } from '../../api/list/blocklist.ts';
import { API_PREFIX } from '../../api/list/version.ts';
import { IMPLEMENTATIONS } from '../feature/operations.ts';
import { openApiDocument } from '../openapi.ts';
import { failurePage, notFoundPage, tooManyPage } from '../portal/page/page.ts';
import { sendPage } from '../portal/response.ts';
import type { Service } from '../service.ts';
import { admitAddress, holdRefusal, KEY_HEADER } from './admission.ts';
import { attachmentRoute } from './attachment-route.ts';
import { limitBody } from './body-limit.ts';
import { Failure } from './failure.ts';
import { healthRoutes } from './health-route.ts';
import { IDEMPOTENCY_HEADER } from './idempotency.ts';
import { listFileRoutes } from './list-file-route.ts';
import { listUpdateRoute } from './list-update-route.ts';
import { answerOperation } from './operation-route.ts';
import { originOf } from './origin.ts';

/** Largest body of an operation, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

export type ServiceApp = Hono<{ Variables: { requestId: string; keyId: number } }>;

/**
 * The service as a web application: every operation of the contract, the list files, the OpenAPI document, and the portal
 * behind them. Every other path answers with a page where people open it, and else in the error shape.
 */
export function createApplication(service: Service, portal: (app: ServiceApp) => void = () => {}): ServiceApp {
  const app: ServiceApp = new Hono();
  healthRoutes(app, service);
  app.use(journal(service));
  app.use(
    `${API_PREFIX}/*`,
    // A page of an extension may call from any origin; the key is in a header, so no cookie is ever needed.
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
      allowHeaders: [KEY_HEADER, 'Content-Type', IDEMPOTENCY_HEADER, 'If-None-Match'],
      exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id', 'Deprecation', 'Sunset'],
      maxAge: 86_400,
    }),
  );
  for (const { operation } of IMPLEMENTATIONS)
    if (operation.bodyBytes !== undefined) app.use(routePath(operation.path), limitBody(operation.bodyBytes));
  app.use(`${API_PREFIX}/*`, limitBody(MAX_BODY_BYTES));
  app.use(limitAddresses(service));
  // What every client fetches after every change, and mostly addresses that are alike.
  app.use(routePath(blocklistVersion.path), compress({ encoding: 'gzip' }));
  app.onError((error, context) => failureResponse(context, error, service));

  for (const implementation of IMPLEMENTATIONS) {
    const { method, path } = implementation.operation;
    app.on(method, routePath(path), (context) => answerOperation(context, service, implementation));
  }
  app.get(`${API_PREFIX}/openapi.json`, (context) => context.json(openApiDocument(originOf(context, service))));
  listFileRoutes(app, service);
  listUpdateRoute(app, service);
  attachmentRoute(app, service);
  refuseOtherMethods(app);
  for (const path of ['/api', '/api/*', '/lists', '/lists/*']) app.all(path, notFound);
  portal(app);
  app.notFound(notFound);
  return app;
}

/** `/dispute/{id}` of the contract as the router writes it. */
const routePath = (path: string): string => `${API_PREFIX}${path.replace(/\{(\w+)\}/g, ':$1')}`;

function refuseOtherMethods(app: ServiceApp): void {
  const methods = new Map<string, string[]>([[`${API_PREFIX}/openapi.json`, ['GET']]]);
  for (const { operation } of IMPLEMENTATIONS) {
    const path = routePath(operation.path);
    methods.set(path, [...(methods.get(path) ?? []), operation.method]);
  }
  for (const [path, allowed] of methods)
    app.all(path, (context) => {
      context.header('Allow', allowed.join(', '));
      throw new Failure('METHOD_NOT_ALLOWED', { issues: [`This path takes ${allowed.join(', ')}`] });
    });
}

/** What people open in a browser: everything but the interface, the list files and what watches the process. */
const isForPeople = ({ req }: Context): boolean => !/^\/(api|lists|healthz|readyz)(\/|$)/.test(req.path);

function notFound(context: Context): Response | Promise<Response> {
  if (isForPeople(context)) return sendPage(context, notFoundPage(), 404);
  return context.json(new Failure('NOT_FOUND', { issues: ['There is nothing at this path'] }).body, 404);
}

/** Gives every request an id and writes one line about it: which route, never which content. */
function journal(service: Service): MiddlewareHandler<{ Variables: { requestId: string; keyId: number } }> {
  return async (context, next) => {
    const startedAt = performance.now();
    context.set('requestId', randomUUID());
    const { metrics } = service;
    metrics.inFlight.inc();
    try {
      await next();
    } finally {
      metrics.inFlight.dec();
    }
    // A list file or an update is passed on to others than who asked: the id of one request is of no use there.
    if (!isListFile(context) && !isListUpdate(context))
      context.res.headers.set('X-Request-Id', context.get('requestId'));
    const elapsed = performance.now() - startedAt;
    const { method, routePath: route } = context.req;
    const { status } = context.res;
    metrics.requests.inc({ method, route, status: String(status) });
    metrics.durations.observe({ route }, elapsed / 1000);
    const [requestId, keyId] = [context.get('requestId'), context.get('keyId')];
    service.log.info('request', { requestId, method, route, status, milliseconds: Math.round(elapsed), keyId });
  };
}

const isListUpdate = (context: Context): boolean => context.req.path.startsWith(`${API_PREFIX}${UPDATE_PATH}/`);
const isListFile = (context: Context): boolean => context.req.path.startsWith('/lists/');

/** Holds back a network that asks too much. The list files are for everyone and cost nothing: a CDN asks for all at once. */
function limitAddresses(service: Service): MiddlewareHandler {
  return async (context, next) => {
    if (!isListFile(context)) admitAddress(service, service.clientAddress(context));
    await next();
  };
}

async function failureResponse(context: Context, error: Error, service: Service): Promise<Response> {
  if (error instanceof Failure) {
    const { retryAfterSeconds } = error.detail;
    if (error.code === 'TOO_MANY_REQUESTS') await holdRefusal();
    if (retryAfterSeconds !== undefined) context.header('Retry-After', String(retryAfterSeconds));
    if (isForPeople(context) && error.code === 'TOO_MANY_REQUESTS')
      return sendPage(context, tooManyPage(retryAfterSeconds ?? 1), 429);
    return context.json(error.body, error.status);
  }
  const requestId: string = context.get('requestId');
  service.log.error('request failed', error, { requestId, route: context.req.routePath });
  if (isForPeople(context)) return sendPage(context, failurePage(requestId), 500);
  const failure = new Failure('INTERNAL_SERVER_ERROR', {
    issues: [`The operator finds the cause under the request id ${requestId}`],
  });
  return context.json(failure.body, 500);
}
