import { reportAnswer, reportCreate, reportErase, reportRead } from '../../../api/report/report.ts';
import { filerOf } from '../../access/filer.ts';
import { actingOrganization } from '../../access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { attachmentId } from '../attachment/route.ts';
import { tieAttachments } from '../attachment/storage.ts';
import { eraseByReceipt } from '../receipt/erasure.ts';
import { answerQuestion } from '../receipt/inquiry.ts';
import { follow } from '../receipt/operation.ts';
import { reportState } from '../receipt/state.ts';
import { fileReport } from './filing.ts';

export const createReport = implement(reportCreate, async ({ caller, database, body, origin, country, service }) => {
  const organization = actingOrganization(caller, body.organizationSlug);
  const { receiptId, reportId, ...report } = await fileReport(database, filerOf(caller, organization, country), body);
  const urls = [...(body.attachmentUrls ?? []), ...body.assets.flatMap(({ screenshot }) => screenshot?.url ?? [])];
  const files = urls.flatMap((url) => attachmentId([origin, service.publicUrl], url) ?? []);
  const tied = { id: reportId, receiptId, organizationId: organization?.id ?? null };
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
