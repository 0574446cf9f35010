/** Characters that are not seen and only break a text's words: zero-width spaces and joiners, soft hyphen, byte order mark. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/**
 * A text with its defanged addresses made whole again, as people write them so that nobody opens them by mistake:
 * `hxxps://evil[.]example`, `evil (dot) example`, `name[at]evil.example`, `https[:]//…`. Characters that are not seen are left out.
 */
export function refanged(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/ ?[[({](?:\.|dot)[\])}] ?/gi, '.')
    .replace(/ ?[[({](?:@|at)[\])}] ?/gi, '@')
    .replace(/[[({](:\/\/|:|\/)[\])}]/g, '$1')
    .replace(/\bh(?:xx|\*\*|tt)p(s?):\/\//gi, 'http$1://')
    .replace(/\bh(?:xx|\*\*)p(s?):/gi, 'http$1:');
}
