import type { ProtectionLevel } from '../protection/health/health.ts';
import type { Verdict } from '../protection/verdict/verdict.ts';

/** Signs on the toolbar icon, over the brand's icon; each has a shape of its own. */
export const SIGNS = ['stopped', 'opened', 'lookalike', 'paused', 'unprotected', 'reduced', 'news', 'managed'] as const;
export type Sign = (typeof SIGNS)[number];

/** Icon widths in pixels: for one and for two device pixels per CSS pixel. */
export const SIGNED_ICON_SIZES = [16, 32] as const;

/** Path in the package of the brand's icon with a sign. */
export const signedIcon = (sign: Sign, size: (typeof SIGNED_ICON_SIZES)[number]): string => `icons/${sign}-${size}.png`;

/** What the sign of a tab depends on. */
export type TabState = {
  readonly verdict: Pick<Verdict, 'kind'> | null;
  /** Whether it shows a warning. */
  readonly isWarning: boolean;
  /** Whether the person paused the protection there. */
  readonly isPaused: boolean;
  /** Whether its site imitates another one. */
  readonly isLookalike: boolean;
};

/** The sign for what happened in one tab; null if nothing did. */
export function signOfTab({ verdict, isWarning, isPaused, isLookalike }: TabState): Sign | null {
  if (isPaused) return 'paused';
  if (verdict?.kind === 'permitted') return 'opened';
  // A warning whose site has left the list since is none.
  if (verdict?.kind !== 'clear' && (isWarning || verdict?.kind === 'blocked')) return 'stopped';
  return isLookalike ? 'lookalike' : null;
}

/** What the default sign depends on. */
export type GeneralState = {
  readonly level: ProtectionLevel;
  /** Whether a report or dispute has news that the person has not seen. */
  readonly hasNews: boolean;
  readonly isManaged: boolean;
};

/** The default sign, for tabs without one of their own. */
export function signOfAll({ level, hasNews, isManaged }: GeneralState): Sign | null {
  if (level !== 'protected') return level;
  if (hasNews) return 'news';
  return isManaged ? 'managed' : null;
}
