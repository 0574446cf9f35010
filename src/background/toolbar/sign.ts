import type { ProtectionLevel } from '../../protection/health/health.ts';
import type { Verdict } from '../../protection/verdict/verdict.ts';

/** What the toolbar's icon may show over the brand's: each has a shape of its own. */
export const SIGNS = ['stopped', 'opened', 'unprotected', 'reduced', 'managed'] as const;
export type Sign = (typeof SIGNS)[number];

/** Widths of the drawn icons, in pixels: a toolbar's at one and at two device pixels to one of the browser's. */
export const SIGNED_ICON_SIZES = [16, 32] as const;

/** Where in the package the brand's icon with a sign is. */
export const signedIcon = (sign: Sign, size: (typeof SIGNED_ICON_SIZES)[number]): string => `icons/${sign}-${size}.png`;

/** The sign of one tab, for what was done there; null where nothing was. */
export function signOfTab(verdict: Pick<Verdict, 'kind'> | null, isWarning: boolean): Sign | null {
  if (verdict?.kind === 'permitted') return 'opened';
  return isWarning || verdict?.kind === 'blocked' ? 'stopped' : null;
}

/** The sign of every tab that has none of its own. */
export function signOfAll(level: ProtectionLevel, isManaged: boolean): Sign | null {
  if (level !== 'protected') return level;
  return isManaged ? 'managed' : null;
}
