import { MAX_FILE_BYTES } from '../../../api/report/attachment.ts';
import { type Area, type Edit, leftOf } from './area.ts';

/** The whole of a picture. */
export const wholeOf = ({ width, height }: ImageBitmap): Area => ({ x: 0, y: 0, width, height });

/**
 * Draws what is left of a picture, what is blacked out in black: nothing of that is in the canvas.
 * @param scale pixels of the canvas for each of the picture
 */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, edits: readonly Edit[], scale = 1): void {
  const { x, y, width, height } = leftOf(wholeOf(picture), edits);
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser draws no pictures');
  context.scale(canvas.width / width, canvas.height / height);
  context.drawImage(picture, x, y, width, height, 0, 0, width, height);
  // A canvas fills with opaque black unless it is told otherwise.
  for (const { kind, area } of edits)
    if (kind === 'cover') context.fillRect(area.x - x, area.y - y, area.width, area.height);
}

/** Ways to write a picture, the best first: sharp text as it is, else what is small enough for the service. */
const WAYS = [
  { type: 'image/png', quality: 1, scale: 1 },
  { type: 'image/jpeg', quality: 0.85, scale: 1 },
  { type: 'image/jpeg', quality: 0.8, scale: 0.5 },
  { type: 'image/jpeg', quality: 0.7, scale: 0.25 },
] as const;

/**
 * The picture as a file, as it is shown.
 * @throws Error where the browser cannot write it
 */
export async function fileOf(picture: ImageBitmap, edits: readonly Edit[]): Promise<Blob> {
  const canvas = document.createElement('canvas');
  for (const { type, quality, scale } of WAYS) {
    draw(canvas, picture, edits, scale);
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (file && file.size <= MAX_FILE_BYTES) return file;
  }
  throw new Error('The browser could not write the picture');
}
