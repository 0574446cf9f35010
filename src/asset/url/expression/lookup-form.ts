import { namingQuery } from './naming-query.ts';
import { inOneStore } from './same-store.ts';

/**
 * The form of an address that its expressions are parts of: its host and path under the one name of their store, no slash at the end of a
 * path but `/`, and of its query what names the page. Many addresses of one page have one form, and the form of a form is the same.
 * @param canonical a canonical form, `host/path?query`
 */
export function lookupForm(canonical: string): string {
  const slash = canonical.indexOf('/');
  const mark = canonical.indexOf('?', slash);
  const end = mark < 0 ? canonical.length : mark;
  const written = canonical.slice(0, slash);
  const site = siteOf(written);
  const bare = end - slash > 1 && canonical.endsWith('/', end) ? end - 1 : end;
  const below = canonical.slice(slash, bare);
  const [host, path] = inOneStore(written, below, site);
  const given = mark < 0 ? '' : canonical.slice(mark + 1);
  const query = mark < 0 ? '' : namingQuery(siteOf(host) + path, given);
  // A part of the text that is there costs less than one that is put together.
  if (host === written && path === below) {
    if (query === '') return canonical.slice(0, bare);
    if (query === given && bare === end) return canonical;
  }
  return query === '' ? host + path : `${host}${path}?${query}`;
}

/** The last two labels of a host; the host where it has fewer. */
const siteOf = (host: string): string => host.slice(host.lastIndexOf('.', host.lastIndexOf('.') - 1) + 1);
