import { Failure } from '../failure.ts';
import type { Caller, ReachedOrganization } from './api-key.ts';

/** @throws Failure UNAUTHORIZED for a key that reaches no organization */
export function requireReach(caller: Caller): void {
  if (caller.organizations.length === 0)
    throw new Failure('UNAUTHORIZED', { issues: ['The key has no access to any organization'] });
}

/** The only organization that the key reaches; null if it reaches several. */
export const soleOrganization = ({ organizations }: Caller): ReachedOrganization | null =>
  organizations.length === 1 ? organizations[0]! : null;

/**
 * The organization of a request: the one it names, else the only one that the key reaches, else null.
 * @throws Failure UNAUTHORIZED when the key does not reach the named one, whether or not that exists
 */
export function actingOrganization(caller: Caller, slug: string | undefined): ReachedOrganization | null {
  if (slug === undefined) return soleOrganization(caller);
  const named = caller.organizations.find((organization) => organization.slug === slug);
  if (!named) throw new Failure('UNAUTHORIZED', { issues: [`The key has no access to the organization ${slug}`] });
  return named;
}

/**
 * As {@link actingOrganization}, for a request that needs one.
 * @throws Failure UNAUTHORIZED when the key does not reach the named one, BAD_REQUEST when it reaches several and the request names none
 */
export function requiredOrganization(caller: Caller, slug: string | undefined): ReachedOrganization {
  const organization = actingOrganization(caller, slug);
  if (!organization)
    throw new Failure('BAD_REQUEST', {
      issues: [`slug: name one of ${caller.organizations.map((reached) => reached.slug).join(', ')}`],
    });
  return organization;
}
