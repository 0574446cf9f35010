import * as z from 'zod/mini';
import { known } from '../field.ts';
import { operation, SCOPES } from '../operation.ts';

export const validate = operation({
  id: 'validate',
  group: 'Account',
  summary: 'Whether an API key is valid, and what it may do',
  method: 'GET',
  path: '/validate',
  access: 'any',
  response: z.lazy(() =>
    z.object({
      valid: z.literal(true),
      kind: known(['organization', 'user']),
      scopes: z._default(z.array(known(SCOPES)), []),
      organization: z.optional(z.object({ id: z.int(), slug: z.string(), name: z.string() })),
    }),
  ),
});
