import * as z from 'zod/mini';

/**
 * Why a service is not used: its address is none; the key has spaces or is too long, is for another address, is a person's, can do more or
 * less than what is needed, or is not accepted; the service answers with an error, not as the service does, too late, or not at all; or a
 * policy says otherwise.
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
 * `detail`: the scopes of which there are too many or too few, the status of an answer that is an error, or who manages the browser.
 * `address`: what was asked; empty where nothing was.
 */
export const serviceProblem = z.object({
  kind: z.enum(SERVICE_PROBLEMS),
  detail: z.string(),
  address: z.string(),
});

export type ServiceProblem = z.infer<typeof serviceProblem>;
