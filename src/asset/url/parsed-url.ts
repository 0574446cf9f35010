/** What the WHATWG URL parser makes of an address; null where it refuses. (`URL.parse` is younger than the oldest Chrome we run in.) */
export function parsedUrl(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}
