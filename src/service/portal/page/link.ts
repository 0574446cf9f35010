/** A web address that may be linked, in its parsed form; null for every other scheme (`javascript:` among them) and for what is no URL. */
export function webUrl(value: string | null): URL | null {
  if (value === null || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

/** Where an image may come from: the web, or a raster or SVG image within the address itself (a picture runs no script). */
export function imageUrl(value: string | null): string | null {
  if (value !== null && /^data:image\/(png|jpeg|webp|gif|avif|svg\+xml)[;,]/i.test(value)) return value;
  return webUrl(value)?.href ?? null;
}
