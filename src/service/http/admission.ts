import type { Operation } from '../../api/operation.ts';
import type { Caller } from '../access/api-key.ts';
import { networkOf } from '../access/network.ts';
import { requireReach } from '../access/reach.ts';
import type { Service } from '../service.ts';
import { Failure } from './failure.ts';

/** Header that carries the key. */
export const KEY_HEADER = 'X-API-KEY';

/**
 * Lets a client send one more request, whatever it carries. It is judged before any key is looked up.
 * @throws Failure TOO_MANY_REQUESTS
 */
export function admitAddress({ rateLimits, metrics }: Pick<Service, 'rateLimits' | 'metrics'>, address: string): void {
  const retryAfterSeconds = rateLimits.address.take(networkOf(address));
  if (retryAfterSeconds === 0) return;
  metrics.rateLimited.inc({ by: 'address' });
  throw new Failure('TOO_MANY_REQUESTS', { retryAfterSeconds });
}

/**
 * Lets a request through to an operation.
 * @throws Failure UNAUTHORIZED without a valid key that reaches an organization, TOO_MANY_REQUESTS, FORBIDDEN for a key without
 * the scope
 */
export async function admit(
  service: Service,
  operation: Pick<Operation, 'access'>,
  key: string | undefined,
): Promise<Caller> {
  const caller = key ? await service.callers.of(key) : null;
  if (!caller)
    throw new Failure('UNAUTHORIZED', {
      issues: [key ? `The key in ${KEY_HEADER} is unknown or was revoked` : `The header ${KEY_HEADER} is missing`],
    });
  const retryAfterSeconds = service.rateLimits.key.take(
    String(caller.keyId),
    caller.requestsPerMinute === null ? undefined : { perMinute: caller.requestsPerMinute },
  );
  if (retryAfterSeconds > 0) {
    service.metrics.rateLimited.inc({ by: 'key' });
    throw new Failure('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }
  requireReach(caller);
  if (operation.access !== 'any' && !caller.scopes.includes(operation.access))
    throw new Failure('FORBIDDEN', { issues: [`The key lacks the scope ${operation.access}`] });
  return caller;
}

/**
 * Counts a request of an operation that has a quota.
 * @throws Failure TOO_MANY_REQUESTS where the key or the address has none left
 */
export function admitQuota(
  { quotas, metrics }: Pick<Service, 'quotas' | 'metrics'>,
  { quota }: Pick<Operation, 'quota'>,
  keyId: number,
  address: string,
): void {
  const out = quota ? quotas.take(quota, keyId, address) : null;
  if (out === null) return;
  metrics.rateLimited.inc({ by: `quota of ${out.by}` });
  throw new Failure('TOO_MANY_REQUESTS', {
    issues: [`Too much of this was sent from this ${out.by} within an hour`],
    retryAfterSeconds: out.retryAfterSeconds,
  });
}
