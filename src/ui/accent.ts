import { contrast, inGamut, type Oklch, oklchOf } from './colour.ts';

export type Scheme = 'light' | 'dark';
export type Accent = { readonly accent: Oklch; readonly onAccent: Oklch };

/** WCAG 2.2, 1.4.3: text at any size. A little more, because browsers round colours to 8 bits. */
const ENOUGH = 4.6;

/** The surface on which an accent is hardest to read in each scheme; `tokens.css` stays on the easy side of it. */
const SURFACE: Record<Scheme, Oklch> = {
  light: { l: 0.965, c: 0.004, h: 265 },
  dark: { l: 0.27, c: 0.012, h: 265 },
};
const INK: Record<Scheme, Oklch> = { light: { l: 1, c: 0, h: 0 }, dark: { l: 0.16, c: 0.01, h: 265 } };

/**
 * The accent that a brand colour becomes in one scheme: the nearest lightness of the same hue that can be read as text
 * on every surface and carries readable text itself, whatever the brand colour is.
 * @param brandColour `#rrggbb`
 * @throws Error when the colour is not written so
 */
export function accentOf(brandColour: string, scheme: Scheme): Accent {
  const brand = oklchOf(brandColour);
  const onAccent = INK[scheme];
  const reads = (accent: Oklch) => contrast(accent, SURFACE[scheme]) >= ENOUGH && contrast(accent, onAccent) >= ENOUGH;
  const step = scheme === 'light' ? -0.005 : 0.005;
  for (let l = brand.l; l >= 0 && l <= 1; l += step) {
    const accent = inGamut({ ...brand, l });
    if (reads(accent)) return { accent, onAccent };
  }
  throw new Error(`No readable accent can be made of ${brandColour}`);
}
