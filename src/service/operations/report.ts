import { reportCreate } from '../../api/report.ts';
import { actingOrganization } from '../access/reach.ts';
import { tieAttachments } from '../attachments/storage.ts';
import { attachmentId } from '../http/attachment-route.ts';
import { implement } from '../http/implementation.ts';
import { fileReport } from '../reports/filing.ts';

export const createReport = implement(reportCreate, async ({ caller, database, body, origin, service }) => {
  const organization = actingOrganization(caller, body.organizationSlug);
  const report = await fileReport(database, { apiKeyId: caller.keyId, organization }, body);
  const files = (body.attachmentUrls ?? []).flatMap((url) => attachmentId([origin, service.publicUrl], url) ?? []);
  await tieAttachments(database, { id: report.id, organizationId: organization?.id ?? null }, caller.keyId, files);
  return report;
});
