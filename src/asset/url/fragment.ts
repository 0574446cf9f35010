import { escapePath } from './percent.ts';

/**
 * Pages that only their fragment names, by host without `www.` and path: without it the address is the one of all
 * albums, invoices, rooms or boards. A host alone stands for all its paths.
 * - Apple, iCloud shared albums and links to photos; PayPal, links to invoices
 * - Matrix specification, "matrix.to navigation", and the same routes in Element
 * - CryptPad, diagrams.net, Excalidraw, itty.bitty, Snapshot; links of Mega and Google Groups before 2020
 */
const NAMED_BY_FRAGMENT =
  /^(?:icloud\.com\/(?:sharedalbum|photos)|paypal\.com\/invoice\/p|matrix\.to|(?:app|develop)\.element\.io|cryptpad\.fr(?:\/[a-z]+)?|(?:app|viewer)\.diagrams\.net|itty\.bitty\.site|excalidraw\.com|snapshot\.(?:org|box)|mega\.nz|groups\.google\.com\/forum)$/;

/** The page of a canonical form without `www.`, query, final slash, and the language of the reader. */
const placeOf = (canonical: string): string =>
  canonical.replace(/^www\.|\?.*$|\/$/gs, '').replace(/(?:\/[a-z]{2}-[a-z]{2})?\/?$/, '');

/** Whether an expression stands for all pages of a place that only their fragments name. */
export const isNamedByFragment = (expression: string): boolean => NAMED_BY_FRAGMENT.test(placeOf(expression));

/**
 * A canonical form with the fragment of its URL where that names the page, else unchanged. What follows a `?` in the
 * fragment says only how to reach the page.
 * @param fragment as written after `#`
 */
export function withNamingFragment(canonical: string, fragment: string): string {
  if (fragment === '' || !isNamedByFragment(canonical)) return canonical;
  const name = escapePath(
    fragment
      .replace(/[\t\r\n]/g, '')
      .split('?', 1)[0]!
      .trimEnd(),
  );
  return name === '' || name === '/' ? canonical : `${placeOf(canonical)}/#${name}`;
}
