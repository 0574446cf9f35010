import { contrast, inGamut, type Oklch, oklchOf } from './colour.ts';

export type Scheme = 'light' | 'dark';
export type Accent = { readonly accent: Oklch; readonly onAccent: Oklch };

/** WCAG 2.2, 1.4.3: text at any size. A little more, because browsers round colours to 8 bits. */
const MIN_CONTRAST = 4.6;

/** How much colour the ground of a page may have: a hint, beside which every role keeps its own. */
const MAX_TINT: Record<Scheme, number> = { light: 0.014, dark: 0.028 };

/** The surface on which an accent is hardest to read in each scheme; `tokens.css` stays on the easy side of it. */
const SURFACE: Record<Scheme, Oklch> = {
  light: { l: 0.965, c: 0.004, h: 265 },
  dark: { l: 0.27, c: 0.012, h: 265 },
};
/** Hue of `ok` in `tokens.css`, which nothing else may have, and the degrees within which a colour is taken for it. */
const OK_HUE = 152;
const OK_RANGE = 45;
/** Chroma below which a colour has no hue that anybody sees. */
const MIN_CHROMA = 0.03;
const INK: Record<Scheme, Oklch> = { light: { l: 1, c: 0, h: 0 }, dark: { l: 0.16, c: 0.01, h: 265 } };

/**
 * The accent that a brand colour becomes in one scheme: the nearest lightness of the same hue that can be read as text
 * on every surface and carries readable text itself, whatever the brand colour is. One near the green of `ok` becomes
 * bluer, because green means that nothing was found.
 * @param brandColour `#rrggbb`
 * @param tint what the surfaces are tinted in, `#rrggbb`
 * @throws Error when a colour is not written so
 */
export function accentOf(brandColour: string, scheme: Scheme, tint?: string): Accent {
  const given = oklchOf(brandColour);
  const isGreen = given.c > MIN_CHROMA && Math.abs(given.h - OK_HUE) < OK_RANGE;
  const brand = isGreen ? { ...given, h: OK_HUE + OK_RANGE } : given;
  const onAccent = INK[scheme];
  const surface = { ...SURFACE[scheme], ...(tint === undefined ? {} : tintOf(tint, scheme)) };
  const reads = (accent: Oklch) =>
    contrast(accent, surface) >= MIN_CONTRAST && contrast(accent, onAccent) >= MIN_CONTRAST;
  const step = scheme === 'light' ? -0.005 : 0.005;
  for (let l = brand.l; l >= 0 && l <= 1; l += step) {
    const accent = inGamut({ ...brand, l });
    if (reads(accent)) return { accent, onAccent };
  }
  throw new Error(`No readable accent can be made of ${brandColour}`);
}

/**
 * Hue (degrees) and chroma of the surfaces that a brand has tinted: the hue of its colour, and as much of the colour as leaves the
 * lightness of every surface, and so what can be read on it, as it is.
 * @param colour `#rrggbb`
 * @throws Error when the colour is not written so
 */
export function tintOf(colour: string, scheme: Scheme): Pick<Oklch, 'c' | 'h'> {
  const { c, h } = oklchOf(colour);
  return { c: inGamut({ l: SURFACE[scheme].l, c: Math.min(c, MAX_TINT[scheme]), h }).c, h };
}
