import * as z from 'zod/mini';
import { content } from './asset.ts';
import { known } from './lenient.ts';
import { operation } from './operation.ts';

export const DISPUTE_STATUSES = ['OPEN', 'ACCEPTED', 'REJECTED'] as const;

export const disputeCreate = operation({
  id: 'disputeCreate',
  group: 'Disputes and takedowns',
  summary: 'Dispute an asset that was blocked by mistake',
  method: 'POST',
  path: '/dispute/create',
  access: 'report',
  idempotent: true,
  body: z.lazy(() =>
    z.object({
      content,
      email: z.optional(z.email().check(z.maxLength(320))),
      description: z.optional(z.string().check(z.maxLength(10_000))),
    }),
  ),
  response: z.lazy(() => z.object({ id: z.int(), content: z.string(), message: z.optional(z.string()) })),
  errors: [404, 409, 413],
});

export const disputeRead = operation({
  id: 'disputeRead',
  group: 'Disputes and takedowns',
  summary: 'Follow a dispute',
  method: 'GET',
  path: '/dispute/{id}',
  access: 'report',
  params: z.lazy(() => z.object({ id: z.coerce.number().check(z.int(), z.positive()) })),
  response: z.lazy(() =>
    z.object({
      id: z.int(),
      content: z.string(),
      status: known(DISPUTE_STATUSES),
      createdAt: z.string(),
      decidedAt: z.optional(z.string()),
      note: z.optional(z.string()),
    }),
  ),
  errors: [404],
});
