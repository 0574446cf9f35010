import type { Context } from 'hono';
import type { Service } from '../service.ts';
import { delayRefusal } from './admission.ts';
import { Failure } from './failure.ts';

/** Whether a person opens this path in a browser: all but the interface, the list files and the health checks. */
export const isForPeople = ({ req }: Context): boolean => !/^\/(api|lists|healthz|readyz)(\/|$)/.test(req.path);

/** The answer to a request that failed. A defect is logged; its answer holds only the request id, by which the operator finds it. */
export async function failureResponse(
  context: Context,
  error: unknown,
  { log, errorPages }: Pick<Service, 'log' | 'errorPages'>,
): Promise<Response> {
  if (error instanceof Failure) {
    const { retryAfterSeconds } = error.detail;
    if (error.code === 'TOO_MANY_REQUESTS') await delayRefusal();
    if (retryAfterSeconds !== undefined) context.header('Retry-After', String(retryAfterSeconds));
    if (isForPeople(context) && error.code === 'TOO_MANY_REQUESTS')
      return errorPages.tooManyRequests(context, retryAfterSeconds ?? 1);
    return context.json(error.body, error.status);
  }
  const requestId: string = context.get('requestId');
  log.error('request failed', error, { requestId, route: context.req.routePath });
  if (isForPeople(context)) return errorPages.failed(context, requestId);
  const failure = new Failure('INTERNAL_SERVER_ERROR', {
    issues: [`The operator finds the cause under the request id ${requestId}`],
  });
  return context.json(failure.body, 500);
}
