import { reportCreate } from '../../api/report.ts';
import { actingOrganization } from '../access/reach.ts';
import { implement } from '../http/implementation.ts';
import { fileReport } from '../reports/filing.ts';

export const createReport = implement(reportCreate, async ({ caller, database, body }) =>
  fileReport(
    database,
    { apiKeyId: caller.keyId, organization: actingOrganization(caller, body.organizationSlug) },
    body,
  ),
);
