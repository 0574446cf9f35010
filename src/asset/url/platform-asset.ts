import { type PlatformHost, platformsOf } from '../platform/catalogue.ts';
import { matchPlatform, type PlatformAsset } from '../platform/match.ts';
import { placeOf } from '../platform/place.ts';

/**
 * The account, post or package of a platform that a web address names.
 * @param canonical the address in its canonical form
 * @param url as it was written: its fragment may tell
 * @returns null where it names none
 */
export function platformAssetOf(
  canonical: string,
  url: string,
  platforms: readonly PlatformHost[] = platformsOf(canonical.slice(0, canonical.indexOf('/'))),
): PlatformAsset | null {
  if (platforms.length === 0) return null;
  const place = placeOf(canonical.slice(canonical.indexOf('/')), fragmentOf(url));
  for (const platform of platforms) {
    const found = matchPlatform(platform, place);
    if (found) return found;
  }
  return null;
}

function fragmentOf(url: string): string {
  const mark = url.indexOf('#');
  return mark < 0
    ? ''
    : url
        .slice(mark + 1)
        .replace(/[\t\r\n]/g, '')
        .trimEnd();
}
