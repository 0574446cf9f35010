import type { Context, Handler } from 'hono';
import type { Service } from '../../service.ts';
import { admitAddress } from '../admission.ts';
import { requireBodyWithin } from '../body-limit.ts';
import { failureResponse } from '../failure-response.ts';
import { type Journaled, journaled, REQUEST_ID_HEADER } from '../journal.ts';

/** Headers of an answer, by name. */
export type AnswerHeaders = Record<string, string>;

/** Headers of answers that a page of another origin may read. */
export const EXPOSED_HEADERS = ['ETag', 'Retry-After', REQUEST_ID_HEADER, 'Deprecation', 'Sunset'];

/**
 * Answers a path of the interface. All that every request needs is done in one handler, and the headers are there before the answer is
 * made: a chain of handlers, each of which takes the answer apart, cost more than most answers themselves.
 * @param answer is given the headers that every answer has, and adds to them
 */
export const interfaceRoute =
  (
    service: Service,
    maxBodyBytes: number,
    answer: (context: Context<Journaled>, headers: AnswerHeaders) => Promise<Response>,
  ): Handler<Journaled> =>
  (context) =>
    journaled(context, service, async () => {
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
