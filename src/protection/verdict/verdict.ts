import * as z from 'zod/mini';
import { SCAM_KINDS } from '../../api/report/scam-kind.ts';
import { ASSET_TYPES } from '../../asset/type.ts';

/**
 * The kinds of verdict:
 *
 * - `clear`: no hit in the list, or the service's full hashes do not contain it
 * - `checking`: a local hit whose confirmation is pending
 * - `blocked`: the service (or the hot tier, or a cached answer) holds its full hash
 * - `unconfirmed`: a local hit that could not be confirmed; the failure policy decides
 * - `permitted`: blocked or unconfirmed, but allowed by the person or a policy
 * - `off`: protection is off for this part
 * - `unknown`: there is no list, or only one of unknown rules, so nothing is known
 */
export const VERDICT_KINDS = ['clear', 'checking', 'blocked', 'unconfirmed', 'permitted', 'off', 'unknown'] as const;

/** Why the service could not be asked, or its answer could not be used. */
export const CONFIRMATION_FAILURES = ['offline', 'timeout', 'malformed', 'refused'] as const;
const CONFIRMATIONS = ['none', 'confirmed', 'pending', 'failed'] as const;

/** Everything known and shown about one asset. */
export const verdict = z.object({
  kind: z.enum(VERDICT_KINDS),
  asset: z.object({ type: z.enum(ASSET_TYPES), content: z.string() }),
  /** The expression that matched, for example `evil.example/`. */
  expression: z.optional(z.string()),
  /** The person's allowance above the matched expression, which has an entry of its own and is not covered. */
  allowedAbove: z.optional(z.string()),
  /** The kind of scam it is listed as; absent if it is not known to be listed. */
  scam: z.optional(z.enum(SCAM_KINDS)),
  /** Why it is listed, in the service's words, for example `Drains wallets with a fake mint`; absent if they say no more than the kind. */
  reason: z.optional(z.string()),
  /** Who listed it, for example an organization's name; absent for the operator of the list itself. */
  source: z.optional(z.string()),
  /** ISO 8601 in UTC. */
  listedAt: z.optional(z.string()),
  /** Token of the snapshot that hit, and the time (ms since epoch) at which that list was last known to be current. */
  list: z.optional(z.object({ token: z.string(), currentAt: z.number() })),
  confirmation: z.enum(CONFIRMATIONS),
  /** Why confirmation failed; present if `confirmation` is `failed`. */
  failure: z.optional(z.enum(CONFIRMATION_FAILURES)),
  /** Milliseconds since epoch. */
  checkedAt: z.number(),
});
export type Verdict = Readonly<z.infer<typeof verdict>>;

/** A verdict on an address in a page: its asset is spelled as on the page. */
export const shownVerdict = z.extend(verdict, {
  /** Names of the chains on which it is an address, as people know them. */
  family: z.string(),
});
export type ShownVerdict = Readonly<z.infer<typeof shownVerdict>>;
