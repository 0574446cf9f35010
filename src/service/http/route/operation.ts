import type { Context } from 'hono';
import { callOperation } from '../call.ts';
import { type AnswerHeaders, type Implementation, WrittenAnswer } from '../implementation.ts';
import type { RequestVariables } from '../log/request-log.ts';
import { admit, admitQuota, KEY_HEADER } from '../request/admission.ts';
import { IDEMPOTENCY_HEADER } from '../request/idempotency.ts';
import { readRequest } from '../request/part.ts';
import { originOf } from '../sender/client-address.ts';
import type { Service } from '../service.ts';
import { markDeprecated } from './interface.ts';

/**
 * Answers a request of an operation, with these headers: admission, call, serialization. @throws Failure; else a defect
 */
export async function answerOperation(
  context: Context<RequestVariables>,
  service: Service,
  implementation: Implementation,
  headers: AnswerHeaders,
): Promise<Response> {
  const { operation } = implementation;
  const caller = await admit(service, operation, context.req.header(KEY_HEADER));
  const { keyId } = caller;
  context.set('keyId', keyId);
  const sender = service.clientAddress(context);
  const source = {
    ...{ caller, sender, headers, actor: { kind: 'KEY' as const, keyId }, requestId: context.get('requestId') },
    origin: originOf(context, service),
    country: service.clientCountry(context),
    idempotencyKey: context.req.header(IDEMPOTENCY_HEADER),
  };
  const result = await callOperation(service, implementation, source, async () => {
    await admitQuota(service, operation, caller, sender, Number(context.req.header('content-length') ?? 0));
    const parts = await readRequest(context, operation);
    const given = { ...(parts.query as object | undefined), ...(parts.body as object | undefined) };
    for (const [field, dates] of Object.entries(operation.deprecatedFields ?? {}))
      if (field in given) markDeprecated(headers, dates);
    return parts;
  });
  headers['Cache-Control'] ??= 'no-store';
  if (isKnown(context.req.header('if-none-match'), headers.ETag)) return new Response(null, { status: 304, headers });
  headers['Content-Type'] = 'application/json; charset=utf-8';
  if (!(result instanceof WrittenAnswer)) return new Response(JSON.stringify(result), { headers });
  if (result.gzip === null) return new Response(result.json, { headers });
  headers.Vary = 'Accept-Encoding';
  if (!takesGzip(context.req.header('accept-encoding'))) return new Response(result.json, { headers });
  headers['Content-Encoding'] = 'gzip';
  return new Response(result.gzip, { headers });
}

/** Whether `If-None-Match` names an entity tag (RFC 9110 section 13.1.2: weak comparison). */
function isKnown(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (!ifNoneMatch || !etag) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** Whether `Accept-Encoding` takes gzip (RFC 9110 section 12.5.3). */
const takesGzip = (header: string | undefined): boolean =>
  header !== undefined && /(^|,)\s*(gzip|\*)\s*(;\s*q=(1|0\.\d*[1-9])|,|$)/i.test(header);
