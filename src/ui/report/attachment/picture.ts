import { browser } from 'wxt/browser';
import { MAX_FILE_BYTES } from '../../../api/report/attachment.ts';
import { i18n } from '../../../language/i18n.ts';
import { type Area, type Edit, leftOf } from './area.ts';

/** Time in which a browser paints a tab that became active or changed. */
const DRAW_WAIT_MS = 400;

const TINTS = ['blocked', 'unconfirmed', 'checking']
  .flatMap((state) => [`${state}-address`, `${state}-address-band`])
  .map((name) => `:root::highlight(${name})`);
/** What marks and notices are on a page: not what is reported. No style of the page overrides one of the user. */
const HIDDEN = {
  css: `:is(:root, dialog) > div[popover="manual"] { visibility: hidden !important }
${TINTS} { background: none !important; text-decoration: none !important }`,
  origin: 'USER',
} as const;

/**
 * A screenshot of a tab without what the extension shows in it. If the form is in a tab of its own, that is in front afterwards.
 * @throws Error, with words for a person, where the browser gives no picture of that page
 */
export async function pictureOf(tabId: number): Promise<ImageBitmap> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (!tab) throw new Error(i18n.t('report.pictureGone'));
  const own = await browser.tabs.getCurrent();
  const hidden = { target: { tabId }, ...HIDDEN };
  try {
    if (!tab.active) await browser.tabs.update(tabId, { active: true });
    // A page that takes no styles, such as one of the browser, has no marks either.
    await browser.scripting.insertCSS(hidden).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, DRAW_WAIT_MS));
    const address = await browser.tabs.captureVisibleTab(tab.windowId, { format: 'png' });
    return await createImageBitmap(new Blob([bytesOf(address)], { type: 'image/png' }));
  } catch (error) {
    throw new Error(i18n.t('report.pictureRefused'), { cause: error });
  } finally {
    await browser.scripting.removeCSS(hidden).catch(() => undefined);
    if (own?.id !== undefined) await browser.tabs.update(own.id, { active: true });
  }
}

/** What a `data:` URL in base64 holds. */
function bytesOf(address: string): Uint8Array<ArrayBuffer> {
  const binary = atob(address.slice(address.indexOf(',') + 1));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** The whole of a picture. */
export const wholeOf = ({ width, height }: ImageBitmap): Area => ({ x: 0, y: 0, width, height });

/**
 * Draws the picture with all edits applied: what is blacked out is not in the canvas.
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
  // The default fill style is opaque black.
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
