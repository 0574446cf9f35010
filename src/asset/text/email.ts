import { canonicalHost } from '../url/host/host.ts';
import { parsedUrl } from '../url/parsed-url.ts';

/** `local@domain` (RFC 5321 section 4.1.2, the dot-string form; its lengths by section 4.5.3.1). */
const SHAPE = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@([^\s@/?#:\\]{1,255})$/;

/**
 * An e-mail address in lower case with its domain in ASCII. (The local part may tell case apart by RFC 5321; no mail provider in wide
 * use does, and a list would miss the other spelling.)
 * @returns null for what is no e-mail address on a public domain
 */
export function canonicalEmail(text: string): string | null {
  const found = SHAPE.exec(text);
  if (!found) return null;
  const hostname = parsedUrl(`http://${found[1]}/`)?.hostname;
  const host = hostname === undefined ? null : canonicalHost(hostname);
  if (host === null || !/\.(?:xn--[a-z0-9-]+|[a-z]{2,63})$/.test(host)) return null;
  return `${text.slice(0, text.lastIndexOf('@')).toLowerCase()}@${host}`;
}
