/** What the warning page was opened about. Every part is text that a page may have chosen. */
export type Target = {
  /** The address as the browser would open it; always http or https. */
  readonly url: string;
  /** The host in ASCII, without user and port. */
  readonly host: string;
  /** The address before and after its host, so that the host can stand out in it. */
  readonly before: string;
  readonly after: string;
};

/**
 * Reads the target from the address of the warning page: everything behind the first `#`, which may hold further ones.
 * Null for anything that is not an http or https address with a host: the page then has nothing to show or to open.
 */
export function targetOf(pageAddress: string): Target | null {
  const hash = pageAddress.indexOf('#');
  const written = hash < 0 ? '' : pageAddress.slice(hash + 1);
  if (!/^https?:\/\//i.test(written) || !URL.canParse(written)) return null;
  const { href, protocol, hostname, username, password } = new URL(written);
  if ((protocol !== 'http:' && protocol !== 'https:') || hostname === '') return null;
  const user = username === '' && password === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`;
  const before = `${protocol}//${user}`;
  return { url: href, host: hostname, before, after: href.slice(before.length + hostname.length) };
}
