import { eq, inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { OPERATIONS } from '../../api/catalogue.ts';
import type { OrganizationService } from '../../api/organization/organization.ts';
import type { Database } from '../database/database.ts';
import { organizations } from '../database/schema/organization/organization.ts';
import { Failure } from '../http/failure.ts';
import type { Caller } from './api-key.ts';
import { SERVICE_OF } from './service-table.ts';

/** The column that says whether a service is on. */
export const SERVICE_COLUMNS = {
  reporting: organizations.reportingActive,
  reviewing: organizations.reviewingActive,
  protection: organizations.protectionActive,
  takedowns: organizations.takedownsActive,
  detection: organizations.detectionActive,
  darkWebMonitoring: organizations.darkWebMonitoringActive,
} as const satisfies Readonly<Record<OrganizationService, PgColumn>>;

/** The service that an operation belongs to; null where it always answers. */
export const serviceOf = (operationId: string): OrganizationService | null =>
  SERVICE_OF[operationId as keyof typeof OPERATIONS];

/** Why an operation of a service that is off is refused. */
export const serviceIsOff = (service: OrganizationService, name: string): string =>
  `The service "${service}" is off for ${name}`;

type Request = { readonly query: unknown; readonly body: unknown };

/**
 * Refuses an operation whose service is off for the organization that the request acts for. A request that names none of the several
 * that a key reaches is let through where one of them has the service.
 * @throws Failure FORBIDDEN naming the service
 */
export async function requireService(
  database: Database,
  caller: Caller,
  operationId: string,
  request: Request,
): Promise<void> {
  const service = serviceOf(operationId);
  if (service === null) return;
  const slug = slugOf(request);
  const acting = caller.organizations.filter((organization) => slug === null || organization.slug === slug);
  // An organization that the key does not reach is refused where the request is carried out, as on every other operation.
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
  throw new Failure('FORBIDDEN', { issues: [serviceIsOff(service, acting.map(({ name }) => name).join(', '))] });
}

/** The services that are off for an organization. */
export async function inactiveServices(database: Database, organizationId: number): Promise<OrganizationService[]> {
  const [row] = await database.select(SERVICE_COLUMNS).from(organizations).where(eq(organizations.id, organizationId));
  return (Object.keys(SERVICE_COLUMNS) as OrganizationService[]).filter((service) => row?.[service] !== true);
}

/** The organization that a request names, in whichever field its operation has for that; a form gives lists. */
function slugOf({ query, body }: Request): string | null {
  const fields = { ...(query as object | undefined), ...(body as object | undefined) } as Record<string, unknown>;
  const [named] = [fields.slug ?? fields.organizationSlug].flat();
  return typeof named === 'string' ? named : null;
}
