import type { Operation } from '../../api/operation.ts';
import type { Database } from '../database/database.ts';
import { issue } from '../database/refused.ts';
import { requireService } from './access/active-service.ts';
import type { Caller } from './access/api-key.ts';
import { type Actor, changeOf, recordCall } from './access/audit.ts';
import { Failure } from './failure.ts';
import type { AnswerHeaders, Call, Change, Implementation } from './implementation.ts';
import { once } from './request/idempotency.ts';
import type { RequestParts } from './request/part.ts';
import type { Service } from './service.ts';

export type CallSource = Pick<Call<Operation>, 'origin' | 'sender' | 'country'> & {
  readonly caller: Caller;
  readonly actor: Actor;
  readonly requestId: string | null;
  /** Receives headers of the answer. */
  readonly headers?: AnswerHeaders;
  readonly idempotencyKey?: string | undefined;
  /** Runs first in the transaction of a change. */
  readonly before?: ((transaction: Database) => Promise<void>) | undefined;
};

/**
 * Calls an operation, for HTTP, desk and portal: checks scope and service, and runs what changes something in one
 * transaction, once for each idempotency key, with its audit entry. @param read runs once the scope suffices
 * @throws Failure
 */
export async function callOperation(
  service: Service,
  { operation, handle }: Implementation,
  { caller, actor, requestId, headers = {}, idempotencyKey, before, ...source }: CallSource,
  read: () => RequestParts | Promise<RequestParts>,
): Promise<unknown> {
  requireScope(caller, operation);
  const parts = await read();
  await requireService(service.database, caller, operation, parts);
  const change: Change = (work) =>
    service.database.transaction((transaction: Database) => {
      const recorded = async () => {
        await before?.(transaction);
        const result = await work(transaction);
        await recordCall(transaction, actor, { requestId, operation, ...parts, result });
        return result;
      };
      if (idempotencyKey === undefined || !operation.idempotent) return recorded();
      return once(
        transaction,
        { apiKeyId: caller.keyId, operation: operation.id, body: parts.body, key: idempotencyKey },
        recorded,
      );
    });
  const call = { ...source, ...parts, caller, service, headers, change } as Omit<Call<Operation>, 'database'>;
  if (changeOf(operation) !== true) return handle({ ...call, database: service.database });
  return change((database) => handle({ ...call, database }));
}

/** @throws Failure FORBIDDEN for a key without the scope; `read` also suffices for what needs a lesser one and changes nothing */
export function requireScope({ scopes }: Caller, operation: Operation): void {
  const { access } = operation;
  const isReading = scopes.includes('read') && access !== 'manage' && changeOf(operation) === false;
  if (access !== 'any' && !scopes.includes(access) && !isReading)
    throw new Failure('FORBIDDEN', issue('scope', { scope: access }));
}
