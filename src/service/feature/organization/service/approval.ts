import { asc, eq } from 'drizzle-orm';
import type { OrganizationRecord, PENDING_SERVICES, SERVICE_TYPES } from '../../../../api/organization/organization.ts';
import type { Database } from '../../../database/database.ts';
import { issue } from '../../../database/refused.ts';
import { organizations, pendingServiceApprovals } from '../../../database/schema/organization.ts';
import { Failure } from '../../../http/failure.ts';
import { timesInText } from '../../../http/implementation.ts';

type ServiceOrder = { readonly service: (typeof PENDING_SERVICES)[number]; readonly automated: boolean };

type Pending = OrganizationRecord['pendingServiceApprovals'];
type Kind = { readonly serviceType: (typeof SERVICE_TYPES)[number]; readonly serviceName: string };

function kindOf({ service, automated }: ServiceOrder): Kind {
  if (service === 'protection') return { serviceType: 'isProtectionActive', serviceName: 'Protection' };
  return automated
    ? { serviceType: 'isAutomatedTakedownsActive', serviceName: 'Automated takedowns' }
    : { serviceType: 'isTakedownsActive', serviceName: 'Takedowns' };
}

/** A pending request as the organization's record has it. */
export function pendingOf(row: typeof pendingServiceApprovals.$inferSelect): Pending[number] {
  const { service, automated, serviceType, serviceName, requestedAt } = row;
  return timesInText({ service, automated, serviceType, serviceName, requestedAt });
}

/**
 * Records that an organization asks for a service, inside the caller's transaction.
 * @returns all its pending requests
 * @throws Failure CONFLICT where it has the service, or has asked already
 */
export async function requestService(
  transaction: Database,
  organizationId: number,
  order: ServiceOrder,
): Promise<Pending> {
  // Locks the organization, so that two requests at the same time run one after the other.
  const [organization] = await transaction
    .select()
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update');
  const kind = kindOf(order);
  const before = await pendingRequests(transaction, organizationId);
  if (hasService(organization!, order))
    throw new Failure('CONFLICT', issue('serviceIsOn', { service: kind.serviceName }, 'service'));
  if (before.some(({ serviceType }) => serviceType === kind.serviceType))
    throw new Failure('CONFLICT', issue('serviceAsked', { service: kind.serviceName }, 'service'));
  await transaction.insert(pendingServiceApprovals).values({ organizationId, ...order, ...kind });
  return (await pendingRequests(transaction, organizationId)).map(pendingOf);
}

/** The requests of an organization that wait, the oldest first. */
export const pendingRequests = (database: Database, organizationId: number) =>
  database
    .select()
    .from(pendingServiceApprovals)
    .where(eq(pendingServiceApprovals.organizationId, organizationId))
    .orderBy(asc(pendingServiceApprovals.id));

function hasService(row: typeof organizations.$inferSelect, { service, automated }: ServiceOrder): boolean {
  if (service === 'protection') return row.protectionActive;
  return row.takedownsActive && (!automated || row.takedownsAutomated);
}

/** Ends a request: granted, the service is on from now on. False without such a request. */
export async function decideRequest(database: Database, id: number, isGranted: boolean): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [request] = await transaction
      .delete(pendingServiceApprovals)
      .where(eq(pendingServiceApprovals.id, id))
      .returning();
    if (!request) return false;
    const { service, automated } = request;
    const on = service === 'protection' ? { protectionActive: true } : { takedownsActive: true };
    const values = { ...(isGranted ? on : {}), ...(isGranted && automated ? { takedownsAutomated: true } : {}) };
    await transaction
      .update(organizations)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(organizations.id, request.organizationId));
    return true;
  });
}
