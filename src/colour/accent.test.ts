import { describe, expect, test } from 'vitest';
import { tokenColours } from '../development/brand/token-colours.ts';
import { accentOf, type Scheme } from './accent.ts';
import { contrast, oklchOf } from './colour.ts';

const TEXT = ['text', 'text-quiet', 'danger', 'caution', 'ok'];
const PAIRS = ['danger', 'caution', 'ok'];
const SURFACES = ['surface', 'surface-raised'];

const BRANDS = [
  '#3d5afe',
  '#0b7a5c',
  '#ffffff',
  '#000000',
  '#ffff00',
  '#00ff00',
  '#ff0000',
  '#0000ff',
  '#808080',
  '#fedcba',
];

describe.each(['light', 'dark'] satisfies Scheme[])('%s colours', (scheme) => {
  const colour = tokenColours(scheme);

  test.each(SURFACES)('every text can be read on %s', (surface) => {
    for (const text of TEXT) expect(contrast(colour(text), colour(surface)), text).toBeGreaterThanOrEqual(4.5);
  });

  test.each(SURFACES)('the outline of a control can be seen on %s', (surface) => {
    expect(contrast(colour('line-control'), colour(surface))).toBeGreaterThanOrEqual(3);
  });

  test.each(PAIRS)('text on %s can be read', (role) => {
    expect(contrast(colour(role), colour(`on-${role}`))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(BRANDS)('a brand of %s gets an accent that can be read and read upon', (brand) => {
    const { accent, onAccent } = accentOf(brand, scheme);
    for (const surface of SURFACES) expect(contrast(accent, colour(surface))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5);
  });
});

const TINTS = ['#c08a1e', '#0b7a5c', '#3d5afe', '#ff00ff', '#ff0000', '#ffff00', '#00ffff'];

describe.each(['light', 'dark'] satisfies Scheme[])('a tinted ground (%s)', (scheme) => {
  test.each(TINTS)('of %s can be seen as such, and read upon', (tint) => {
    const colour = tokenColours(scheme, tint);
    expect(colour('surface').h).toBeCloseTo(oklchOf(tint).h, 1);
    expect(colour('surface').c).toBeGreaterThan(tokenColours(scheme)('surface').c);
    for (const surface of SURFACES) {
      for (const text of TEXT) expect(contrast(colour(text), colour(surface)), text).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colour('line-control'), colour(surface))).toBeGreaterThanOrEqual(3);
      for (const brand of BRANDS)
        expect(contrast(accentOf(brand, scheme, tint).accent, colour(surface)), brand).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('a brand colour that can be read already is kept', () => {
  expect(accentOf('#27408b', 'light').accent).toEqual(oklchOf('#27408b'));
});

test('an accent keeps the hue of its brand', () => {
  expect(accentOf('#ffd400', 'light').accent.h).toBeCloseTo(oklchOf('#ffd400').h, 5);
});

test.each(['#0b7a5c', '#00ff00', '#2e7d32'])('%s, which looks like "ok", becomes an accent that does not', (brand) => {
  for (const scheme of ['light', 'dark'] as const)
    expect(Math.abs(accentOf(brand, scheme).accent.h - tokenColours(scheme)('ok').h)).toBeGreaterThan(30);
});

test('contrast is the ratio that WCAG defines', () => {
  expect(contrast(oklchOf('#000000'), oklchOf('#ffffff'))).toBeCloseTo(21, 1);
  expect(contrast(oklchOf('#767676'), oklchOf('#ffffff'))).toBeCloseTo(4.54, 1);
});

test('a colour in another notation is refused', () => {
  expect(() => accentOf('blue', 'light')).toThrow('#rrggbb');
});
