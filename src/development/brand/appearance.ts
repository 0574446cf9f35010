import sharp from 'sharp';
import { accentOf, type Scheme } from '../../ui/accent.ts';
import { contrast, type Oklch, oklchOf } from '../../ui/colour.ts';
import { tokenColours } from './token-colours.ts';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const LEAST_OF_TEXT = 4.5;
const LEAST_OF_SHAPES = 3;
/** In OKLab. Below this, two filled areas look like one colour to many people. */
const LEAST_APART = 0.06;

const SIZE = 16;
/** Pixels of 256: the outline of a circle of that size has some 40. */
const LEAST_PIXELS = 32;
/** The toolbars of Chrome, Edge and Firefox in both schemes lie near these. */
const TOOLBAR: Record<Scheme, Oklch> = { light: { l: 0.98, c: 0, h: 0 }, dark: { l: 0.26, c: 0.005, h: 265 } };

export type Findings = { readonly problems: readonly string[]; readonly notes: readonly string[] };

/** What is wrong with the accent that the interface makes of a brand's colour, and what it becomes. */
export function accentFindings(brandColour: string): Findings {
  const problems: string[] = [];
  const notes: string[] = [];
  for (const scheme of SCHEMES) {
    const colour = tokenColours(scheme);
    const { accent, onAccent } = accentOf(brandColour, scheme);
    const pairs = [
      ['as text on the surface', accent, colour('surface')],
      ['as text on a raised surface', accent, colour('surface-raised')],
      ['under the text of a button', accent, onAccent],
    ] as const;
    for (const [use, one, other] of pairs) {
      const ratio = contrast(one, other);
      if (ratio < LEAST_OF_TEXT)
        problems.push(
          `colours.accent: has a contrast of ${ratio.toFixed(1)} ${use} (${scheme}); it needs ${LEAST_OF_TEXT}`,
        );
    }
    const least = Math.min(...pairs.map(([, one, other]) => contrast(one, other)));
    notes.push(`colours.accent: contrast of at least ${least.toFixed(1)} in ${scheme}`);
    if (distance(accent, colour('danger')) < LEAST_APART)
      problems.push(
        `colours.accent: can hardly be told from the colour of danger (${scheme}), so that every button would look like a warning; choose another hue`,
      );
  }
  return { problems, notes };
}

function distance(one: Oklch, other: Oklch): number {
  const [a, b] = [one, other].map(({ c, h }) => [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]);
  return Math.hypot(one.l - other.l, a![0]! - b![0]!, a![1]! - b![1]!);
}

/** Whether an icon can be seen at 16 px on a light and on a dark toolbar. */
export async function iconFindings(svg: string): Promise<Findings> {
  const pixels = await sharp(Buffer.from(svg)).resize(SIZE, SIZE).ensureAlpha().raw().toBuffer();
  const problems = SCHEMES.flatMap((scheme) => {
    const seen = pixelsSeenOn(TOOLBAR[scheme], pixels);
    if (seen >= LEAST_PIXELS) return [];
    return [
      `icon: at ${SIZE} px only ${seen} of ${SIZE * SIZE} pixels stand out from a ${scheme} toolbar, and ${LEAST_PIXELS} must; give it a filled ground or a stronger colour`,
    ];
  });
  return { problems, notes: [] };
}

function pixelsSeenOn(ground: Oklch, pixels: Uint8Array): number {
  let seen = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    const hex = `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(oklchOf(hex), ground) >= LEAST_OF_SHAPES) seen += 1;
  }
  return seen;
}
