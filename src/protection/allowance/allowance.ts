import * as z from 'zod/mini';
import type { ProtectionSettings } from '../../settings/catalogue.ts';

/** How far "open anyway" reaches: this tab until it closes, one day everywhere, or always. */
export const ALLOWANCE_SCOPES = ['tab', 'day', 'always'] as const;
export type AllowanceScope = (typeof ALLOWANCE_SCOPES)[number];

export const DAY_MS = 86_400_000;
export const MAX_REASON = 500;
const MAX_EXPRESSION = 4096;

/** A person's decision to let a blocked expression through. Stored before the navigation that uses it. */
export const allowance = z.object({
  id: z.string(),
  /** The matched expression that is let through, for example `evil.example/`. */
  expression: z.string(),
  scope: z.enum(ALLOWANCE_SCOPES),
  /** Why, in the person's words; stays on the device. */
  reason: z.optional(z.string().check(z.maxLength(MAX_REASON))),
  /** Present where the scope is `tab`. */
  tabId: z.optional(z.int()),
  /** Milliseconds since epoch. */
  createdAt: z.number(),
  /** Milliseconds since epoch; absent where the scope is `always` or `tab`. */
  expiresAt: z.optional(z.number()),
});
export type Allowance = Readonly<z.infer<typeof allowance>>;

/** What an organization says about opening listed sites. */
export type AllowanceRule = Pick<ProtectionSettings, 'openListed' | 'openLongest'>;

/** Why an allowance does not count under a rule; null where it does. What was stored before the rule is held against it too. */
export function objectionTo(
  { scope, reason }: Pick<Allowance, 'scope' | 'reason'>,
  { openListed, openLongest }: AllowanceRule,
): 'nobody' | 'reason' | 'scope' | null {
  if (openListed === 'nobody') return 'nobody';
  if (openListed === 'withReason' && !reason?.trim()) return 'reason';
  return ALLOWANCE_SCOPES.indexOf(scope) > ALLOWANCE_SCOPES.indexOf(openLongest) ? 'scope' : null;
}

/** How long an allowance holds that the person changes: as before, a day from now, or always. */
export const ALLOWANCE_CHANGES = ['kept', 'day', 'always'] as const;
export type AllowanceChange = (typeof ALLOWANCE_CHANGES)[number];

/** An allowance as a file carries it: what one tab has is not among them. */
export const portableAllowance = z.object({
  expression: z.string().check(z.minLength(1), z.maxLength(MAX_EXPRESSION)),
  /** Milliseconds since epoch; null where it holds always. */
  until: z.nullable(z.number()),
  reason: z.optional(z.string().check(z.maxLength(MAX_REASON))),
  /** When the person gave it, in milliseconds since epoch. */
  allowedAt: z.number(),
});
export type PortableAllowance = Readonly<z.infer<typeof portableAllowance>>;

/**
 * What becomes of an allowance that is brought in: it is new, it lasts longer than the one there is, there is one that lasts as long, it
 * has ended, or the settings do not let the person allow it.
 */
export const MERGE_OUTCOMES = ['new', 'longer', 'held', 'ended', 'refused'] as const;
export type MergeOutcome = (typeof MERGE_OUTCOMES)[number];
