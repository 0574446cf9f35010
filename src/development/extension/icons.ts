import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { SIGNED_ICON_SIZES, SIGNS, type Sign, signedIcon } from '../../browser-ui/sign.ts';

/**
 * Draws the brand's icon once with each sign of the toolbar into the package. A sign has a shape of its own and a white edge, so that it
 * can be distinguished without its colour and on light and dark toolbars alike.
 * @returns the paths of the files, below the package's folder
 */
export async function drawSignedIcons(brandIcon: string, folder: string): Promise<string[]> {
  const drawn = SIGNS.flatMap((sign) =>
    SIGNED_ICON_SIZES.map(async (size) => {
      const path = signedIcon(sign, size);
      await mkdir(join(folder, path, '..'), { recursive: true });
      const icon = sharp(await iconUnder(sign, brandIcon, size)).composite([{ input: await drawnSign(sign, size) }]);
      await icon.png().toFile(join(folder, path));
      return path;
    }),
  );
  return Promise.all(drawn);
}

/** What does not protect has lost the brand's colour. */
async function iconUnder(sign: Sign, brandIcon: string, size: number): Promise<Buffer> {
  const icon = sharp(brandIcon).resize(size).png();
  return (sign === 'unprotected' ? icon.grayscale() : icon).toBuffer();
}

const drawnSign = (sign: Sign, size: number): Promise<Buffer> =>
  sharp(join(import.meta.dirname, `sign/${sign}.svg`), { density: (72 * size) / 32 })
    .resize(size)
    .png()
    .toBuffer();
