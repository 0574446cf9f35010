import type { BodyOf } from '../../../api/operation.ts';
import type { publicOrganizationReports } from '../../../api/report/report-list.ts';
import { actingOrganization, filerOf, requiredOrganization } from '../../http/access/reach.ts';
import { type Call, implement } from '../../http/implementation.ts';
import { eraseByReceipt } from '../receipt/erasure.ts';
import { answerQuestion, follow } from '../receipt/receipt.ts';
import { attachmentId, tieAttachments, uploaderOf } from './attachment.ts';
import { fileReport } from './filing.ts';
import { reportPage } from './page.ts';
import { readProposed } from './proposed.ts';
import { searchReports } from './search.ts';

export const reportOperations = implement({
  reportCreate: async ({ caller, database, body, origin, country, service, change }) => {
    const organization = actingOrganization(caller, body.organizationSlug);
    const urls = [...(body.attachmentUrls ?? []), ...body.assets.flatMap(({ screenshot }) => screenshot?.url ?? [])];
    const files = urls.flatMap((url) => attachmentId([origin, service.publicUrl], url) ?? []);
    const filer = filerOf(caller, organization, country);
    const read = await readProposed(database, organization?.id ?? null, body.assets);
    return change(async (transaction) => {
      const { receiptId, reportId, ...report } = await fileReport(transaction, filer, body, read);
      await tieAttachments(transaction, { id: reportId, receiptId }, uploaderOf(caller, organization), files);
      return report;
    });
  },

  reportRead: ({ caller, database, params }) => follow(database, caller, 'report', params.receipt),

  reportAnswer: ({ database, params, body }) => answerQuestion(database, 'report', params.receipt, body),

  reportErase: async ({ database, params }) => {
    await eraseByReceipt(database, 'report', params.receipt);
    return { success: true as const };
  },

  organizationReports: ({ query, ...call }) => pageOf(call, query),
  publicOrganizationReports: ({ body, ...call }) => pageOf(call, body),

  reportsSearch: async ({ caller, database, body }) =>
    searchReports(database, caller, actingOrganization(caller, body.slug), body.assetContents, body.receipts ?? []),
});

function pageOf(
  { caller, database, service }: Pick<Call<typeof publicOrganizationReports>, 'caller' | 'database' | 'service'>,
  { slug, limit, cursor, ...filter }: BodyOf<typeof publicOrganizationReports>,
) {
  const { id: organizationId } = requiredOrganization(caller, slug);
  return reportPage(database, service.cursors, { organizationId, filter, limit, cursor });
}
