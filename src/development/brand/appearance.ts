import sharp from 'sharp';
import { accentOf, type Scheme } from '../../colour/accent.ts';
import { contrast, type Oklch, oklchOf } from '../../colour/colour.ts';
import type { Brand } from '../../organization/brand.ts';
import { tokenColours } from './token-colours.ts';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const MIN_TEXT_CONTRAST = 4.5;
const MIN_SHAPE_CONTRAST = 3;
/** In OKLab. Below this, two filled areas look like one colour to many people. */
const MIN_COLOUR_DISTANCE = 0.06;
/** In OKLCH. What has less is a grey. */
const MIN_CHROMA = 0.015;

const ICON_SIZE_PX = 16;
/** Pixels of 256: the outline of a circle of that size has some 40. */
const MIN_VISIBLE_PIXELS = 32;
/** Pixels: as high as the head of a page shows it at two device pixels to one of the browser's. */
const WORDMARK_HEIGHT_PX = 48;
/** The share of a wordmark's pixels that must be visible: the rest may be decoration. */
const MIN_VISIBLE_SHARE = 0.6;
/** The toolbars of Chrome, Edge and Firefox in both schemes lie near these. */
const TOOLBAR: Record<Scheme, Oklch> = { light: { l: 0.98, c: 0, h: 0 }, dark: { l: 0.26, c: 0.005, h: 265 } };

export type Findings = { readonly problems: readonly string[]; readonly notes: readonly string[] };

/** Each pair of foreground and background in the interface, by role, and its minimum contrast. */
const PAIRS: readonly (readonly [upper: string, ground: string, min: number])[] = [
  ...['surface', 'surface-raised'].flatMap((ground) => [
    ...['text', 'text-quiet', 'danger', 'caution', 'ok', 'accent'].map(
      (text) => [text, ground, MIN_TEXT_CONTRAST] as const,
    ),
    ['line-control', ground, MIN_SHAPE_CONTRAST] as const,
  ]),
  ...['accent', 'danger', 'caution', 'ok'].map((ground) => [`on-${ground}`, ground, MIN_TEXT_CONTRAST] as const),
  ...['danger-band', 'caution-band'].map((ground) => ['on-band', ground, MIN_TEXT_CONTRAST] as const),
];

/** Faults of the colours that are made from a brand's, each pair in both schemes. */
export function colourFindings({ accent: brandColour, surface }: Brand['colours']): Findings {
  const problems: string[] = [];
  const notes: string[] = [];
  if (surface !== undefined && oklchOf(surface).c < MIN_CHROMA)
    problems.push('colours.surface: has no hue that could be seen; name a colour that has one, or leave it out');
  for (const scheme of SCHEMES) {
    const token = tokenColours(scheme, surface);
    const { accent, onAccent } = accentOf(brandColour, scheme, surface);
    const own: Readonly<Record<string, Oklch>> = { accent, 'on-accent': onAccent };
    const colour = (role: string) => own[role] ?? token(role);
    const measured = PAIRS.map(([upper, ground, min]) => {
      const ratio = contrast(colour(upper), colour(ground));
      return { words: `${upper} on ${ground}`, ratio, min };
    });
    for (const { words, ratio, min } of measured)
      if (ratio < min)
        problems.push(`colours: ${words} has a contrast of ${ratio.toFixed(1)} in ${scheme}; it needs ${min}`);
    const lowest = measured.reduce((one, other) => (other.ratio / other.min < one.ratio / one.min ? other : one));
    notes.push(
      `colours: ${measured.length} pairs in ${scheme}, the closest is ${lowest.words} with ${lowest.ratio.toFixed(1)} (it needs ${lowest.min})`,
    );
    if (distance(accent, colour('danger')) < MIN_COLOUR_DISTANCE)
      problems.push(
        `colours.accent: can hardly be distinguished from the colour of danger (${scheme}), so that every button would look like a warning; choose another hue`,
      );
  }
  return { problems, notes };
}

function distance(one: Oklch, other: Oklch): number {
  const [a, b] = [one, other].map(({ c, h }) => [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]);
  return Math.hypot(one.l - other.l, a![0]! - b![0]!, a![1]! - b![1]!);
}

/** What keeps an icon from being seen at 16 px on a light and on a dark toolbar, or on that of one scheme alone. */
export async function iconProblems(key: string, svg: string, schemes = SCHEMES): Promise<string[]> {
  const pixels = await pixelsOf(svg, { width: ICON_SIZE_PX, height: ICON_SIZE_PX });
  return schemes.flatMap((scheme) => {
    const { seen } = seenOn(TOOLBAR[scheme], pixels);
    if (seen >= MIN_VISIBLE_PIXELS) return [];
    return [
      `${key}: at ${ICON_SIZE_PX} px only ${seen} of ${ICON_SIZE_PX * ICON_SIZE_PX} pixels stand out from a ${scheme} toolbar, and ${MIN_VISIBLE_PIXELS} must; give it a filled ground or a stronger colour`,
    ];
  });
}

/** What keeps a wordmark from being read at the head of a page in these schemes. */
export async function wordmarkProblems(
  key: string,
  svg: string,
  schemes: readonly Scheme[],
  surface: string | undefined,
): Promise<string[]> {
  const pixels = await pixelsOf(svg, { height: WORDMARK_HEIGHT_PX });
  return schemes.flatMap((scheme) => {
    const { seen, drawn } = seenOn(tokenColours(scheme, surface)('surface'), pixels);
    if (drawn > 0 && seen / drawn >= MIN_VISIBLE_SHARE) return [];
    const part = drawn === 0 ? 0 : Math.floor((100 * seen) / drawn);
    return [
      `${key}: only ${part} % of what it draws stands out from a ${scheme} page, and ${100 * MIN_VISIBLE_SHARE} % must; ${scheme === 'dark' ? 'name a lighter one as wordmarkDark' : 'give it a stronger colour'}`,
    ];
  });
}

const pixelsOf = (svg: string, size: { width?: number; height: number }): Promise<Uint8Array> =>
  sharp(Buffer.from(svg)).resize(size).ensureAlpha().raw().toBuffer();

/** How many pixels are drawn, and how many of them are visible on this ground. */
function seenOn(ground: Oklch, pixels: Uint8Array): { seen: number; drawn: number } {
  let seen = 0;
  let drawn = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    drawn += 1;
    const hex = `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(oklchOf(hex), ground) >= MIN_SHAPE_CONTRAST) seen += 1;
  }
  return { seen, drawn };
}
