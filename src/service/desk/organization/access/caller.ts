import { asc } from 'drizzle-orm';
import type { Scope } from '../../../../api/operation.ts';
import type { Caller, ReachedOrganization } from '../../../access/api-key.ts';
import type { Database } from '../../../database/database.ts';
import { organizations } from '../../../database/schema/organization.ts';
import { mayManage, type Person } from '../../person.ts';

const READING: readonly Scope[] = ['protect', 'report', 'read'];

/** What the operations of the interface let somebody do: every person at the desk reads, some also change; an organization's key may what it may. */
function scopesOf(person: Person): readonly Scope[] {
  if (person.userId === null) return person.scopes;
  return mayManage(person) ? [...READING, 'manage'] : READING;
}

/** A person of the desk as the operations of the interface see who calls. */
export async function callerAtDesk(database: Database, person: Person): Promise<Caller> {
  return {
    keyId: person.keyId,
    keyDigest: '',
    kind: person.userId === null ? 'organization' : 'user',
    scopes: scopesOf(person),
    organizations: await reachOf(database, person),
    requestsPerMinute: null,
    isFormer: false,
    successorId: null,
    listEdit: 0,
  };
}

async function reachOf(database: Database, person: Person): Promise<readonly ReachedOrganization[]> {
  if (!person.isWholeDesk) return person.organizations;
  const { id, slug, name } = organizations;
  return database.select({ id, slug, name }).from(organizations).orderBy(asc(organizations.id));
}
