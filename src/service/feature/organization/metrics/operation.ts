import type { Database } from '../../../database/database.ts';
import { readHorizon } from '../../../database/keyset.ts';
import { issue } from '../../../database/refused.ts';
import type { Caller } from '../../../http/access/api-key.ts';
import { requiredOrganization } from '../../../http/access/reach.ts';
import { Failure } from '../../../http/failure.ts';
import { implement } from '../../../http/implementation.ts';
import { unknownBrands } from '../brand/brand.ts';
import { organizationFigures, requireMetrics } from './organization.ts';
import { breakdown, foundThreats, summary } from './summary.ts';

/**
 * The organization whose metrics are asked for, and the last moment (ms since epoch) of which everything is committed.
 * @throws Failure FORBIDDEN where it has none, BAD_REQUEST for an unknown brand
 */
async function measured(
  database: Database,
  caller: Caller,
  slug: string | undefined,
  brandSlug?: string | undefined,
): Promise<{ readonly organizationId: number; readonly now: number }> {
  const { id, name } = requiredOrganization(caller, slug);
  await requireMetrics(database, id);
  if (brandSlug !== undefined && (await unknownBrands(database, id, [brandSlug])).length > 0)
    throw new Failure('BAD_REQUEST', issue('noBrand', { organization: name, brand: brandSlug }, 'brandSlug'));
  return { organizationId: id, now: (await readHorizon(database)).getTime() - 1 };
}

export const metricsOperations = implement({
  organizationMetrics: async ({ caller, database, query }) => {
    const { slug, ...order } = query;
    const { organizationId } = await measured(database, caller, slug, order.brandSlug);
    return organizationFigures(database, organizationId, order);
  },

  publicOrganizationMetrics: async ({ caller, database, body: { slug, ...order } }) => {
    const { organizationId } = await measured(database, caller, slug, order.brandSlug);
    return organizationFigures(database, organizationId, order);
  },

  metricsSummary: async ({ caller, database, body: { slug, ...period } }) => {
    const { organizationId, now } = await measured(database, caller, slug);
    return summary(database, organizationId, period, now);
  },

  metricsBreakdown: async ({ caller, database, body: { slug, ...order } }) => {
    const { organizationId, now } = await measured(database, caller, slug);
    return { rows: await breakdown(database, organizationId, order, now) };
  },

  metricsFound: async ({ caller, database, body: { slug, ...period } }) => {
    const { organizationId, now } = await measured(database, caller, slug);
    return { count: await foundThreats(database, organizationId, period, now) };
  },
});
