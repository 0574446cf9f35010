import { organizationReports, publicOrganizationReports, reportsSearch } from '../../../api/report/report-list.ts';
import { actingOrganization, requiredOrganization } from '../../access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { reportPage } from './page.ts';
import { searchReports } from './search.ts';

export const listOrganizationReports = implement(organizationReports, async ({ caller, database, service, query }) => {
  const { slug, limit, cursor, ...filter } = query;
  const { id: organizationId } = requiredOrganization(caller, slug);
  return reportPage(database, service.cursors, { organizationId, filter, limit, cursor });
});

export const listPublicOrganizationReports = implement(
  publicOrganizationReports,
  async ({ caller, database, service, body }) => {
    const { slug, limit, cursor, ...filter } = body;
    const { id: organizationId } = requiredOrganization(caller, slug);
    return reportPage(database, service.cursors, { organizationId, filter, limit, cursor });
  },
);

export const searchReportsByAsset = implement(reportsSearch, async ({ caller, database, body }) =>
  searchReports(database, caller, actingOrganization(caller, body.slug), body.assetContents, body.receipts ?? []),
);
