import * as z from 'zod/mini';
import type { ProtectionSettings } from '../../settings/catalogue.ts';

/** Scope of "open anyway": this tab until it closes, one day everywhere, or always. */
export const ALLOWANCE_SCOPES = ['tab', 'day', 'always'] as const;
export type AllowanceScope = (typeof ALLOWANCE_SCOPES)[number];

export const DAY_MS = 86_400_000;
export const MAX_REASON = 500;
const MAX_EXPRESSION = 4096;

/** A person's decision to allow a blocked expression. Stored before the navigation that uses it. */
export const allowance = z.object({
  id: z.string(),
  /** The allowed expression that matched, for example `evil.example/`. */
  expression: z.string(),
  scope: z.enum(ALLOWANCE_SCOPES),
  /** The reason in the person's words; stays on the device. */
  reason: z.optional(z.string().check(z.maxLength(MAX_REASON))),
  /** Present if the scope is `tab`. */
  tabId: z.optional(z.int()),
  /** Milliseconds since epoch. */
  createdAt: z.number(),
  /** Milliseconds since epoch; absent if the scope is `always` or `tab`. */
  expiresAt: z.optional(z.number()),
});
export type Allowance = Readonly<z.infer<typeof allowance>>;

/** The organization's rule about opening listed sites. */
export type AllowanceRule = Pick<ProtectionSettings, 'openListed' | 'openLongest'>;

/**
 * Why an allowance does not count under a rule; null if it counts. Also applies to allowances stored before the rule.
 */
export function objectionTo(
  { scope, reason }: Pick<Allowance, 'scope' | 'reason'>,
  { openListed, openLongest }: AllowanceRule,
): 'nobody' | 'reason' | 'scope' | null {
  if (openListed === 'nobody') return 'nobody';
  if (openListed === 'withReason' && !reason?.trim()) return 'reason';
  return ALLOWANCE_SCOPES.indexOf(scope) > ALLOWANCE_SCOPES.indexOf(openLongest) ? 'scope' : null;
}

/** The duration after a person edits an allowance: unchanged, a day from now, or always. */
export const ALLOWANCE_CHANGES = ['kept', 'day', 'always'] as const;
export type AllowanceChange = (typeof ALLOWANCE_CHANGES)[number];

/** An allowance as stored in a file; allowances of one tab are not exported. */
export const portableAllowance = z.object({
  expression: z.string().check(z.minLength(1), z.maxLength(MAX_EXPRESSION)),
  /** Milliseconds since epoch; null if it never ends. */
  until: z.nullable(z.number()),
  reason: z.optional(z.string().check(z.maxLength(MAX_REASON))),
  /** When the person allowed it, in milliseconds since epoch. */
  allowedAt: z.number(),
});
export type PortableAllowance = Readonly<z.infer<typeof portableAllowance>>;

/**
 * The result of importing an allowance: it is new, it lasts longer than the existing one, the existing one lasts as
 * long, it has ended, or the settings do not let the person allow it.
 */
export const MERGE_OUTCOMES = ['new', 'longer', 'held', 'ended', 'refused'] as const;
export type MergeOutcome = (typeof MERGE_OUTCOMES)[number];
