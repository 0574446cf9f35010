import { reportAnswer, reportCreate, reportErase, reportRead } from '../../api/report.ts';
import { filerOf } from '../access/filer.ts';
import { actingOrganization } from '../access/reach.ts';
import { tieAttachments } from '../attachments/storage.ts';
import { attachmentId } from '../http/attachment-route.ts';
import { implement } from '../http/implementation.ts';
import { eraseByReceipt } from '../receipts/erasure.ts';
import { answerQuestion } from '../receipts/inquiry.ts';
import { reportState } from '../receipts/state.ts';
import { fileReport } from '../reports/filing.ts';
import { follow } from './receipt.ts';

export const createReport = implement(reportCreate, async ({ caller, database, body, origin, service }) => {
  const organization = actingOrganization(caller, body.organizationSlug);
  const { receiptId, ...report } = await fileReport(database, filerOf(caller, organization), body);
  const files = (body.attachmentUrls ?? []).flatMap((url) => attachmentId([origin, service.publicUrl], url) ?? []);
  const tied = { id: report.id, receiptId, organizationId: organization?.id ?? null };
  await tieAttachments(database, tied, caller.keyId, files);
  return report;
});

export const followReport = implement(reportRead, ({ caller, database, params }) =>
  follow({ database, caller, kind: 'report', text: params.receipt, byNumber: reportState }),
);

export const answerReport = implement(reportAnswer, ({ database, params, body }) =>
  answerQuestion(database, 'report', params.receipt, body.text),
);

export const eraseReport = implement(reportErase, async ({ database, params }) => {
  await eraseByReceipt(database, 'report', params.receipt);
  return { success: true as const };
});
