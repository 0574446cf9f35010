/** What tells a file that a format does not read, the most telling first. */
const LOOKS: readonly (readonly [look: string, pattern: RegExp])[] = [
  ['a web page', /^\s*<(?:!doctype html|html|head|body)/i],
  ['XML', /^\s*</],
  ['an ad-block filter list', /^\[(?:ad|u)block|^(?:@@)?\|\||##|#@#/im],
  ['JSON', /^\s*[[{]/],
  ['a dnsmasq configuration', /^(?:address|server|local)=\//m],
  ['an Unbound configuration', /^\s*local-(?:zone|data):/m],
  ['a DNS zone', /\s(?:SOA|CNAME)\s/m],
  ['YAML', /^\s*(?:- +)?\w+: +\S/m],
  ['a list of defanged addresses', /\[\.\]|\(\.\)|\[dot\]|^hxxp/im],
  ['a table with several columns', /^(?:"[^"\n]*"|[^\s,;"#][^\t,;"\n]*)(?:,|;|\t)\S/m],
];

/** What a text looks like to a person; null for none of the known kinds. */
export const lookOf = (text: string): string | null => LOOKS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** The same for the end of a sentence, or the first characters of the text. */
export const describeText = (text: string): string =>
  lookOf(text) ?? `text that begins with ${JSON.stringify(text.trimStart().slice(0, 24))}`;
