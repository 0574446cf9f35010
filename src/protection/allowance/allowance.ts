import * as z from 'zod/mini';
import type { ProtectionSettings } from '../../settings/catalogue.ts';
import { DAY } from '../../storage/duration.ts';

/** Scope of "open anyway": this tab until it closes, one day everywhere, or always. */
export const ALLOWANCE_SCOPES = ['tab', 'day', 'always'] as const;
export type AllowanceScope = (typeof ALLOWANCE_SCOPES)[number];

export const MAX_REASON = 500;

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

/** Why an allowance, also one from before the rule, does not count under a rule; null if it counts. */
export function objectionTo(
  { scope, reason }: Pick<Allowance, 'scope' | 'reason'>,
  { openListed, openLongest }: AllowanceRule,
): 'nobody' | 'reason' | 'scope' | null {
  if (openListed === 'nobody') return 'nobody';
  if (openListed === 'withReason' && !reason?.trim()) return 'reason';
  return ALLOWANCE_SCOPES.indexOf(scope) > ALLOWANCE_SCOPES.indexOf(openLongest) ? 'scope' : null;
}

/**
 * An allowance that a person gives at a time (`now`, ms since epoch). Its id names what it allows and where: given again,
 * it replaces itself.
 * @throws TypeError when the scope is `tab` and no tab is given
 */
export function allowanceOf(
  expression: string,
  scope: AllowanceScope,
  { now, tabId, reason }: { now: number; tabId?: number | undefined; reason?: string | undefined },
): Allowance {
  if (scope === 'tab' && tabId === undefined) throw new TypeError('An allowance for one tab needs a tab');
  return {
    id: scope === 'tab' ? `${expression} ${tabId}` : expression,
    expression,
    scope,
    ...(reason ? { reason } : {}),
    ...(scope === 'tab' ? { tabId } : {}),
    createdAt: now,
    ...(scope === 'day' ? { expiresAt: now + DAY } : {}),
  };
}

/** When an allowance ends, in ms since epoch; that of a tab counts as ended, because nothing can be shorter. */
export const endOf = ({ scope, expiresAt = 0 }: Allowance): number =>
  scope === 'always' ? Number.POSITIVE_INFINITY : expiresAt;
