import { describe, expect, it } from 'vitest';
import { files } from './source.ts';

/** What is put at a place of the page that it stands on, which is measured from the left in every language. */
const PLACED = /^src\/page\/(marks\/(mark\.css left|layer\.css inset)|scanner\/link-marks\.css inset)$/;
const PHYSICAL =
  /^((margin|padding|border|inset|scroll-margin|scroll-padding)-(left|right)(-.*)?|left|right|border-(top|bottom)-(left|right)-radius)$/;
const SIDES = /^(margin|padding|inset|border-(width|style|color))$/;

/** A declaration that says left or right, and so stands on the wrong side in a language read from right to left. */
function isOneSided(property: string, value: string): boolean {
  if (PHYSICAL.test(property)) return true;
  if (/^(text-align|float|clear)$/.test(property)) return /\b(left|right)\b/.test(value);
  const [, right, , left] = value.split(/\s+(?![^(]*\))/);
  return SIDES.test(property) && left !== undefined && left !== right;
}

describe('style sheets', () => {
  it('say start and end, never left and right', () => {
    const wrong = files('css').flatMap(({ path, text }) =>
      [...text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g)]
        .filter(
          ([, property = '', value = '']) => isOneSided(property, value.trim()) && !PLACED.test(`${path} ${property}`),
        )
        .map(([declaration]) => `${path} ${declaration}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['padding-left', '4px', true],
    ['padding', '0 8px 0 4px', true],
    ['text-align', 'right', true],
    ['padding', '0 8px 4px', false],
    ['margin', '0 auto 0 auto', false],
    ['inset-inline-start', '0', false],
    ['padding', '0 calc(1px + 2px) 0 calc(1px + 2px)', false],
  ])('%s: %s is recognised', (property, value, wrong) => {
    expect(isOneSided(property, value)).toBe(wrong);
  });
});
