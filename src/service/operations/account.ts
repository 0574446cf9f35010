import { and, eq, ne } from 'drizzle-orm';
import { validate } from '../../api/account.ts';
import { userOrg, userOrgs } from '../../api/organization.ts';
import { requireReach, soleOrganization } from '../access/reach.ts';
import { organizations } from '../database/schema/organization.ts';
import { Failure } from '../http/failure.ts';
import { implement } from '../http/implementation.ts';
import { organizationCondition } from '../organizations/filter.ts';
import { publicRecord, readOrganizations } from '../organizations/record.ts';

export const validateKey = implement(validate, async ({ caller }) => {
  const organization = soleOrganization(caller);
  return {
    valid: true as const,
    kind: caller.kind,
    scopes: [...caller.scopes],
    ...(organization ? { organization } : {}),
  };
});

export const listOrganizations = implement(userOrgs, async ({ caller, database, body }) => {
  requireReach(caller);
  const ids = caller.organizations.map(({ id }) => id);
  return { organizations: await readOrganizations(database, ids, organizationCondition(database, body)) };
});

export const readOrganization = implement(userOrg, async ({ caller, database, params }) => {
  requireReach(caller);
  const [known] = await database
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.slug, params.slug), ne(organizations.subscriptionStatus, 'INACTIVE')));
  if (!known) throw new Failure('NOT_FOUND', { issues: [`There is no organization ${params.slug}`] });
  if (!caller.organizations.some(({ id }) => id === known.id))
    throw new Failure('FORBIDDEN', { issues: [`The key does not reach the organization ${params.slug}`] });
  const [record] = await readOrganizations(database, [known.id], undefined);
  return caller.scopes.includes('read') ? record! : publicRecord(record!);
});
