import { ne } from 'drizzle-orm';
import { issue } from '../../database/refused.ts';
import { organizations } from '../../database/schema/organization.ts';
import { actingOrganization, soleOrganization } from '../../http/access/reach.ts';
import { Failure } from '../../http/failure.ts';
import { implement } from '../../http/implementation.ts';
import { organizationCondition, publicRecord, readOrganizations } from '../organization/record.ts';
import { changeProfile, readProfile } from './person.ts';

export const userOperations = implement({
  userMe: async ({ caller, database }) => readProfile(database, caller.keyId),

  userMeUpdate: async ({ caller, database, body }) => changeProfile(database, caller.keyId, body),

  validate: async ({ caller }) => {
    const organization = soleOrganization(caller);
    return {
      valid: true as const,
      kind: caller.kind,
      scopes: [...caller.scopes],
      ...(organization ? { organization } : {}),
    };
  },

  userOrgs: async ({ caller, database, body }) => {
    const ids = caller.organizations.map(({ id }) => id);
    return { organizations: await readOrganizations(database, ids, organizationCondition(body)) };
  },

  userOrg: async ({ caller, database, params: { slug } }) => {
    const { id } = actingOrganization(caller, slug)!;
    const [record] = await readOrganizations(database, [id], ne(organizations.subscriptionStatus, 'INACTIVE'));
    if (!record) throw new Failure('NOT_FOUND', issue('organizationInactive', { slug }));
    return caller.scopes.includes('read') ? record : publicRecord(record);
  },
});
