import type { Context } from 'hono';
import type { Operation } from '../../../api/operation.ts';
import { requireService } from '../access/active-service.ts';
import { changeOf, recordCall } from '../access/audit.ts';
import { type AnswerHeaders, type Call, type Implementation, WrittenAnswer } from '../implementation.ts';
import type { RequestVariables } from '../log/request-log.ts';
import { admit, admitQuota, KEY_HEADER } from '../request/admission.ts';
import { IDEMPOTENCY_HEADER, once } from '../request/idempotency.ts';
import { readRequest } from '../request/part.ts';
import { originOf } from '../sender/client-address.ts';
import type { Service } from '../service.ts';

/**
 * Answers one request of an operation: admission, validation, handler, serialization.
 * @param headers those that every answer has
 * @throws Failure; anything else is a defect
 */
export async function answerOperation(
  context: Context<RequestVariables>,
  service: Service,
  { operation, handle }: Implementation,
  headers: AnswerHeaders,
): Promise<Response> {
  const caller = await admit(service, operation, context.req.header(KEY_HEADER));
  context.set('keyId', caller.keyId);
  const sender = service.clientAddress(context);
  await admitQuota(service, operation, caller, sender, bodyBytes(context));
  const parts = await readRequest(context, operation);
  await requireService(service.database, caller, operation.id, parts);
  headers['Cache-Control'] = 'no-store';
  const { keyId } = caller;
  const record: Call<Operation>['record'] = (transaction, result) =>
    recordCall(transaction, { keyId, requestId: context.get('requestId'), operation, ...parts, result });
  const origin = originOf(context, service);
  const country = service.clientCountry(context);
  const call = { ...parts, caller, service, origin, sender, country, headers, record } as Omit<
    Call<Operation>,
    'database'
  >;
  const result =
    changeOf(operation) === true
      ? await service.database.transaction((database) => change(context, operation, { ...call, database }, handle))
      : await handle({ ...call, database: service.database });
  if (operation.deprecated) markDeprecated(headers, operation.deprecated);
  if (isKnown(context.req.header('if-none-match'), headers.ETag)) return new Response(null, { status: 304, headers });
  headers['Content-Type'] = 'application/json; charset=utf-8';
  if (!(result instanceof WrittenAnswer)) return new Response(JSON.stringify(result), { headers });
  if (result.gzip === null) return new Response(result.json, { headers });
  headers.Vary = 'Accept-Encoding';
  if (!takesGzip(context.req.header('accept-encoding'))) return new Response(result.json, { headers });
  headers['Content-Encoding'] = 'gzip';
  return new Response(result.gzip, { headers });
}

const bodyBytes = ({ req }: Context): number => Number(req.header('content-length') ?? 0);

/** Runs a changing operation once for each idempotency key, with its audit entry in the same transaction. */
function change(
  context: Context,
  operation: Operation,
  call: Call<Operation>,
  handle: Implementation['handle'],
): Promise<unknown> {
  const { database, caller, body, record } = call;
  const { keyId } = caller;
  const work = async () => {
    const result = await handle(call);
    await record(database, result);
    return result;
  };
  const key = operation.idempotent ? context.req.header(IDEMPOTENCY_HEADER) : undefined;
  if (key === undefined) return work();
  return once(database, { apiKeyId: keyId, operation: operation.id, body, key }, work);
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

/** RFC 9745 (`Deprecation`) and RFC 8594 (`Sunset`). */
function markDeprecated(headers: AnswerHeaders, { since, sunset }: { since: string; sunset: string }): void {
  headers.Deprecation = `@${Math.floor(Date.parse(since) / 1000)}`;
  headers.Sunset = new Date(sunset).toUTCString();
}
