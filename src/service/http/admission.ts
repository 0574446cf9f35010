import type { Operation } from '../../api/operation.ts';
import { type Caller, callerOf } from '../access/api-key.ts';
import type { Service } from '../service.ts';
import { Failure } from './failure.ts';

/** Header that carries the key (spec/service.md, "Authentication"). */
export const KEY_HEADER = 'X-API-KEY';

/**
 * Lets a request through to an operation.
 * @param address of the client, as the connection tells it
 * @throws Failure TOO_MANY_REQUESTS, UNAUTHORIZED without a valid key, FORBIDDEN for a key without the scope
 */
export async function admit(
  service: Service,
  operation: Operation,
  key: string | undefined,
  address: string,
): Promise<Caller> {
  const caller = key ? await callerOf(service.database, key) : null;
  const retryAfterSeconds = service.rateLimiter.take(`${caller?.keyId ?? 'none'} ${address}`);
  if (retryAfterSeconds > 0) throw new Failure('TOO_MANY_REQUESTS', { retryAfterSeconds });
  if (!caller)
    throw new Failure('UNAUTHORIZED', {
      issues: [key ? `The key in ${KEY_HEADER} is unknown or was revoked` : `The header ${KEY_HEADER} is missing`],
    });
  if (operation.access !== 'any' && !caller.scopes.includes(operation.access))
    throw new Failure('FORBIDDEN', { issues: [`The key lacks the scope ${operation.access}`] });
  return caller;
}
