import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { accentOf, type Scheme } from '../../../colour/accent.ts';
import { cssOf } from '../../../colour/colour.ts';

const PARTS = ['./tokens.css', './layout.css', './content.css', './form.css'];
const css = PARTS.map((part) => readFileSync(new URL(part, import.meta.url), 'utf8')).join('\n');
const hash = createHash('sha256').update(css).digest('hex').slice(0, 16);

/** The portal's style sheet. Its path contains a hash of its content, so it can be cached for ever. */
export const STYLESHEET = { path: `/-/portal.${hash}.css`, css } as const;

const YEAR_SECONDS = 31_536_000;

/** The headers of a style sheet whose path changes with its content. */
export const STYLE_HEADERS = {
  'Content-Type': 'text/css; charset=utf-8',
  'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'X-Content-Type-Options': 'nosniff',
};

export const ACCENT_ROUTE = '/-/:sheet{accent\\.[0-9a-f]{6}\\.css}';

/** The path of the style sheet for a colour; its content never changes. @param colour `#rrggbb` */
export const accentPath = (colour: string): string => `/-/accent.${colour.slice(1).toLowerCase()}.css`;

/** The colour of such a path, `#rrggbb`. @param sheet its last segment */
export const colourOf = (sheet: string): string => `#${sheet.split('.')[1]}`;

/**
 * The style sheet that gives the portal a colour `#rrggbb` at a readable lightness. @throws Error for another format
 */
export const accentCss = (colour: string): string =>
  `${rule(colour, 'light')}\n@media (prefers-color-scheme: dark) {\n${rule(colour, 'dark')}\n}\n`;

/** Lightness and chroma of the accent surface, which gets the hue of the colour. */
const CHOSEN: Record<Scheme, string> = { light: '0.96 0.018', dark: '0.27 0.035' };

function rule(colour: string, scheme: Scheme): string {
  const { accent, onAccent } = accentOf(colour, scheme);
  const surface = accent.c < 0.01 ? '' : `--accent-surface: oklch(${CHOSEN[scheme]} ${accent.h.toFixed(2)});`;
  return `:root { --accent: ${cssOf(accent)}; --on-accent: ${cssOf(onAccent)}; ${surface} }`;
}
