import type { Context } from 'hono';
import { wordsFor } from '../language/choice.ts';
import { failurePage, tooManyPage } from '../portal/page/page.ts';
import { sendPage } from '../portal/response.ts';
import type { Service } from '../service.ts';
import { holdRefusal } from './admission.ts';
import { Failure } from './failure.ts';

/** What people open in a browser: everything but the interface, the list files and what watches the process. */
export const isForPeople = ({ req }: Context): boolean => !/^\/(api|lists|healthz|readyz)(\/|$)/.test(req.path);

/** What a request is answered that failed. A defect is logged, and nothing of it told but where the operator finds it. */
export async function failureResponse(
  context: Context,
  error: unknown,
  service: Pick<Service, 'log'>,
): Promise<Response> {
  const words = wordsFor(context);
  if (error instanceof Failure) {
    const { retryAfterSeconds } = error.detail;
    if (error.code === 'TOO_MANY_REQUESTS') await holdRefusal();
    if (retryAfterSeconds !== undefined) context.header('Retry-After', String(retryAfterSeconds));
    if (isForPeople(context) && error.code === 'TOO_MANY_REQUESTS')
      return sendPage(context, words, tooManyPage(words, retryAfterSeconds ?? 1), 429);
    return context.json(error.body, error.status);
  }
  const requestId: string = context.get('requestId');
  service.log.error('request failed', error, { requestId, route: context.req.routePath });
  if (isForPeople(context)) return sendPage(context, words, failurePage(words, requestId), 500);
  const failure = new Failure('INTERNAL_SERVER_ERROR', {
    issues: [`The operator finds the cause under the request id ${requestId}`],
  });
  return context.json(failure.body, 500);
}
