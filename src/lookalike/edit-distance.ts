/**
 * Whether a name is one deceptive edit away from another: one character replaced, inserted or omitted, or two
 * neighbours swapped. Does not count differences that are common among legitimate names (Chromium,
 * `lookalike_url_util`): a number at the end, the first character, or a hyphen.
 */
export function isDeceptiveEdit(name: string, original: string): boolean {
  if (name === original || Math.abs(name.length - original.length) > 1) return false;
  if (name[0] !== original[0]) return false;
  if (withoutNumber(name) === withoutNumber(original)) return false;
  if (name.replaceAll('-', '') === original.replaceAll('-', '')) return false;
  return isOneEdit(name, original) || isSwap(name, original);
}

const withoutNumber = (name: string): string => name.replace(/\d+$/, '');

/** Whether at most one character on either side remains between the common beginning and the common end. */
function isOneEdit(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return a.length - start - end <= 1 && b.length - start - end <= 1;
}

/** Whether two neighbouring characters are swapped, and nothing else differs. */
function isSwap(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return a.length === b.length && a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2) === b;
}
