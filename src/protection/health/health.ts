import * as z from 'zod/mini';

/** How well the protection works: as it should, with a part of it missing, or not at all. The best first. */
export const PROTECTION_LEVELS = ['protected', 'reduced', 'unprotected'] as const;
export type ProtectionLevel = (typeof PROTECTION_LEVELS)[number];

/** What may be wrong with the protection, each shown in words. Causes stand before what follows from them. */
export const HEALTH_PROBLEMS = [
  'protection-off',
  'permission-missing',
  'policy-key',
  'not-configured',
  'key-refused',
  'update-needed',
  'list-missing',
  'list-empty',
  'sites-off',
  'list-old',
  'list-bundled',
  'confirmation-failing',
  'list-rejected',
  'service-unreachable',
  'service-refused',
  'storage-full',
  'storage-broken',
  'addresses-off',
] as const;

/** What mends a problem with one press: ask the service, enter what is missing in the settings, allow, or switch on. */
export const REMEDIES = ['check', 'settings', 'permission', 'switch-on'] as const;
export type Remedy = (typeof REMEDIES)[number];

/** The state of the protection as a person sees it. Times are ms since epoch; attempt and success are separate. */
export const health = z.object({
  /** The worst that a problem makes of it. */
  level: z.enum(PROTECTION_LEVELS),
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
  /** The worst first: where the level is not `protected`, the first one is the reason. */
  problems: z.array(
    z.object({
      kind: z.enum(HEALTH_PROBLEMS),
      detail: z.optional(z.string()),
      /** What is left of the protection where this is all that is wrong. */
      level: z.enum(PROTECTION_LEVELS),
      /** Null where waiting or the person's administrator mends it. */
      remedy: z.nullable(z.enum(REMEDIES)),
    }),
  ),
});
export type Health = z.infer<typeof health>;
export type HealthProblem = Health['problems'][number];
