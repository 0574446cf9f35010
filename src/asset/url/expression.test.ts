import { describe, expect, it } from 'vitest';
import { hashExpression, prefixOf } from '../hash.ts';
import { canonicalExpressions, expressionsOf, urlExpressions } from './expression.ts';
import { canonicalPrefixes } from './expression-prefix.ts';

describe('urlExpressions', () => {
  it('tries the host and its parents with the page, its directories and the root', () => {
    expect(urlExpressions('http://a.b.c/1/2.html?param=1')).toEqual([
      'a.b.c/1/2.html?param=1',
      'a.b.c/1/2.html',
      'a.b.c/1/',
      'a.b.c/',
      'b.c/1/2.html?param=1',
      'b.c/1/2.html',
      'b.c/1/',
      'b.c/',
    ]);
  });

  it('tries of a deep host itself and its last five labels only', () => {
    expect(urlExpressions('http://a.b.c.d.e.f.g/1.html')).toEqual([
      'a.b.c.d.e.f.g/1.html',
      'a.b.c.d.e.f.g/',
      'c.d.e.f.g/1.html',
      'c.d.e.f.g/',
      'd.e.f.g/1.html',
      'd.e.f.g/',
      'e.f.g/1.html',
      'e.f.g/',
      'f.g/1.html',
      'f.g/',
    ]);
  });

  it('tries of five and of six labels no host twice', () => {
    const hosts = (url: string) => urlExpressions(url).map((expression) => expression.slice(0, -1));
    expect(hosts('http://a.b.c.d.e/')).toEqual(['a.b.c.d.e', 'b.c.d.e', 'c.d.e', 'd.e']);
    expect(hosts('http://z.a.b.c.d.e/')).toEqual(['z.a.b.c.d.e', 'a.b.c.d.e', 'b.c.d.e', 'c.d.e', 'd.e']);
  });

  it('tries an IP address and a single label as they are', () => {
    expect(urlExpressions('http://1.2.3.4/1/')).toEqual(['1.2.3.4/1/', '1.2.3.4/']);
    expect(urlExpressions('http://0x01020304:80/')).toEqual(['1.2.3.4/']);
    expect(urlExpressions('http://[2001:db8::1]/')).toEqual(['[2001:db8::1]/']);
    expect(urlExpressions('http://localhost/')).toEqual(['localhost/']);
  });

  it('makes 30 distinct expressions of the longest address, the root and three directories among them', () => {
    const expressions = urlExpressions('http://a.b.c.d.e.f.g/1/2/3/4/5/6.html?q=1');
    expect(expressions).toHaveLength(30);
    expect(new Set(expressions).size).toBe(30);
    expect(expressions.slice(0, 6)).toEqual([
      'a.b.c.d.e.f.g/1/2/3/4/5/6.html?q=1',
      'a.b.c.d.e.f.g/1/2/3/4/5/6.html',
      'a.b.c.d.e.f.g/1/2/3/',
      'a.b.c.d.e.f.g/1/2/',
      'a.b.c.d.e.f.g/1/',
      'a.b.c.d.e.f.g/',
    ]);
  });

  it('takes a directory for the page itself once', () => {
    expect(urlExpressions('http://b.c/1/2/')).toEqual(['b.c/1/2/', 'b.c/1/', 'b.c/']);
    expect(urlExpressions('http://b.c/1/?q')).toEqual(['b.c/1/?q', 'b.c/1/', 'b.c/']);
  });

  it('has none for an address that is not http(s)', () => {
    expect(urlExpressions('about:blank')).toEqual([]);
    expect(urlExpressions('file:///etc/hosts')).toEqual([]);
  });
});

describe('canonicalPrefixes', () => {
  it('finds each expression of an address of any length where its full hash is listed', () => {
    // Blocks of SHA-256 end at 64 bytes, and from 56 on the length takes one more (FIPS 180-4, section 5.1.1); the shared input has 512.
    for (const length of [0, 1, 40, 41, 42, 48, 49, 50, 104, 113, 498, 499, 500, 501, 5_000]) {
      const canonical = `a.b.c.example/${'x'.repeat(length)}?q`;
      const hashed = canonicalExpressions(canonical).map((expression) => prefixOf(hashExpression(expression)));
      expect(canonicalPrefixes(canonical)).toEqual(hashed);
    }
  });

  it('refuses a form that cannot be canonical', () => {
    expect(() => canonicalPrefixes('bücher.example/')).toThrow(TypeError);
  });
});

describe('expressionsOf', () => {
  it('lists a site under its root, a page under itself, an account under its type', () => {
    expect(expressionsOf({ type: 'URL', content: 'evil.example' })).toEqual(['evil.example/']);
    expect(expressionsOf({ type: 'PAGE', content: 'bit.ly/abc?d' })).toEqual(['bit.ly/abc?d']);
    expect(expressionsOf({ type: 'TWITTER', content: 'evil' })).toEqual(['TWITTER:evil']);
    expect(expressionsOf({ type: 'ADDRESS', content: `0x${'ab'.repeat(20)}` })).toEqual([
      `ADDRESS:0x${'ab'.repeat(20)}`,
    ]);
  });

  it('lists what the visit of a listed site or page asks for', () => {
    const [site] = expressionsOf({ type: 'URL', content: 'evil.example' });
    const [page] = expressionsOf({ type: 'PAGE', content: 'bit.ly/abc' });
    expect(urlExpressions('https://deep.www.evil.example/any/page?x#y')).toContain(site);
    expect(urlExpressions('https://notevil.example/')).not.toContain(site);
    expect(urlExpressions('https://bit.ly/abc?tracking=1')).toContain(page);
    expect(urlExpressions('https://bit.ly/abcd')).not.toContain(page);
  });
});
