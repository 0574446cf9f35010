import sharp from 'sharp';
import type { Brand } from '../../organization/brand.ts';
import { accentOf, type Scheme } from '../../ui/accent.ts';
import { contrast, type Oklch, oklchOf } from '../../ui/colour.ts';
import { tokenColours } from './token-colours.ts';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const LEAST_OF_TEXT = 4.5;
const LEAST_OF_SHAPES = 3;
/** In OKLab. Below this, two filled areas look like one colour to many people. */
const LEAST_APART = 0.06;
/** In OKLCH. What has less is a grey. */
const LEAST_TINT = 0.015;

const SIZE = 16;
/** Pixels of 256: the outline of a circle of that size has some 40. */
const LEAST_PIXELS = 32;
/** Pixels: as high as the head of a page shows it at two device pixels to one of the browser's. */
const WORDMARK_HEIGHT = 48;
/** Of what a wordmark draws: the rest may be ornament. */
const LEAST_PART = 0.6;
/** The toolbars of Chrome, Edge and Firefox in both schemes lie near these. */
const TOOLBAR: Record<Scheme, Oklch> = { light: { l: 0.98, c: 0, h: 0 }, dark: { l: 0.26, c: 0.005, h: 265 } };

export type Findings = { readonly problems: readonly string[]; readonly notes: readonly string[] };

/** What stands on what in the interface, by role, and how well it must be told apart from it. */
const PAIRS: readonly (readonly [upper: string, ground: string, least: number])[] = [
  ...['surface', 'surface-raised'].flatMap((ground) => [
    ...['text', 'text-quiet', 'danger', 'caution', 'ok', 'accent'].map(
      (text) => [text, ground, LEAST_OF_TEXT] as const,
    ),
    ['line-control', ground, LEAST_OF_SHAPES] as const,
  ]),
  ...['accent', 'danger', 'caution', 'ok'].map((ground) => [`on-${ground}`, ground, LEAST_OF_TEXT] as const),
  ...['danger-band', 'caution-band'].map((ground) => ['on-band', ground, LEAST_OF_TEXT] as const),
];

/** What is wrong with the colours that the interface makes of a brand's, each pair in both schemes, and what they become. */
export function colourFindings({ accent: brandColour, surface }: Brand['colours']): Findings {
  const problems: string[] = [];
  const notes: string[] = [];
  if (surface !== undefined && oklchOf(surface).c < LEAST_TINT)
    problems.push('colours.surface: has no hue that could be seen; name a colour that has one, or leave it out');
  for (const scheme of SCHEMES) {
    const token = tokenColours(scheme, surface);
    const { accent, onAccent } = accentOf(brandColour, scheme, surface);
    const own: Readonly<Record<string, Oklch>> = { accent, 'on-accent': onAccent };
    const colour = (role: string) => own[role] ?? token(role);
    const measured = PAIRS.map(([upper, ground, least]) => {
      const ratio = contrast(colour(upper), colour(ground));
      return { words: `${upper} on ${ground}`, ratio, least };
    });
    for (const { words, ratio, least } of measured)
      if (ratio < least)
        problems.push(`colours: ${words} has a contrast of ${ratio.toFixed(1)} in ${scheme}; it needs ${least}`);
    const lowest = measured.reduce((one, other) => (other.ratio / other.least < one.ratio / one.least ? other : one));
    notes.push(
      `colours: ${measured.length} pairs in ${scheme}, the closest is ${lowest.words} with ${lowest.ratio.toFixed(1)} (it needs ${lowest.least})`,
    );
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

/** Whether an icon can be seen at 16 px on a light and on a dark toolbar, or on that of one scheme alone. */
export async function iconFindings(key: string, svg: string, schemes = SCHEMES): Promise<Findings> {
  const pixels = await pixelsOf(svg, { width: SIZE, height: SIZE });
  const problems = schemes.flatMap((scheme) => {
    const { seen } = seenOn(TOOLBAR[scheme], pixels);
    if (seen >= LEAST_PIXELS) return [];
    return [
      `${key}: at ${SIZE} px only ${seen} of ${SIZE * SIZE} pixels stand out from a ${scheme} toolbar, and ${LEAST_PIXELS} must; give it a filled ground or a stronger colour`,
    ];
  });
  return { problems, notes: [] };
}

/** Whether a wordmark can be read at the head of a page in these schemes. */
export async function wordmarkFindings(
  key: string,
  svg: string,
  schemes: readonly Scheme[],
  surface: string | undefined,
): Promise<Findings> {
  const pixels = await pixelsOf(svg, { height: WORDMARK_HEIGHT });
  const problems = schemes.flatMap((scheme) => {
    const { seen, drawn } = seenOn(tokenColours(scheme, surface)('surface'), pixels);
    if (drawn > 0 && seen / drawn >= LEAST_PART) return [];
    const part = drawn === 0 ? 0 : Math.floor((100 * seen) / drawn);
    return [
      `${key}: only ${part} % of what it draws stands out from a ${scheme} page, and ${100 * LEAST_PART} % must; ${scheme === 'dark' ? 'name a lighter one as wordmarkDark' : 'give it a stronger colour'}`,
    ];
  });
  return { problems, notes: [] };
}

const pixelsOf = (svg: string, size: { width?: number; height: number }): Promise<Uint8Array> =>
  sharp(Buffer.from(svg)).resize(size).ensureAlpha().raw().toBuffer();

/** How many pixels are drawn, and how many of them stand out from what is behind them. */
function seenOn(ground: Oklch, pixels: Uint8Array): { seen: number; drawn: number } {
  let seen = 0;
  let drawn = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    drawn += 1;
    const hex = `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(oklchOf(hex), ground) >= LEAST_OF_SHAPES) seen += 1;
  }
  return { seen, drawn };
}
