import { organizationReports } from '../../../../api/report/report-list.ts';
import type { Gate } from '../../gate.ts';
import { organizationGet } from '../access/visit.ts';
import { addressed } from '../form/address.ts';
import { reportFilter } from './filter.ts';
import { reportsPage } from './reports-page.ts';

/** The reports of an organization. */
export function reportRoutes(gate: Gate): void {
  organizationGet(gate, '/reports', async (visit) => {
    const { slug } = visit.organization;
    const found = await visit.call(organizationReports, { query: { ...reportFilter(addressed(visit)), slug } });
    return { page: reportsPage(visit, found) };
  });
}
