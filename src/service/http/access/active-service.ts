import { eq, inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Operation, OrganizationService } from '../../../api/operation.ts';
import type { Database } from '../../database/database.ts';
import { type Issue, issue } from '../../database/refused.ts';
import { organizations } from '../../database/schema/organization.ts';
import { Failure } from '../failure.ts';
import type { Caller } from './api-key.ts';

const SERVICE_COLUMNS = {
  reporting: organizations.reportingActive,
  reviewing: organizations.reviewingActive,
  protection: organizations.protectionActive,
  takedowns: organizations.takedownsActive,
  detection: organizations.detectionActive,
  darkWebMonitoring: organizations.darkWebMonitoringActive,
} as const satisfies Readonly<Record<OrganizationService, PgColumn>>;

export const serviceIsOff = (service: OrganizationService, organization: string): Issue =>
  issue('serviceIsOff', { service, organization });

type Request = { readonly query: unknown; readonly body: unknown };

/**
 * Refuses an operation whose service is off for the organization of the request, or for all reached ones if it names
 * none. @throws Failure FORBIDDEN naming the service
 */
export async function requireService(
  database: Database,
  caller: Caller,
  { service }: Operation,
  request: Request,
): Promise<void> {
  if (service === undefined) return;
  const slug = slugOf(request);
  const acting = caller.organizations.filter((organization) => slug === null || organization.slug === slug);
  // The handler refuses an organization that the key does not reach.
  if (acting.length === 0) return;
  const rows = await database
    .select({ isActive: SERVICE_COLUMNS[service] })
    .from(organizations)
    .where(
      inArray(
        organizations.id,
        acting.map(({ id }) => id),
      ),
    );
  if (rows.some(({ isActive }) => isActive)) return;
  throw new Failure('FORBIDDEN', serviceIsOff(service, acting.map(({ name }) => name).join(', ')));
}

/** The services that are off for an organization. */
export async function inactiveServices(database: Database, organizationId: number): Promise<OrganizationService[]> {
  const [row] = await database.select(SERVICE_COLUMNS).from(organizations).where(eq(organizations.id, organizationId));
  return (Object.keys(SERVICE_COLUMNS) as OrganizationService[]).filter((service) => row?.[service] !== true);
}

/** The slug of a request, in either field name; in a form, fields are arrays. */
function slugOf({ query, body }: Request): string | null {
  const fields = { ...(query as object | undefined), ...(body as object | undefined) } as Record<string, unknown>;
  const [named] = [fields.slug ?? fields.organizationSlug].flat();
  return typeof named === 'string' ? named : null;
}
