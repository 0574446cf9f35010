import { randomUUID } from 'node:crypto';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { blocklistVersion, UPDATE_PATH } from '../../../api/blocklist.ts';
import { API_PREFIX } from '../../../api/operation.ts';
import { countUnread } from '../request/unread.ts';
import type { Service } from '../service.ts';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Values that handlers of one request share. */
export type RequestVariables = { readonly Variables: { requestId: string; keyId: number } };

export type ServiceApp = Hono<RequestVariables>;

/** Gives a request an id, counts it and logs one line: its route, never its content. */
export async function logRequest(
  context: Context<RequestVariables>,
  service: Pick<Service, 'metrics' | 'log' | 'rooms' | 'clientAddress'>,
  answer: () => Promise<Response>,
): Promise<Response> {
  const { metrics, log } = service;
  const startedAt = performance.now();
  context.set('requestId', randomUUID());
  metrics.inFlight.inc();
  let response: Response;
  try {
    response = await answer();
  } finally {
    metrics.inFlight.dec();
  }
  countUnread(service, context);
  const elapsed = performance.now() - startedAt;
  const { method, routePath: route } = context.req;
  const { status } = response;
  metrics.requests.inc({ method, route, status: String(status) });
  metrics.durations.observe({ route }, elapsed / 1000);
  const [requestId, keyId] = [context.get('requestId'), context.get('keyId')];
  const level = status < 400 && isPoll(context) ? 'debug' : 'info';
  log[level]('request', { requestId, method, route, status, milliseconds: Math.round(elapsed), keyId });
  return response;
}

/** {@link logRequest} as middleware. */
export const logRequests =
  (service: Service): MiddlewareHandler<RequestVariables> =>
  async (context, next) => {
    await logRequest(context, service, async () => {
      await next();
      // Caches pass list files and updates on to other clients, for whom this id means nothing.
      if (!isListFile(context) && !isListUpdate(context))
        context.res.headers.set(REQUEST_ID_HEADER, context.get('requestId'));
      return context.res;
    });
  };

/** Whether clients, balancers or caches ask this all the time. */
const isPoll = (context: Context): boolean =>
  isListUpdate(context) ||
  isListFile(context) ||
  [`${API_PREFIX}${blocklistVersion.path}`, '/healthz', '/readyz'].includes(context.req.path);
const isListUpdate = (context: Context): boolean => context.req.path.startsWith(`${API_PREFIX}${UPDATE_PATH}/`);
export const isListFile = (context: Context): boolean => context.req.path.startsWith('/lists/');
