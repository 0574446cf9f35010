import { organizationBrands } from '../../../../api/organization/brand.ts';
import {
  metricsBreakdown,
  metricsFound,
  metricsSummary,
  organizationMetrics,
} from '../../../../api/organization/metrics.ts';
import type { Gate } from '../../gate.ts';
import { organizationGet } from '../access/visit.ts';
import { addressed, daysOf, one } from '../form/address.ts';
import { metricsPage } from './metrics-page.ts';

/** The metrics of an organization. */
export function metricsRoutes(gate: Gate): void {
  organizationGet(gate, '/metrics', async (visit) => {
    const { call } = visit;
    const { slug } = visit.organization;
    const address = addressed(visit);
    const summary = await call(metricsSummary, { body: { slug, ...daysOf(address) } });
    const { startDate, endDate } = summary;
    const body = { slug, startDate, endDate };
    const measured = {
      ...{ address, summary },
      found: (await call(metricsFound, { body })).count,
      figures: await call(organizationMetrics, { query: { ...body, brandSlug: one(address, 'brand') } }),
      byDay: (await call(metricsBreakdown, { body: { ...body, by: 'day' } })).rows,
      byType: (await call(metricsBreakdown, { body: { ...body, by: 'assetType' } })).rows,
      byBrand: (await call(metricsBreakdown, { body: { ...body, by: 'brand' } })).rows,
      brands: (await call(organizationBrands, { query: { slug } })).brands,
    };
    return { page: metricsPage(visit, measured) };
  });
}
