import { canonicalHost, parsedUrl } from '../url/host/host.ts';

/** `local@domain` (RFC 5321 section 4.1.2, dot-string form; lengths from section 4.5.3.1). */
const SHAPE = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@([^\s@/?#:\\]{1,255})$/;

/**
 * An e-mail address in lower case with its domain in ASCII. RFC 5321 allows a case-sensitive local part, but no major
 * mail provider has one, and a list would miss the other spelling.
 * @returns null unless it is an e-mail address on a public domain
 */
export function canonicalEmail(text: string): string | null {
  const found = SHAPE.exec(text);
  if (!found) return null;
  const hostname = parsedUrl(`http://${found[1]}/`)?.hostname;
  const host = hostname === undefined ? null : canonicalHost(hostname);
  if (host === null || !/\.(?:xn--[a-z0-9-]+|[a-z]{2,63})$/.test(host)) return null;
  return `${text.slice(0, text.lastIndexOf('@')).toLowerCase()}@${host}`;
}

/**
 * A telephone number with its country code in E.164 form: `+` and 7 to 15 digits. Ignores spaces, dots, hyphens,
 * slashes and brackets between digits; reads a leading `00` as `+` (ITU-T E.164, international prefix); drops `(0)`,
 * which is dialled only inside the country (ITU-T E.123).
 * @returns null if it is none
 */
export function canonicalPhone(text: string): string | null {
  if (!/^(?:\+|00)[\d ()./\u00a0\u2009\u202f-]{7,30}$/.test(text)) return null;
  const digits = text.replace(/^00/, '').replace('(0)', '').replace(/\D/g, '');
  return digits.length >= 7 && digits.length <= 15 && !digits.startsWith('0') ? `+${digits}` : null;
}

/** Country code, then groups of at least two digits. North American area codes do not begin with 0 or 1. */
const IN_TEXT = /^\+(?!1\D{0,2}[01])[1-9]\d{0,14}(?:[ ./\u00a0\u2009\u202f-]?(?:\(0\))?\(?\d{2,14}\)?){0,6}/;
/** A number with fewer digits is more likely a sum or a score. */
const MIN_DIGITS_IN_TEXT = 9;

/** The telephone number that begins with the `+` at `index`, in the form of {@link canonicalPhone}, or null. */
export function phoneAt(text: string, index: number): string | null {
  const written = IN_TEXT.exec(text.slice(index, index + 32))?.[0];
  const phone = written === undefined ? null : canonicalPhone(written);
  return phone !== null && phone.length > MIN_DIGITS_IN_TEXT ? phone : null;
}
