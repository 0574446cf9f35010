import * as z from 'zod/mini';

/** How well the protection works: fully, partly, or not at all. Best first. */
export const PROTECTION_LEVELS = ['protected', 'reduced', 'unprotected'] as const;
export type ProtectionLevel = (typeof PROTECTION_LEVELS)[number];

/** Possible problems of the protection. Causes stand before their consequences. */
export const HEALTH_PROBLEMS = [
  'protection-off',
  'paused',
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
  'always-private',
  'storage-full',
  'storage-broken',
  'addresses-off',
  'wallet-check',
  'site-barred',
] as const;

/** One-click remedies: ask the service, complete the settings, grant the permission, switch on, or end a pause. */
export const REMEDIES = ['check', 'settings', 'permission', 'switch-on', 'resume'] as const;
export type Remedy = (typeof REMEDIES)[number];

/** The state of the protection as shown to a person. Times are ms since epoch; attempt and success are separate. */
export const health = z.object({
  /** The worst level of all problems. */
  level: z.enum(PROTECTION_LEVELS),
  list: z.nullable(
    z.object({
      token: z.string(),
      entries: z.int(),
      /** When the service last confirmed this list as current, or when a bundled list was published. */
      currentAt: z.number(),
      origin: z.enum(['bundled', 'service']),
    }),
  ),
  lastAttemptAt: z.nullable(z.number()),
  lastSuccessAt: z.nullable(z.number()),
  nextAttemptAt: z.nullable(z.number()),
  /** Worst first: if the level is not `protected`, the first one is the reason. */
  problems: z.array(
    z.object({
      kind: z.enum(HEALTH_PROBLEMS),
      detail: z.optional(z.string()),
      /** The level if this is the only problem. */
      level: z.enum(PROTECTION_LEVELS),
      /** Null if only waiting or the administrator can fix it. */
      remedy: z.nullable(z.enum(REMEDIES)),
    }),
  ),
});
export type Health = z.infer<typeof health>;
export type HealthProblem = Health['problems'][number];
