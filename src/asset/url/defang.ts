/** Characters that are not seen and only break a text's words: zero-width spaces and joiners, soft hyphen, byte order mark. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/**
 * The dots that browsers read as one (UTS #46, section 2.3), between letters that no sentence of a script with such full stops goes on
 * with.
 */
const FOREIGN_DOT =
  /(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d-])[。．｡](?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d])/gu;

/**
 * A text with its defanged addresses made whole again, as people write them so that nobody opens them by mistake:
 * `hxxps://evil[.]example`, `evil (dot) example`, `name[at]evil.example`, `https[:]//…`. Characters that are not seen are left out.
 */
export function refanged(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(FOREIGN_DOT, '.')
    .replace(/ ?[[({](?:\.|dot)[\])}] ?/gi, '.')
    .replace(/ ?[[({](?:@|at)[\])}] ?/gi, '@')
    .replace(/[[({](:\/\/|:|\/)[\])}]/g, '$1')
    .replace(/\bh(?:xx|\*\*|tt)p(s?):\/\//gi, 'http$1://')
    .replace(/\bh(?:xx|\*\*)p(s?):/gi, 'http$1:');
}
