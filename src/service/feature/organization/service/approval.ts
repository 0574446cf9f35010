import { eq } from 'drizzle-orm';
import type { OrganizationRecord, PENDING_SERVICES, SERVICE_TYPES } from '../../../../api/organization/organization.ts';
import type { Database } from '../../../database/database.ts';
import { issue } from '../../../database/refused.ts';
import { organizations } from '../../../database/schema/organization.ts';
import { Failure } from '../../../http/failure.ts';

type ServiceOrder = { readonly service: (typeof PENDING_SERVICES)[number]; readonly automated: boolean };

type Pending = OrganizationRecord['pendingServiceApprovals'];
type Kind = { readonly serviceType: (typeof SERVICE_TYPES)[number]; readonly serviceName: string };

function kindOf({ service, automated }: ServiceOrder): Kind {
  if (service === 'protection') return { serviceType: 'isProtectionActive', serviceName: 'Protection' };
  return automated
    ? { serviceType: 'isAutomatedTakedownsActive', serviceName: 'Automated takedowns' }
    : { serviceType: 'isTakedownsActive', serviceName: 'Takedowns' };
}

const condition = (organizationId: number) => eq(organizations.id, organizationId);

/** An organization, locked so that what changes its requests at the same time runs one after the other. */
async function lockedOrganization(transaction: Database, id: number) {
  const [row] = await transaction.select().from(organizations).where(condition(id)).for('no key update');
  return row!;
}

/**
 * Records that an organization asks for a service. @returns all its requests
 * @throws Failure CONFLICT where it has, or asked
 */
export async function requestService(
  transaction: Database,
  organizationId: number,
  order: ServiceOrder,
): Promise<Pending> {
  const organization = await lockedOrganization(transaction, organizationId);
  const kind = kindOf(order);
  if (hasService(organization, order))
    throw new Failure('CONFLICT', issue('serviceIsOn', { service: kind.serviceName }, 'service'));
  if (organization.pendingServices.some(({ serviceType }) => serviceType === kind.serviceType))
    throw new Failure('CONFLICT', issue('serviceAsked', { service: kind.serviceName }, 'service'));
  const request = { ...order, ...kind, requestedAt: new Date().toISOString() };
  const pendingServices = [...organization.pendingServices, request];
  await transaction.update(organizations).set({ pendingServices }).where(condition(organizationId));
  return pendingServices;
}

function hasService(row: typeof organizations.$inferSelect, { service, automated }: ServiceOrder): boolean {
  if (service === 'protection') return row.protectionActive;
  return row.takedownsActive && (!automated || row.takedownsAutomated);
}

/** Ends a request, inside the caller's transaction: granted, the service is on from now on. False without such a request. */
export async function decideRequest(
  transaction: Database,
  organizationId: number,
  type: string,
  isGranted: boolean,
): Promise<boolean> {
  const { pendingServices: pending } = await lockedOrganization(transaction, organizationId);
  const request = pending.find(({ serviceType }) => serviceType === type);
  if (!request) return false;
  const { service, automated } = request;
  const on = service === 'protection' ? { protectionActive: true } : { takedownsActive: true };
  const values = { ...(isGranted ? on : {}), ...(isGranted && automated ? { takedownsAutomated: true } : {}) };
  const pendingServices = pending.filter((one) => one !== request);
  await transaction
    .update(organizations)
    .set({ ...values, pendingServices, updatedAt: new Date() })
    .where(condition(organizationId));
  return true;
}
