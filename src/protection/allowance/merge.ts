import type { Allowance, MergeOutcome, PortableAllowance } from './allowance.ts';

const DAY = 86_400_000;

type Merged = { readonly outcome: Exclude<MergeOutcome, 'refused'>; readonly result: Allowance | null };

/**
 * What becomes of an allowance that is brought in beside those that are held. One that is held is never shortened.
 * @param now ms since epoch
 */
export function merged(wanted: PortableAllowance, held: readonly Allowance[], now: number): Merged {
  const { expression, until, reason, allowedAt } = wanted;
  // What is not for always holds a day at most, whatever a file says.
  const end = until === null ? null : Math.min(until, now + DAY);
  if (end !== null && end <= now) return { outcome: 'ended', result: null };
  const lasting = held.find((one) => one.scope !== 'tab' && one.expression === expression);
  if (lasting && endOf(lasting) >= (end ?? Number.POSITIVE_INFINITY)) return { outcome: 'held', result: null };
  const why = reason ?? lasting?.reason;
  const result: Allowance = {
    id: lasting?.id ?? crypto.randomUUID(),
    expression,
    ...(end === null
      ? { scope: 'always', createdAt: lasting?.createdAt ?? Math.min(allowedAt, now) }
      : { scope: 'day', createdAt: end - DAY, expiresAt: end }),
    ...(why === undefined ? {} : { reason: why }),
  };
  return { outcome: lasting ? 'longer' : 'new', result };
}

const endOf = ({ scope, expiresAt }: Allowance): number =>
  scope === 'always' ? Number.POSITIVE_INFINITY : (expiresAt ?? Number.NEGATIVE_INFINITY);
