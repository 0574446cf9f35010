import type { Context, Handler } from 'hono';
import type { Operation } from '../../../api/operation.ts';
import { issue } from '../../database/refused.ts';
import { defectIn, Failure } from '../failure.ts';
import type { AnswerHeaders } from '../implementation.ts';
import { logRequest, REQUEST_ID_HEADER, type RequestVariables } from '../log/request-log.ts';
import { answerNetwork, delayRefusal } from '../request/admission.ts';
import { MAX_BODY_BYTES, requireBodyWithin } from '../request/part.ts';
import type { Service } from '../service.ts';

export const EXPOSED_HEADERS = ['ETag', 'Retry-After', REQUEST_ID_HEADER, 'Deprecation', 'Sunset'];

/** Headers that a handler sets for its own answer. */
const OF_SUCCESS = ['Cache-Control', 'ETag'];

/**
 * Handles a path of the interface in one handler, because middlewares, each of which rebuilt the response, took longer
 * than most answers. @param answer receives the headers that every answer has and adds its own
 */
export const interfaceRoute =
  (
    service: Service,
    { bodyBytes, deprecated }: Pick<Operation, 'bodyBytes' | 'deprecated'>,
    answer: (context: Context<RequestVariables>, headers: AnswerHeaders) => Promise<Response>,
  ): Handler<RequestVariables> =>
  (context) =>
    logRequest(context, service, async () => {
      const headers: AnswerHeaders = {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
        [REQUEST_ID_HEADER]: context.get('requestId'),
      };
      if (deprecated) markDeprecated(headers, deprecated);
      try {
        const most = bodyBytes ?? MAX_BODY_BYTES;
        return await answerNetwork(service, context, most, async () => {
          await requireBodyWithin(context, most);
          return answer(context, headers);
        });
      } catch (error) {
        for (const [name, value] of Object.entries(headers))
          if (!OF_SUCCESS.includes(name)) context.header(name, value);
        return failureResponse(context, error, service);
      }
    });

/** Whether a person opens this path in a browser: not the interface, the list files and the health checks. */
export const isForPeople = ({ req }: Context): boolean => !/^\/(api|lists|healthz|readyz)(\/|$)/.test(req.path);

/** The answer to a failed request; of a defect, which is logged, only its request id. */
export async function failureResponse(
  context: Context,
  error: unknown,
  { log, errorPages }: Pick<Service, 'log' | 'errorPages'>,
): Promise<Response> {
  context.header('Cache-Control', 'no-store');
  if (error instanceof Failure) {
    const { retryAfterSeconds } = error.detail;
    if (error.code === 'TOO_MANY_REQUESTS') await delayRefusal();
    if (retryAfterSeconds !== undefined) context.header('Retry-After', String(retryAfterSeconds));
    if (isForPeople(context) && error.code === 'TOO_MANY_REQUESTS')
      return errorPages.tooManyRequests(context, retryAfterSeconds ?? 1);
    return context.json(error.body, error.status);
  }
  const requestId = defectIn(context, error, log, 'request failed', { route: context.req.routePath });
  if (typeof requestId !== 'string') return requestId;
  if (isForPeople(context)) return errorPages.failed(context, requestId);
  const failure = new Failure('INTERNAL_SERVER_ERROR', issue('failed', { requestId }));
  return context.json(failure.body, 500);
}

/** RFC 9745 (`Deprecation`) and RFC 8594 (`Sunset`). */
export function markDeprecated(headers: AnswerHeaders, { since, sunset }: { since: string; sunset: string }): void {
  headers.Deprecation = `@${Math.floor(Date.parse(since) / 1000)}`;
  headers.Sunset = new Date(sunset).toUTCString();
}
