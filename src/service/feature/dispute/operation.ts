import { filerOf, soleOrganization } from '../../http/access/reach.ts';
import { implement } from '../../http/implementation.ts';
import { readQuestions } from '../asset/check.ts';
import { eraseByReceipt } from '../receipt/erasure.ts';
import { answerQuestion, follow } from '../receipt/receipt.ts';
import { fileDispute } from './filing.ts';

export const disputeOperations = implement({
  disputeCreate: async ({ caller, body, change }) => {
    const asked = await readQuestions([body.content]);
    return change((transaction) => fileDispute(transaction, filerOf(caller, soleOrganization(caller)), body, asked));
  },

  disputeRead: ({ caller, database, params }) => follow(database, caller, 'dispute', params.receipt),

  disputeAnswer: ({ database, params, body }) => answerQuestion(database, 'dispute', params.receipt, body),

  disputeErase: async ({ database, params }) => {
    await eraseByReceipt(database, 'dispute', params.receipt);
    return { success: true as const };
  },
});
