import { disputeAnswer, disputeCreate, disputeErase, disputeRead } from '../../../api/report/dispute.ts';
import { filerOf } from '../../access/filer.ts';
import { soleOrganization } from '../../access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { eraseByReceipt } from '../receipt/erasure.ts';
import { follow } from '../receipt/operation.ts';
import { answerQuestion, disputeStateFor } from '../receipt/receipt.ts';
import { fileDispute } from './filing.ts';

export const createDispute = implement(disputeCreate, async ({ caller, database, body }) =>
  fileDispute(database, filerOf(caller, soleOrganization(caller)), body),
);

export const followDispute = implement(disputeRead, ({ caller, database, params }) =>
  follow({ database, caller, kind: 'dispute', text: params.receipt, byNumber: disputeStateFor }),
);

export const answerDispute = implement(disputeAnswer, ({ database, params, body }) =>
  answerQuestion(database, 'dispute', params.receipt, body.text),
);

export const eraseDispute = implement(disputeErase, async ({ database, params }) => {
  await eraseByReceipt(database, 'dispute', params.receipt);
  return { success: true as const };
});
