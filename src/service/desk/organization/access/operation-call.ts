import type { Operation, RequestOf, ResponseOf } from '../../../../api/operation.ts';
import { requireService } from '../../../access/active-service.ts';
import type { Caller } from '../../../access/api-key.ts';
import { changeOf, detailOf } from '../../../audit.ts';
import type { Database } from '../../../database/database.ts';
import { originOf } from '../../../http/address.ts';
import type { Call } from '../../../http/implementation.ts';
import { type RequestParts, readParts } from '../../../http/request-part.ts';
import type { Gate, Visit } from '../../gate.ts';
import { manageRefusal } from './manage.ts';

/**
 * Carries out an operation of the interface for a person at the desk: with its shapes, its scope, the service it belongs to and its
 * transaction. What it changes is in the audit log under the person's name.
 * @throws Failure as the operation does over HTTP
 */
export async function callOperation<const O extends Operation>(
  { service, implementations }: Gate,
  visit: Visit,
  caller: Caller,
  operation: O,
  request: RequestOf<O>,
): Promise<ResponseOf<O>> {
  const { access, id } = operation;
  if (access !== 'any' && !caller.scopes.includes(access)) throw manageRefusal(visit.person);
  const parts = readParts(operation, request as Partial<RequestParts>);
  await requireService(service.database, caller, id, parts);
  const { handle } = implementations.find((one) => one.operation.id === id)!;
  const record = (transaction: Database, result: unknown) =>
    visit.record(transaction, id, { ...slugOf(parts), ...detailOf({ ...parts, result }) });
  const call = {
    ...{ ...parts, caller, service, record },
    origin: originOf(visit.context, service),
    country: null,
    headers: {},
  } as Omit<Call<Operation>, 'database'>;
  if (changeOf(operation) !== true) return (await handle({ ...call, database: service.database })) as ResponseOf<O>;
  return service.database.transaction(async (database) => {
    const result = await handle({ ...call, database });
    await record(database, result);
    return result as ResponseOf<O>;
  });
}

/** The organization that a request names in its address; one that a body names is written down with it. */
function slugOf({ query }: RequestParts): { slug?: string } {
  const { slug } = (query ?? {}) as { readonly slug?: string };
  return slug === undefined ? {} : { slug };
}
