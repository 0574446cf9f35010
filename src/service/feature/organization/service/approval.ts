import { asc, eq } from 'drizzle-orm';
import type { OrganizationRecord, PENDING_SERVICES, SERVICE_TYPES } from '../../../../api/organization/organization.ts';
import type { Database } from '../../../database/database.ts';
import { type Issue, issue } from '../../../database/refused.ts';
import { organizations, pendingServiceApprovals } from '../../../database/schema/organization.ts';
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
 * @returns all its pending requests, and the reason if there is no new one: it has the service, or has asked already
 */
export async function requestService(
  transaction: Database,
  organizationId: number,
  order: ServiceOrder,
): Promise<{ readonly pending: Pending; readonly refusal: Issue | null }> {
  // Locks the organization, so that two requests at the same time run one after the other.
  const [organization] = await transaction
    .select()
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update');
  const kind = kindOf(order);
  const before = await pendingRequests(transaction, organizationId);
  const refusal = hasService(organization!, order)
    ? issue('serviceIsOn', { service: kind.serviceName }, 'service')
    : before.some(({ serviceType }) => serviceType === kind.serviceType)
      ? issue('serviceAsked', { service: kind.serviceName }, 'service')
      : null;
  if (refusal === null) await transaction.insert(pendingServiceApprovals).values({ organizationId, ...order, ...kind });
  const rows = refusal === null ? await pendingRequests(transaction, organizationId) : before;
  return { pending: rows.map(pendingOf), refusal };
}

const pendingRequests = (database: Database, organizationId: number) =>
  database
    .select()
    .from(pendingServiceApprovals)
    .where(eq(pendingServiceApprovals.organizationId, organizationId))
    .orderBy(asc(pendingServiceApprovals.id));

function hasService(row: typeof organizations.$inferSelect, { service, automated }: ServiceOrder): boolean {
  if (service === 'protection') return row.protectionActive;
  return row.takedownsActive && (!automated || row.takedownsAutomated);
}

/** Every request that waits, the oldest first. */
export const waitingRequests = (database: Database) =>
  database
    .select({
      id: pendingServiceApprovals.id,
      slug: organizations.slug,
      serviceType: pendingServiceApprovals.serviceType,
      requestedAt: pendingServiceApprovals.requestedAt,
    })
    .from(pendingServiceApprovals)
    .innerJoin(organizations, eq(organizations.id, pendingServiceApprovals.organizationId))
    .orderBy(asc(pendingServiceApprovals.requestedAt), asc(pendingServiceApprovals.id));

/**
 * Ends a request: granted, the service is on from now on.
 * @returns what was asked for and by whom; null without such a request
 */
export async function decideRequest(
  database: Database,
  id: number,
  isGranted: boolean,
): Promise<{ readonly slug: string; readonly serviceName: string } | null> {
  return database.transaction(async (transaction) => {
    const [request] = await transaction
      .delete(pendingServiceApprovals)
      .where(eq(pendingServiceApprovals.id, id))
      .returning();
    if (!request) return null;
    const { service, automated, serviceName } = request;
    const on = service === 'protection' ? { protectionActive: true } : { takedownsActive: true };
    const values = { ...(isGranted ? on : {}), ...(isGranted && automated ? { takedownsAutomated: true } : {}) };
    const [organization] = await transaction
      .update(organizations)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(organizations.id, request.organizationId))
      .returning({ slug: organizations.slug });
    return { slug: organization!.slug, serviceName };
  });
}
