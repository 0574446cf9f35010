/** Labels of a host that an expression reaches with all its subdomains (design: hosts are formed from the last five). */
const MAX_LABELS = 5;

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;

/** The host that an expression `host/` lists, or null where it lists a page, an account or an IPv6 address. */
export function hostOf(expression: string): string | null {
  if (!expression.endsWith('/')) return null;
  const host = expression.slice(0, -1);
  return HOST.test(host) ? host : null;
}

/**
 * Whether a browser rule for this host (which covers every subdomain) stops exactly what the expression lists. Beyond five
 * labels the expression names fewer subdomains than the rule would.
 */
export const suitsRule = (host: string): boolean => host.split('.').length <= MAX_LABELS;

/** True where `host` is `parent` or one of its subdomains. */
export const isWithin = (host: string, parent: string): boolean => host === parent || host.endsWith(`.${parent}`);
