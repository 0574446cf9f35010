import { imageUrl, webUrl } from './page/link.ts';

/**
 * The headers of a portal page. No script of any kind runs; styles come from the portal, images from it and from the one origin of the
 * organization's avatar; forms go only back to the portal; nothing may frame it (CSP level 3).
 * The referrer is kept inside the portal, and not dropped, because browsers write `Origin: null` on a form without one.
 */
export function pageHeaders(avatarUrl: string | null): Record<string, string> {
  const image = imageUrl(avatarUrl);
  const avatarSource = image === null ? '' : image.startsWith('data:') ? ' data:' : ` ${webUrl(image)?.origin}`;
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
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

/**
 * Whether a form was sent from one of the portal's own pages: its `Origin` is the portal's, or the browser itself vouches with
 * `Sec-Fetch-Site: same-origin` (Fetch Metadata). A request with neither is refused.
 *
 * @param origins The origins under which the portal is reached.
 */
export function isOwnForm(headers: Headers, origins: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin !== null && origins.includes(origin);
}
