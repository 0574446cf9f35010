import { Failure } from '../http/failure.ts';
import type { Caller, ReachedOrganization } from './api-key.ts';

/** Every operation refuses a key that reaches no organization at all. @throws Failure UNAUTHORIZED */
export function requireReach(caller: Caller): void {
  if (caller.organizations.length === 0)
    throw new Failure('UNAUTHORIZED', { issues: ['The key has no access to any organization'] });
}

/** The organization a request acts for when it names none: the only one the key reaches, else none. */
export const soleOrganization = ({ organizations }: Caller): ReachedOrganization | null =>
  organizations.length === 1 ? organizations[0]! : null;

/**
 * The organization a request acts for: the one it names, else the only one the key reaches, else none.
 * @throws Failure UNAUTHORIZED when the key does not reach the named one, whether or not
 * there is one of that name
 */
export function actingOrganization(caller: Caller, slug: string | undefined): ReachedOrganization | null {
  if (slug === undefined) return soleOrganization(caller);
  const named = caller.organizations.find((organization) => organization.slug === slug);
  if (!named) throw new Failure('UNAUTHORIZED', { issues: [`The key has no access to the organization ${slug}`] });
  return named;
}

/**
 * The one organization that a request reads or changes.
 * @throws Failure UNAUTHORIZED when the key does not reach the one that is named, BAD_REQUEST when it reaches several and the
 * request names none
 */
export function requiredOrganization(caller: Caller, slug: string | undefined): ReachedOrganization {
  const organization = actingOrganization(caller, slug);
  if (!organization)
    throw new Failure('BAD_REQUEST', {
      issues: [`slug: name one of ${caller.organizations.map((reached) => reached.slug).join(', ')}`],
    });
  return organization;
}
