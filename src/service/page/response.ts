import type { Context } from 'hono';
import type { Html, Words } from './words.ts';

/** Parses a web address that may be linked; null for other schemes (such as `javascript:`) and invalid URLs. */
export function webUrl(value: string | null): URL | null {
  if (value === null || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

/** The address of an image: a web address, or a data URL of a raster or SVG image (an image runs no script). */
export function imageUrl(value: string | null): string | null {
  if (value !== null && /^data:image\/(png|jpeg|webp|gif|avif|svg\+xml)[;,]/i.test(value)) return value;
  return webUrl(value)?.href ?? null;
}

/**
 * The headers of a page: no script but the named one, styles and images of the portal and the avatar's origin, forms to
 * the portal, no frames (CSP level 3). The referrer stays, because without one browsers send `Origin: null` with a
 * form.
 */
export function pageHeaders(avatarUrl: string | null, script?: string): Record<string, string> {
  const image = imageUrl(avatarUrl);
  const avatarSource = image === null ? '' : image.startsWith('data:') ? ' data:' : ` ${webUrl(image)?.origin}`;
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      ...(script === undefined ? [] : [`script-src ${script}`]),
      "style-src 'self'",
      `img-src 'self'${avatarSource}`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'Cache-Control': 'no-store',
  };
}

/** Whether a form comes from one of the portal's `origins`, by `Sec-Fetch-Site` or `Origin`; not without either. */
export function isOwnForm(headers: Headers, origins: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin !== null && origins.includes(origin);
}

export type Status = 200 | 400 | 401 | 403 | 404 | 405 | 409 | 413 | 422 | 429 | 500 | 502;

/** Sends a page with the headers of every page. @param script source of its script */
export async function sendPage(
  context: Context,
  words: Words,
  page: Html,
  status: Status,
  avatarUrl: string | null = null,
  script?: string,
): Promise<Response> {
  for (const [name, value] of Object.entries(pageHeaders(avatarUrl, script))) context.header(name, value);
  context.header('Content-Language', words.language);
  context.header('Vary', 'Accept-Language', { append: true });
  return context.html(inWrittenOrder(String(await page)), status);
}

/** Replaces characters that change the reading order (UAX 9) by their code points, so that names read as written. */
export const inWrittenOrder = (page: string): string =>
  page.replace(/[\u202a-\u202e\u2066-\u2069]/g, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`);
