import type { Database } from '../../../database/database.ts';
import type { Caller } from '../../../http/access/api-key.ts';
import { requiredOrganization } from '../../../http/access/reach.ts';
import { Failure } from '../../../http/failure.ts';
import { implement } from '../../../http/implementation.ts';
import { unknownBrands } from '../brand/brand.ts';
import { organizationFigures, requireMetrics } from './organization.ts';
import { breakdown, foundThreats, summary } from './summary.ts';

/** The organization whose metrics are asked for. @throws Failure FORBIDDEN where it has none, BAD_REQUEST for a brand that it does not have */
async function measured(
  database: Database,
  caller: Caller,
  slug: string | undefined,
  brandSlug?: string | undefined,
): Promise<number> {
  const { id, name } = requiredOrganization(caller, slug);
  await requireMetrics(database, id);
  if (brandSlug !== undefined && (await unknownBrands(database, id, [brandSlug])).length > 0)
    throw new Failure('BAD_REQUEST', `brandSlug: ${name} has no brand "${brandSlug}"`);
  return id;
}

export const metricsOperations = implement({
  organizationMetrics: async ({ caller, database, query }) => {
    const { slug, ...order } = query;
    return organizationFigures(database, await measured(database, caller, slug, order.brandSlug), order);
  },

  publicOrganizationMetrics: async ({ caller, database, body: { slug, ...order } }) =>
    organizationFigures(database, await measured(database, caller, slug, order.brandSlug), order),

  metricsSummary: async ({ caller, database, body: { slug, ...period } }) =>
    summary(database, await measured(database, caller, slug), period, Date.now()),

  metricsBreakdown: async ({ caller, database, body: { slug, ...order } }) => ({
    rows: await breakdown(database, await measured(database, caller, slug), order, Date.now()),
  }),

  metricsFound: async ({ caller, database, body: { slug, ...period } }) => ({
    count: await foundThreats(database, await measured(database, caller, slug), period, Date.now()),
  }),
});
