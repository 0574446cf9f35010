import type { ProtectionLevel } from '../protection/health/health.ts';
import type { Verdict } from '../protection/verdict/verdict.ts';

/** Signs on the toolbar icon, over the brand's icon; each has a shape of its own. */
export const SIGNS = ['stopped', 'opened', 'unprotected', 'reduced', 'managed'] as const;
export type Sign = (typeof SIGNS)[number];

/** Icon widths in pixels: for one and for two device pixels per CSS pixel. */
export const SIGNED_ICON_SIZES = [16, 32] as const;

/** Path in the package of the brand's icon with a sign. */
export const signedIcon = (sign: Sign, size: (typeof SIGNED_ICON_SIZES)[number]): string => `icons/${sign}-${size}.png`;

/** The sign for what happened in one tab; null if nothing did. */
export function signOfTab(verdict: Pick<Verdict, 'kind'> | null, isWarning: boolean): Sign | null {
  if (verdict?.kind === 'permitted') return 'opened';
  return isWarning || verdict?.kind === 'blocked' ? 'stopped' : null;
}

/** The default sign, for tabs without one of their own. */
export function signOfAll(level: ProtectionLevel, isManaged: boolean): Sign | null {
  if (level !== 'protected') return level;
  return isManaged ? 'managed' : null;
}
