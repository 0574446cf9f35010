import * as z from 'zod/mini';
import { slug } from '../field.ts';
import { operation } from '../operation.ts';

export const AGE_BUCKETS = ['under 1 hour', '1 to 4 hours', '4 to 24 hours', '1 to 7 days', 'over 7 days'] as const;

const queue = z.object({
  total: z.int(),
  sla: z.object({ ok: z.int(), dueSoon: z.int(), breached: z.int() }),
  ages: z.array(z.object({ bucket: z.enum(AGE_BUCKETS), count: z.int() })),
});

/**
 * Open reports and takedowns of every organization that the key can access, or of the one in `slug`. Due soon: within
 * `windowHours`.
 */
export const queuesSnapshot = operation({
  id: 'queuesSnapshot',
  group: 'Operations',
  summary: 'What waits for review and for takedown, by age and time left',
  method: 'POST',
  path: '/operations/queues/snapshot',
  access: 'read',
  service: 'reviewing',
  body: z.object({ slug, windowHours: z._default(z.int().check(z.minimum(1), z.maximum(720)), 4) }),
  response: z.object({ reviews: queue, takedowns: queue }),
});
