import { describe, expect, it } from 'vitest';
import vectors from '../../../test/fixtures/canonical-url.json' with { type: 'json' };
import { randomNumbers } from '../../../test/fixtures/random-numbers.ts';
import { canonicalUrl } from './canonical-url.ts';
import { urlExpressions } from './expression.ts';

describe('canonicalUrl', () => {
  it.each(vectors)('$name: $url', ({ url, canonical }) => {
    expect(canonicalUrl(url)).toBe(canonical);
  });

  it('does not change a canonical URL', () => {
    for (const { canonical } of vectors) if (canonical) expect(canonicalUrl(`http://${canonical}`)).toBe(canonical);
  });

  it('gives the fast path and the general path the same result', () => {
    const next = randomNumbers(2);
    const pieces =
      'a b9 - . .. / // ? # % %20 %25 %2e %2F %3F %3f %C3%A9 %c3 %E0 %00 %80 %41 & = ; ~ \' " < { | ^ [ \\ xn-- :80'.split(
        ' ',
      );
    for (let round = 0; round < 20_000; round++) {
      const rest = Array.from({ length: next() % 10 }, () => pieces[next() % pieces.length]).join('');
      const usual = `http://host${next() % 3}.example${next() % 2 ? '/' : ''}${rest}`;
      expect(canonicalUrl(usual), usual).toBe(canonicalUrl(usual.replace('http:', 'HTTP:')));
    }
  });

  it('does not change the canonical form of any random text', () => {
    const next = randomNumbers(1);
    const pieces = [
      'a',
      'B',
      '.',
      '..',
      '/',
      '//',
      '\\',
      '%',
      '%2',
      '%25',
      '%2e',
      '%2F',
      '%C3%BC',
      '%80',
      '?',
      '#',
      '@',
      ':',
      ':80',
      '1',
      '0x7f',
      'ü',
      '。',
      'ß',
      ' ',
      '\t',
      '[',
      ']',
      '::1',
      'xn--',
      '-',
      '_',
      '*',
      '\u00ad',
      '\u200d',
      '😀',
      '\0',
    ];
    const unstable: string[] = [];
    for (let round = 0; round < 10_000; round++) {
      const text = Array.from({ length: 1 + (next() % 12) }, () => pieces[next() % pieces.length]).join('');
      const canonical = canonicalUrl(`http://${text}`);
      if (canonical === null) continue;
      if (canonicalUrl(`http://${canonical}`) !== canonical || /[^!-~]|#/.test(canonical)) unstable.push(text);
    }
    expect(unstable).toEqual([]);
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
    const next = randomNumbers(2);
    const alphabet = 'abcxyz019-._ABCÜé@:/?#%2e';
    const differing: string[] = [];
    let opened = 0;
    for (let round = 0; round < 10_000; round++) {
      const text = Array.from({ length: 1 + (next() % 16) }, () => alphabet[next() % alphabet.length]).join('');
      if (!URL.canParse(`http://${text}`)) continue;
      opened++;
      const labels = new URL(`http://${text}`).hostname.split('.').filter((label) => label !== '');
      const expected = labels.length === 0 ? undefined : labels.join('.');
      const host = canonicalUrl(`http://${text}`)?.split('/')[0];
      if (host !== expected && !/^[\d.]+$/.test(host ?? '')) differing.push(text);
    }
    expect(opened).toBeGreaterThan(1_000);
    expect(differing).toEqual([]);
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
