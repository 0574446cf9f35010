import { organizationBrands } from '../../../../api/organization/brand.ts';
import type { Gate } from '../../gate.ts';
import { organizationGet } from '../access/visit.ts';
import { brandsPage } from './brands-page.ts';

/** The brands of an organization. */
export function brandRoutes(gate: Gate): void {
  organizationGet(gate, '/brands', async (visit) => {
    const { brands } = await visit.call(organizationBrands, { query: { slug: visit.organization.slug } });
    return { page: brandsPage(visit, brands) };
  });
}
