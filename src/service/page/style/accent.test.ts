import { expect, it } from 'vitest';
import type { Scheme } from '../../../colour/accent.ts';
import { contrast, type Oklch } from '../../../colour/colour.ts';
import { accentCss, STYLESHEET } from './stylesheet.ts';

/** The colours of a page in one scheme, by role: those of its style sheet, and those that a brand overrides. */
function coloursOf(scheme: Scheme, brand: string): (role: string) => Oklch {
  const [light, dark] = [STYLESHEET.css, accentCss(brand)].map((css) => {
    const [first = '', second = ''] = css.split('@media (prefers-color-scheme: dark)');
    return { light: first, dark: scheme === 'dark' ? second : '' };
  }) as [Record<Scheme, string>, Record<Scheme, string>];
  // In the order of the cascade.
  const written = [light.light, light.dark, dark.light, dark.dark].join('\n');
  const values = new Map(
    [...written.matchAll(/--([\w-]+):\s*oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(([, role, l, c, h]) => [
      role,
      { l: Number(l), c: Number(c), h: Number(h) },
    ]),
  );
  return (role) => {
    const colour = values.get(role);
    if (!colour) throw new Error(`The page has no --${role}`);
    return colour;
  };
}

const BRANDS = {
  'the lightest': '#ffffff',
  'the darkest': '#000000',
  'a dark one': '#0b2e24',
  'a light one': '#ffe680',
  'a full yellow': '#ffff00',
  'a full blue': '#0000ff',
  'a full pink': '#cc2983',
  'a dull grey': '#5b6663',
  'the one of the demo': '#2f6f4f',
};
const GROUNDS = ['surface', 'surface-raised', 'accent-surface', 'danger-surface', 'ok-surface'];

it.each(Object.entries(BRANDS))(
  'whatever the brand is, %s (%s), its pages can be read in light and dark',
  (_, brand) => {
    for (const scheme of ['light', 'dark'] as const) {
      const colour = coloursOf(scheme, brand);
      const ratio = (text: string, ground: string) => contrast(colour(text), colour(ground));
      for (const ground of GROUNDS) {
        expect(ratio('accent', ground), `${scheme}: a link on ${ground}`).toBeGreaterThanOrEqual(4.5);
        for (const text of ['text', 'text-quiet'])
          expect(ratio(text, ground), `${scheme}: ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
      expect(ratio('on-accent', 'accent'), `${scheme}: a button`).toBeGreaterThanOrEqual(4.5);
      for (const role of ['danger', 'ok'])
        expect(ratio(role, `${role}-surface`), `${scheme}: ${role}`).toBeGreaterThanOrEqual(4.5);
      expect(ratio('surface', 'danger'), `${scheme}: a button that ends something`).toBeGreaterThanOrEqual(4.5);
      expect(ratio('line-control', 'surface'), `${scheme}: the outline of a field`).toBeGreaterThanOrEqual(3);
    }
  },
);

it('a picture of a brand that is drawn for light pages stands on a light ground in both schemes', () => {
  for (const scheme of ['light', 'dark'] as const)
    expect(contrast(coloursOf(scheme, '#000000')('avatar-surface'), { l: 0, c: 0, h: 0 })).toBeGreaterThan(15);
});
