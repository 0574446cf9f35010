import { inflateSync } from 'node:zlib';
import { type BrowserContext, expect, type Page } from '@playwright/test';

/** The frames painted since {@link watchPixels}, and those among them that showed the red of a listed page. */
export type Painted = { frames: number; red: number };

/** Minimum red part of a frame that counts: our own pages contain only thin lines in a different red. */
const PART = 0.05;

/**
 * Checks every frame that a tab paints. Listed pages of the tests are red all over ({@link page} in `site.ts`).
 * @returns a function that returns the counts so far
 */
export async function watchPixels(context: BrowserContext, page: Page): Promise<() => Painted> {
  const session = await context.newCDPSession(page);
  const painted: Painted = { frames: 0, red: 0 };
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    painted.frames += 1;
    if (redPart(Buffer.from(data, 'base64')) > PART) painted.red += 1;
    // The tab may be gone by now.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  // A tab whose renderer was changed by its first navigation is briefly not active.
  await expect(() =>
    session.send('Page.startScreencast', { format: 'png', maxWidth: 160, maxHeight: 120, everyNthFrame: 1 }),
  ).toPass({ timeout: 5_000 });
  return () => ({ ...painted });
}

/** The part of an image's pixels that are of the listed pages' red, 0 to 1. */
export function redPart(png: Buffer): number {
  const { pixels, channels } = decode(png);
  let red = 0;
  for (let at = 0; at < pixels.length; at += channels)
    if (pixels[at]! > 200 && pixels[at + 1]! < 20 && pixels[at + 2]! < 20) red += 1;
  return red / (pixels.length / channels);
}

/** Decodes an 8-bit RGB or RGBA image (PNG specification, sections 5 and 9). */
function decode(png: Buffer): { pixels: Buffer; channels: number } {
  const data: Buffer[] = [];
  let [width, height, channels] = [0, 0, 3];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (type === 'IHDR')
      [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3];
    if (type === 'IDAT') data.push(body);
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const left = x < channels ? 0 : pixels[y * stride + x - channels]!;
      const up = y === 0 ? 0 : pixels[(y - 1) * stride + x]!;
      const corner = x < channels || y === 0 ? 0 : pixels[(y - 1) * stride + x - channels]!;
      const other = filter === 3 ? (left + up) >> 1 : Number(filter === 1) * left + Number(filter === 2) * up;
      const predicted = filter === 4 ? paeth(left, up, corner) : other;
      pixels[y * stride + x] = (raw[y * (stride + 1) + 1 + x]! + predicted) & 255;
    }
  }
  return { pixels, channels };
}

function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
