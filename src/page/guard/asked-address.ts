import { canonicalUrl } from '../../asset/url/canonical-url.ts';
import { parsedUrl } from '../../asset/url/host/host.ts';
import { lookupForm } from '../../asset/url/lookup-form.ts';

/** Characters of the longest address that a message carries. Nothing nearly as long is ever listed. */
const MAX_LENGTH = 65_536;

/**
 * An address as the background is asked about it: without its fragment, short enough for a message, and with every expression under
 * which it may be listed. One that is longer is written in its canonical form, where what may be listed comes first, and cut there; of its
 * query what names the page comes first.
 */
export function askedAddress(url: string): string {
  const asked = withoutFragment(url);
  if (asked.length <= MAX_LENGTH) return asked;
  const origin = parsedUrl(asked)?.origin;
  const canonical = canonicalUrl(asked);
  if (!origin || !canonical) return asked.slice(0, MAX_LENGTH);
  const rest = canonical.slice(canonical.indexOf('/'));
  const naming = lookupForm(canonical).replace(/^[^?]*\??/, '');
  const written = naming === '' ? rest : rest.replace('?', () => `?${naming}&`);
  const address = origin + written;
  return address.length <= MAX_LENGTH ? address : address.slice(0, MAX_LENGTH).replace(/&[^&]*$/, '');
}

export const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;

/** An address as it is given to the warning: unchanged, so that going on leads to the same place, unless it is too long for a message. */
export const warnedAddress = (url: string): string => (url.length <= MAX_LENGTH ? url : askedAddress(url));
