import sharp from 'sharp';
import { accentOf } from '../../colour/accent.ts';
import { linearOf, type Oklch } from '../../colour/colour.ts';
import type { BrandFile } from '../../organization/file.ts';
import { tokenColours } from '../brand/token-colours.ts';
import { wordsIn, xml } from '../words.ts';

/** The pictures that the Chrome Web Store and Edge Add-ons take beside screenshots, in pixels. */
export const TILES = [
  { width: 440, height: 280 },
  { width: 1400, height: 560 },
] as const;
export type Tile = (typeof TILES)[number];

const roles = tokenColours('light');
const SURFACE = hexOf(roles('surface'));
const INK = hexOf(roles('text'));
const QUIET = hexOf(roles('text-quiet'));

/** A picture of a brand for stores: icon, name, and what it does, in one language. @returns a PNG */
export async function tileOf(
  { brand, iconSvg }: BrandFile,
  language: string,
  { width, height }: Tile,
): Promise<Buffer> {
  const t = wordsIn(language);
  const isRightToLeft = t('direction') === 'rtl';
  const unit = height / 14;
  const margin = Math.round(unit * 2);
  const room = width - 2 * margin;
  const icon = await sharp(Buffer.from(iconSvg), { density: 300 })
    .resize(Math.round(unit * 4))
    .png()
    .toBuffer();
  const name = await written(brand.name, { size: unit * 1.7, colour: INK, weight: 'bold', room, isRightToLeft });
  const point = await written(t('welcome.first'), {
    size: unit * 1.15,
    colour: QUIET,
    weight: 'normal',
    room,
    isRightToLeft,
  });
  const bar = Math.round(unit / 2);
  const lines = [
    { input: icon, top: margin, width: Math.round(unit * 4) },
    { input: name.data, top: Math.round(margin + unit * 5), width: name.info.width },
    { input: point.data, top: Math.round(margin + unit * 6 + name.info.height), width: point.info.width },
  ];
  return sharp({ create: { width, height, channels: 3, background: SURFACE } })
    .composite([
      {
        input: {
          create: {
            width,
            height: bar,
            channels: 3,
            background: hexOf(accentOf(brand.colours.accent, 'light').accent),
          },
        },
        top: height - bar,
        left: 0,
      },
      ...lines.map(({ input, top, width: wide }) => ({
        input,
        top,
        left: isRightToLeft ? width - margin - wide : margin,
      })),
    ])
    .png()
    .toBuffer();
}

type Style = {
  readonly size: number;
  readonly colour: string;
  readonly weight: 'bold' | 'normal';
  readonly room: number;
  readonly isRightToLeft: boolean;
};

function written(text: string, { size, colour, weight, room, isRightToLeft }: Style) {
  const markup = `<span foreground="${colour}" weight="${weight}" size="${Math.round(size * 1024)}">${xml(text)}</span>`;
  return sharp({
    text: {
      text: markup,
      width: room,
      dpi: 72,
      rgba: true,
      font: 'sans',
      align: isRightToLeft ? 'right' : 'left',
      wrap: 'word',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** As pictures and Pango markup have colours (IEC 61966-2-1). */
function hexOf(colour: Oklch): string {
  const bytes = linearOf(colour).map((part) => {
    const clipped = Math.min(Math.max(part, 0), 1);
    return Math.round(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055));
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
