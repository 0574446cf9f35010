/**
 * A web address as logs, the audit log and messages have it: a user name, a password and a query may hold a secret of its owner. What is no
 * web address stays as it is.
 */
export function toldAddress(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return text;
  const { origin, pathname, search, hash } = new URL(text);
  return `${origin}${pathname}${search === '' && hash === '' ? '' : '?…'}`;
}
