import * as z from 'zod/mini';

/**
 * Why a service is not used: its address is invalid; the key has spaces or is too long, is for another address, belongs
 * to a person, has more or fewer scopes than needed, or is not accepted; the service answers with an error, not in its
 * format, too late, or not at all; or a policy decides otherwise.
 */
const SERVICE_PROBLEMS = [
  'address',
  'keyForm',
  'otherAddress',
  'person',
  'more',
  'less',
  'refused',
  'error',
  'malformed',
  'timeout',
  'offline',
  'managed',
] as const;

/**
 * `detail`: the surplus or missing scopes, the status of an error, or the name of who manages the browser.
 * `address`: the requested address; empty if nothing was requested.
 */
export const serviceProblem = z.object({
  kind: z.enum(SERVICE_PROBLEMS),
  detail: z.string(),
  address: z.string(),
});

export type ServiceProblem = z.infer<typeof serviceProblem>;

/**
 * What came of a person's choice of a service: `organization` is the name of the one the key belongs to, `problem` is
 * why nothing was stored.
 */
export const serviceOutcome = z.object({
  stored: z.boolean(),
  organization: z.optional(z.string()),
  problem: z.optional(serviceProblem),
});
export type ServiceOutcome = z.infer<typeof serviceOutcome>;
