import type { Context, Handler } from 'hono';
import type { Service } from '../../service.ts';
import { admitAddress } from '../admission.ts';
import { requireBodyWithin } from '../body-limit.ts';
import { failureResponse } from '../failure-response.ts';
import type { AnswerHeaders } from '../implementation.ts';
import { logRequest, REQUEST_ID_HEADER, type RequestVariables } from '../request-log.ts';

/** Headers of answers that a page of another origin may read. */
export const EXPOSED_HEADERS = ['ETag', 'Retry-After', REQUEST_ID_HEADER, 'Deprecation', 'Sunset'];

/**
 * Handles a path of the interface: logging, rate limit, body limit, headers, errors. One handler, because a chain of middlewares, each
 * of which rebuilt the response, took longer than most answers.
 * @param answer gets the headers that every answer has and adds its own
 */
export const interfaceRoute =
  (
    service: Service,
    maxBodyBytes: number,
    answer: (context: Context<RequestVariables>, headers: AnswerHeaders) => Promise<Response>,
  ): Handler<RequestVariables> =>
  (context) =>
    logRequest(context, service, async () => {
      const headers: AnswerHeaders = {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
        [REQUEST_ID_HEADER]: context.get('requestId'),
      };
      try {
        admitAddress(service, service.clientAddress(context));
        await requireBodyWithin(context, maxBodyBytes);
        return await answer(context, headers);
      } catch (error) {
        for (const name of ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', REQUEST_ID_HEADER])
          context.header(name, headers[name]);
        return failureResponse(context, error, service);
      }
    });
