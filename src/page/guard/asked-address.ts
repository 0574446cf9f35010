import { canonicalUrl } from '../../asset/url/canonical-url.ts';
import { parsedUrl } from '../../asset/url/parsed-url.ts';

/** Characters of the longest address that a message carries. Nothing nearly as long is ever listed. */
const MAX_LENGTH = 65_536;

/**
 * An address as the background is asked about it: without its fragment, short enough for a message, and with every expression under
 * which it may be listed. One that is longer is written in its canonical form, where what may be listed comes first, and cut there.
 */
export function askedAddress(url: string): string {
  const mark = url.indexOf('#');
  const asked = mark < 0 ? url : url.slice(0, mark);
  if (asked.length <= MAX_LENGTH) return asked;
  const origin = parsedUrl(asked)?.origin;
  const canonical = canonicalUrl(asked);
  const written = origin && canonical ? origin + canonical.slice(canonical.indexOf('/')) : asked;
  return written.slice(0, MAX_LENGTH);
}

/** An address as the warning is told of it: as it is, so that going on leads to the same place, unless no message carries that. */
export const warnedAddress = (url: string): string => (url.length <= MAX_LENGTH ? url : askedAddress(url));
