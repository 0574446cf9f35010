import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../../../test/fixtures/canonical-url.json' with { type: 'json' };
import { canonicalUrl } from './canonical-url.ts';
import { urlExpressions } from './expression.ts';
import { parsedUrl } from './host/host.ts';

describe('canonicalUrl', () => {
  it.each(vectors)('$name: $url', ({ url, canonical }) => {
    expect(canonicalUrl(url)).toBe(canonical);
  });

  it('names no host that is longer than DNS can name, in any spelling', () => {
    const chinese = Array.from({ length: 4_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
    for (const host of ['a'.repeat(254), `${'a.'.repeat(126)}aa`, '%61'.repeat(254), chinese, `%${chinese}`])
      for (const url of [`http://${host}`, `http://${host}/`, `http://user@${host}:80/a`])
        expect(canonicalUrl(url)).toBeNull();
    // The parser drops a tab: it would take the time of the whole host before the host is refused.
    expect(parsedUrl(`http:/\t/${chinese}/`)).toBeNull();
    expect(canonicalUrl(`http://${chinese}@${'a.'.repeat(126)}a`)).toBe(`${'a.'.repeat(126)}a/`);
  });

  it('does not change a canonical URL', () => {
    for (const { canonical } of vectors) if (canonical) expect(canonicalUrl(`http://${canonical}`)).toBe(canonical);
  });

  it('gives the fast path and the general path the same result', () => {
    const pieces =
      'a b9 - . .. / // ? # % %20 %25 %2e %2F %3F %3f %C3%A9 %c3 %E0 %00 %80 %41 & = ; ~ \' " < { | ^ [ \\ xn-- :80'.split(
        ' ',
      );
    const property = fc.property(fc.array(fc.constantFrom('/', ...pieces), { maxLength: 10 }), (rest) => {
      const usual = `http://host1.example${rest.join('')}`;
      expect(canonicalUrl(usual)).toBe(canonicalUrl(usual.replace('http:', 'HTTP:')));
    });
    fc.assert(property, { numRuns: 5_000, seed: 1 });
  });

  it('gives every spelling of one URL the same expressions', () => {
    const plain = urlExpressions('http://www.evil.example/a/b.html?c=d');
    const spellings = [
      'https://www.evil.example/a/b.html?c=d',
      'http://WWW.Evil.EXAMPLE/a/b.html?c=d#e',
      'http://www.evil.example.:8080/a/b.html?c=d',
      'http://user:pass@www..evil.example/a/b.html?c=d',
      'http://www.evil.example//a/./x/../b.html?c=d',
      'http://www.evil.example/%61/%2562.html?%63=d',
      'http:\\\\www.evil.example\\a\\b.html?c=d',
      ' http://www.ev\til.example/a/b.html?c=d\n',
      'http://www%2Eevil%2eexample/a/b%2Ehtml%3Fc=d',
      'http://ｗｗｗ.evil。example/a/b.html?c=d',
    ];
    for (const spelling of spellings) expect([spelling, urlExpressions(spelling)]).toEqual([spelling, plain]);
  });

  it('agrees with the URL parser on the host of every URL that a browser opens', () => {
    let opened = 0;
    const unit = fc.constantFrom(...'abcxyz019-._ABCÜé@:/?#%2e');
    const property = fc.property(fc.string({ unit, minLength: 1, maxLength: 16 }), (text) => {
      if (!URL.canParse(`http://${text}`)) return;
      opened++;
      const labels = new URL(`http://${text}`).hostname.split('.').filter((label) => label !== '');
      const host = canonicalUrl(`http://${text}`)?.split('/')[0];
      if (!/^[\d.]+$/.test(host ?? '')) expect(host).toBe(labels.length === 0 ? undefined : labels.join('.'));
    });
    fc.assert(property, { numRuns: 10_000, seed: 2 });
    expect(opened).toBeGreaterThan(1_000);
  });

  it.each([
    ['escapes of escapes', `http://host/%${'25'.repeat(100_000)}`],
    ['percent signs', `http://host/${'%'.repeat(200_000)}`],
    ['slashes', `http://host/${'/'.repeat(200_000)}`],
    ['parent directories', `http://host/${'a/../'.repeat(50_000)}`],
    ['dots in the host', `http://${'.'.repeat(200_000)}a`],
    ['labels', `http://${'a.'.repeat(100_000)}!`],
    ['escapes in the host', `http://%${'25'.repeat(100_000)}`],
    ['at signs', `http://${'@'.repeat(200_000)}%`],
    ['brackets', `http://${'['.repeat(200_000)}`],
    ['numbers', `http://${'0x1.'.repeat(50_000)}`],
  ])('takes linear time for 200,000 characters of %s', (_, url) => {
    const start = performance.now();
    urlExpressions(url);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
