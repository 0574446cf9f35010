import * as z from 'zod/mini';
import { content } from '../asset/asset.ts';
import { operation } from '../operation.ts';
import { receiptOperations } from './receipt.ts';

export const DISPUTE_STATUSES = ['OPEN', 'ACCEPTED', 'REJECTED'] as const;

export const disputeCreate = operation({
  id: 'disputeCreate',
  group: 'Disputes and takedowns',
  summary: 'Dispute an asset that was blocked by mistake',
  method: 'POST',
  path: '/dispute/create',
  access: 'report',
  quota: 'disputes',
  idempotent: true,
  changes: 'own',
  body: z.lazy(() =>
    z.object({
      content,
      email: z.optional(z.email().check(z.maxLength(320))),
      description: z.optional(z.string().check(z.maxLength(10_000))),
    }),
  ),
  response: z.lazy(() =>
    z.object({ id: z.int(), content: z.string(), message: z.optional(z.string()), receipt: z.optional(z.string()) }),
  ),
  errors: [404, 409, 413],
});

const ofReceipt = receiptOperations(
  'dispute',
  'Disputes and takedowns',
  'Erase the contact data and the texts of a dispute; the dispute itself stays',
);
export const disputeRead = ofReceipt.read;
export const disputeAnswer = ofReceipt.answer;
export const disputeErase = ofReceipt.erase;
