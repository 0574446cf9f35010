import {
  canonicalPrefixes,
  canonicalUrl,
  prefixOfExpression,
  recognizeUrl,
  urlExpressions,
} from '../../../src/asset/index.ts';
import { uint32Source } from '../../fixtures/blocklist/random.ts';
import { processorMs } from './processor.ts';

const PIECES = (
  'http:// https:// HTTP:// ftp:// // / \\ . .. /./ /../ a B xn-- xn--bcher-kva ü ß 。 evil.example www. co.uk 1 0x7f 017 ' +
  '127.0.0.1 4294967295 [::1] [::ffff:1.2.3.4] [ ] : :80 :99999 @ user:pass@ ? # = & ; % %2 %25 %2525 %2e %2F %3F %00 ' +
  '%C3%BC %ff %u0041 + ~ | ^ { } < > " \' ` t.me/ twitter.com/ youtube.com/watch?v= id=5 utm_id=1 fbclid index.php drive.google.com /u/ s3.amazonaws.com/ .s3-website-us-east-1.amazonaws.com graph.org 0x000000000000000000000000000000000000dead'
).split(' ');
const CONTROLS = ['\t', '\n', '\r', '\0', ' ', '\u00ad', '\u200d', '\u202e', '\ud800', '😀', 'é'];

/** What a run found. `slowest` is in milliseconds of processor time. */
export type UrlFuzz = { readonly read: number; readonly refused: number; readonly slowest: number };

/**
 * Brings random addresses into their canonical form.
 * @throws Error for a crash, a form that is not stable, too many or repeated expressions, or prefixes that are not theirs, with the address
 */
export function fuzzUrls(count: number, seed: number): UrlFuzz {
  const next = uint32Source(seed);
  const found = { read: 0, refused: 0, slowest: 0 };
  for (let n = 0; n < count; n++) {
    const url = randomUrl(next);
    const start = processorMs();
    try {
      const canonical = canonicalUrl(url);
      const expressions = urlExpressions(url);
      recognizeUrl(url);
      requireSound(canonical, expressions);
      found[canonical === null ? 'refused' : 'read']++;
    } catch (error) {
      throw new Error(`The address ${JSON.stringify(url)} of seed ${seed}`, { cause: error });
    }
    found.slowest = Math.max(found.slowest, processorMs() - start);
  }
  return found;
}

function requireSound(canonical: string | null, expressions: readonly string[]): void {
  if (canonical === null) {
    if (expressions.length > 0) throw new Error('There are expressions of no address');
    return;
  }
  if (canonicalUrl(`http://${canonical}`) !== canonical) throw new Error(`The form ${canonical} is not stable`);
  if (/[^!-~]/.test(canonical)) throw new Error(`The form ${canonical} is not ASCII`);
  if (expressions.length < 1 || expressions.length > 30) throw new Error(`There are ${expressions.length} expressions`);
  if (new Set(expressions).size !== expressions.length) throw new Error('An expression comes twice');
  if (canonicalPrefixes(canonical).join() !== expressions.map(prefixOfExpression).join())
    throw new Error('The prefixes are not those of the expressions');
}

/** Mostly a few pieces behind a scheme, sometimes thousands, which shows what is not linear. */
function randomUrl(next: () => number): string {
  const length = next() % 500 === 0 ? 1_000 + (next() % 3_000) : next() % 14;
  let url = next() % 8 === 0 ? '' : next() % 2 ? 'http://' : 'https://';
  for (let n = 0; n < length; n++) {
    const kind = next() % 10;
    if (kind === 0) url += CONTROLS[next() % CONTROLS.length];
    else if (kind === 1) url += String.fromCharCode(next() & 0xffff);
    else url += PIECES[next() % PIECES.length];
  }
  return url;
}
