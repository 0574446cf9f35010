import { randomUUID } from 'node:crypto';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { UPDATE_PATH } from '../../api/list/blocklist.ts';
import { API_PREFIX } from '../../api/list/version.ts';
import type { Service } from '../service.ts';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** What is known of a request while it is answered. */
export type Journaled = { readonly Variables: { requestId: string; keyId: number } };

export type ServiceApp = Hono<Journaled>;

/** Gives a request an id, counts it, and writes one line about it: which route, never which content. */
export async function journaled(
  context: Context<Journaled>,
  { metrics, log }: Pick<Service, 'metrics' | 'log'>,
  answer: () => Promise<Response>,
): Promise<Response> {
  const startedAt = performance.now();
  context.set('requestId', randomUUID());
  metrics.inFlight.inc();
  let response: Response;
  try {
    response = await answer();
  } finally {
    metrics.inFlight.dec();
  }
  const elapsed = performance.now() - startedAt;
  const { method, routePath: route } = context.req;
  const { status } = response;
  metrics.requests.inc({ method, route, status: String(status) });
  metrics.durations.observe({ route }, elapsed / 1000);
  const [requestId, keyId] = [context.get('requestId'), context.get('keyId')];
  log.info('request', { requestId, method, route, status, milliseconds: Math.round(elapsed), keyId });
  return response;
}

/** The same for what is answered by several handlers one after the other. */
export const journal =
  (service: Service): MiddlewareHandler<Journaled> =>
  async (context, next) => {
    await journaled(context, service, async () => {
      await next();
      // A list file or an update is passed on to others than who asked: the id of one request is of no use there.
      if (!isListFile(context) && !isListUpdate(context))
        context.res.headers.set(REQUEST_ID_HEADER, context.get('requestId'));
      return context.res;
    });
  };

const isListUpdate = (context: Context): boolean => context.req.path.startsWith(`${API_PREFIX}${UPDATE_PATH}/`);
export const isListFile = (context: Context): boolean => context.req.path.startsWith('/lists/');
