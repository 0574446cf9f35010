import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { MessageReply } from '../../../../messaging/catalogue.ts';

/** The picture of a page that a person pointed at. */
export type PointedPicture = NonNullable<NonNullable<MessageReply<'reportSubject'>['subject']>['picture']>;

/** The picture; `gone`: no longer on the page; `foreign`: of another origin, which Chromium does not let be read. */
export type ReadPicture =
  | { readonly kind: 'read'; readonly picture: ImageBitmap }
  | { readonly kind: 'gone' | 'foreign' };

const copied = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), address: z.string().check(z.startsWith('data:image/png;base64,')) }),
  z.object({ kind: z.enum(['gone', 'foreign']) }),
]);

/** Longest side of the copy, in pixels: ten per module of the largest QR code. */
const MAX_SIDE = 1_800;

/** Reads a picture as its page shows it. Nothing is requested: what the page holds is copied. */
export async function readPicture({ tabId, frameId, source }: PointedPicture): Promise<ReadPicture> {
  const results = await browser.scripting
    .executeScript({ target: { tabId, frameIds: [frameId] }, func: copyPicture, args: [source, MAX_SIDE] })
    .catch(() => []);
  const copy = copied.safeParse(results[0]?.result);
  if (!copy.success) return { kind: 'gone' };
  if (copy.data.kind !== 'read') return { kind: copy.data.kind };
  const bytes = Uint8Array.from(atob(copy.data.address.split(',')[1] ?? ''), (character) => character.charCodeAt(0));
  return { kind: 'read', picture: await createImageBitmap(new Blob([bytes], { type: 'image/png' })) };
}

/** Runs inside the page, so it cannot use anything of this module. */
function copyPicture(source: string, maxSide: number) {
  type Roots = { openOrClosedShadowRoot?(element: Element): ShadowRoot | null };
  const dom = (globalThis as { chrome?: { dom?: Roots } }).chrome?.dom;
  // Chromium asks a function of the extension, Firefox the element.
  const rootOf = (element: Element & { readonly openOrClosedShadowRoot?: ShadowRoot | null }) =>
    (element instanceof HTMLElement && dom?.openOrClosedShadowRoot?.(element)) ||
    element.openOrClosedShadowRoot ||
    element.shadowRoot;
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots)
    for (const element of root.querySelectorAll('*')) {
      const inner = rootOf(element);
      if (inner) roots.push(inner);
    }
  const images = roots.flatMap((root) => [...root.querySelectorAll('img')]);
  const image = images.find(({ currentSrc, src }) => currentSrc === source || src === source);
  if (!image?.complete) return { kind: 'gone' };
  // A drawing may have no size of its own.
  const width = image.naturalWidth || image.width;
  const height = image.naturalHeight || image.height;
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  if (canvas.width === 0 || canvas.height === 0) return { kind: 'gone' };
  try {
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { kind: 'read', address: canvas.toDataURL('image/png') };
  } catch {
    return { kind: 'foreign' };
  }
}
