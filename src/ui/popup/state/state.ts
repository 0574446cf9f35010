import type { HealthProblem } from '../../../protection/health/health.ts';
import type { Verdict } from '../../../protection/verdict/verdict.ts';
import type { Overview } from '../overview.ts';

type Known<Part extends keyof Overview> = NonNullable<Overview[Part]>;

/** The one thing that the popup says about a tab, and all that its words and actions need. */
export type PopupState =
  /** The background has not answered yet. */
  | { readonly kind: 'loading' }
  /** It did not answer in time. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'stopped'; readonly verdict: Verdict }
  /** The person paused the protection. */
  | { readonly kind: 'paused'; readonly pause: Known<'pause'> }
  | { readonly kind: 'unprotected'; readonly problem: HealthProblem }
  /** Listed, and open all the same: because the person wanted it, or where there is no allowance because of the settings. */
  | { readonly kind: 'opened'; readonly verdict: Verdict; readonly allowance: Overview['allowance'] }
  /** Listed, and open because the organization allows it. */
  | { readonly kind: 'allowed'; readonly allowed: Known<'allowed'> }
  | { readonly kind: 'none' }
  | { readonly kind: 'addresses'; readonly found: number; readonly blocked: number }
  | { readonly kind: 'official'; readonly name: string }
  | { readonly kind: 'lookalike'; readonly lookalike: Known<'lookalike'> }
  | { readonly kind: 'checking' }
  | { readonly kind: 'clear'; readonly found: number };

/**
 * What there is to say first: what was stopped, then a protection that does not answer or work, then what the person did and what was
 * found, the gravest first. That the person reported it stands beside that and never in its place.
 */
export function stateOf(overview: Overview | null, isSilent: boolean): PopupState {
  if (!overview) return { kind: isSilent ? 'silent' : 'loading' };
  const { url, verdict, health, findings, official, lookalike } = overview;
  if (verdict?.kind === 'blocked' || verdict?.kind === 'unconfirmed') return { kind: 'stopped', verdict };
  if (isSilent) return { kind: 'silent' };
  if (overview.pause) return { kind: 'paused', pause: overview.pause };
  const [problem] = health.problems;
  if (problem && (health.level === 'unprotected' || verdict?.kind === 'off')) return { kind: 'unprotected', problem };
  if (url === null || verdict === null) return { kind: 'none' };
  if (overview.allowed) return { kind: 'allowed', allowed: overview.allowed };
  if (verdict.kind === 'permitted') return { kind: 'opened', verdict, allowance: overview.allowance };
  if (findings.blocked > 0) return { kind: 'addresses', ...findings };
  if (verdict.kind === 'checking' || verdict.kind === 'unknown') return { kind: 'checking' };
  if (official !== null) return { kind: 'official', name: official };
  if (lookalike) return { kind: 'lookalike', lookalike };
  return { kind: 'clear', found: findings.found };
}
