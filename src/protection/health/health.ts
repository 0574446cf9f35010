import * as z from 'zod/mini';

/** What may be wrong with the protection, each shown in words by the popup. */
export const HEALTH_PROBLEMS = [
  'list-missing',
  'list-old',
  'list-bundled',
  'list-rejected',
  'update-needed',
  'service-unreachable',
  'service-refused',
  'key-refused',
  'not-configured',
  'storage-full',
  'storage-broken',
  'permission-missing',
  'confirmation-failing',
] as const;

/** The state of the protection as a person sees it. Times are ms since epoch; attempt and success are separate. */
export const health = z.object({
  enabled: z.boolean(),
  list: z.nullable(
    z.object({
      token: z.string(),
      entries: z.int(),
      /** When the service last said that this list is current, or for a bundled one when it was published. */
      currentAt: z.number(),
      origin: z.enum(['bundled', 'service']),
    }),
  ),
  lastAttemptAt: z.nullable(z.number()),
  lastSuccessAt: z.nullable(z.number()),
  nextAttemptAt: z.nullable(z.number()),
  problems: z.array(z.object({ kind: z.enum(HEALTH_PROBLEMS), detail: z.optional(z.string()) })),
});
export type Health = z.infer<typeof health>;
export type HealthProblem = Health['problems'][number];
