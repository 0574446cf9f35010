import { accentOf, type Scheme } from '../../../ui/accent.ts';
import { cssOf } from '../../../ui/colour.ts';

/** The path of every style sheet of a colour. */
export const ACCENT_ROUTE = '/-/:sheet{accent\\.[0-9a-f]{6}\\.css}';

/** Where the style sheet of a colour is. Its path names its content, so it may be cached for ever. @param colour `#rrggbb` */
export const accentPath = (colour: string): string => `/-/accent.${colour.slice(1).toLowerCase()}.css`;

/** The colour that such a path names, `#rrggbb`. @param sheet its last segment */
export const colourOf = (sheet: string): string => `#${sheet.split('.')[1]}`;

/**
 * The style sheet that stands beside the portal's and gives it the colour of an organization, at the lightness at which it can be read.
 * @param colour `#rrggbb`
 * @throws Error when the colour is not written so
 */
export const accentCss = (colour: string): string =>
  `${rule(colour, 'light')}\n@media (prefers-color-scheme: dark) {\n${rule(colour, 'dark')}\n}\n`;

/** The surface of what is chosen keeps its lightness, and takes the hue. */
const CHOSEN: Record<Scheme, string> = { light: '0.96 0.018', dark: '0.27 0.035' };

function rule(colour: string, scheme: Scheme): string {
  const { accent, onAccent } = accentOf(colour, scheme);
  const surface = accent.c < 0.01 ? '' : `--accent-surface: oklch(${CHOSEN[scheme]} ${accent.h.toFixed(2)});`;
  return `:root { --accent: ${cssOf(accent)}; --on-accent: ${cssOf(onAccent)}; ${surface} }`;
}
