import { organizationReports, publicOrganizationReports, reportsSearch } from '../../api/report-list.ts';
import type { Caller, ReachedOrganization } from '../access/api-key.ts';
import { actingOrganization, requiredOrganization } from '../access/reach.ts';
import { Failure } from '../http/failure.ts';
import { implement } from '../http/implementation.ts';
import { reportPage } from '../reports/page.ts';
import { searchReports } from '../reports/search.ts';

export const listOrganizationReports = implement(organizationReports, async ({ caller, database, service, query }) => {
  const { slug, limit, cursor, ...filter } = query;
  const { id: organizationId } = reportsOrganization(caller, slug);
  return reportPage(database, service.cursors, { organizationId, filter, limit, cursor });
});

export const listPublicOrganizationReports = implement(
  publicOrganizationReports,
  async ({ caller, database, service, body }) => {
    const { slug, limit, cursor, ...filter } = body;
    const { id: organizationId } = reportsOrganization(caller, slug);
    return reportPage(database, service.cursors, { organizationId, filter, limit, cursor });
  },
);

/** A key that lacks access to the named organization is told 401 here (spec/service.md, `GET /organization/reports`, "Errors"). */
function reportsOrganization(caller: Caller, slug: string | undefined): ReachedOrganization {
  if (slug !== undefined && !caller.organizations.some((reached) => reached.slug === slug))
    throw new Failure('UNAUTHORIZED', { issues: [`The key has no access to the organization ${slug}`] });
  return requiredOrganization(caller, slug);
}

export const searchReportsByAsset = implement(reportsSearch, async ({ caller, database, body }) =>
  searchReports(database, caller, actingOrganization(caller, body.slug), body.assetContents),
);
