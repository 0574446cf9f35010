import decodeQR from 'qr/decode.js';

/** Time for one attempt; a picture without a code takes all of it. */
const DECODE_TIMEOUT_MS = 1_000;
/** Behind the transparent parts of a picture: some codes are black on nothing, some white. */
const BACKGROUNDS = ['white', 'black'];

/** What the QR code in a picture says; null where none is found. */
export function decodedText(picture: ImageBitmap): string | null {
  for (const background of BACKGROUNDS) {
    const text = textOn(picture, background);
    if (text !== null) return text;
  }
  return null;
}

function textOn(picture: ImageBitmap, background: string): string | null {
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  try {
    return decodeQR({ width, height, data }, { format: 'RGBA', timeLimit: DECODE_TIMEOUT_MS });
  } catch {
    // The library throws the same error for "no code found" as for everything else.
    return null;
  }
}
