import * as z from 'zod/mini';
import { content } from '../asset/asset.ts';
import { operation } from '../operation.ts';
import { answer, byReceipt, erased, followed, publicState } from './receipt.ts';

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

export const disputeRead = operation({
  id: 'disputeRead',
  group: 'Disputes and takedowns',
  summary: 'Follow a dispute by its receipt',
  method: 'GET',
  path: '/dispute/{receipt}',
  access: 'report',
  params: followed,
  response: publicState,
  errors: [404],
});

export const disputeAnswer = operation({
  id: 'disputeAnswer',
  group: 'Disputes and takedowns',
  summary: 'Answer what the reviewers of a dispute ask',
  method: 'POST',
  path: '/dispute/{receipt}/answer',
  access: 'report',
  quota: 'disputes',
  changes: true,
  params: byReceipt,
  body: answer,
  response: publicState,
  errors: [404, 409],
});

export const disputeErase = operation({
  id: 'disputeErase',
  group: 'Disputes and takedowns',
  summary: 'Erase the contact data of a dispute; the dispute itself stays',
  method: 'DELETE',
  path: '/dispute/{receipt}',
  access: 'report',
  changes: true,
  params: byReceipt,
  response: erased,
  errors: [404],
});
