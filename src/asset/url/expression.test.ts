import { describe, expect, it } from 'vitest';
import { hashExpression, prefixOf } from '../hash.ts';
import { canonicalUrl } from './canonical-url.ts';
import { canonicalExpressions, canonicalPrefixes, expressionsOf, urlExpressions } from './expression.ts';
import { lookupForm } from './lookup-form.ts';

describe('urlExpressions', () => {
  it('combines the host and its parents with the page, its parent folders and the root', () => {
    expect(urlExpressions('http://a.b.c/1/2.html?param=1')).toEqual([
      'a.b.c/1/2.html?param=1',
      'a.b.c/1/2.html',
      'a.b.c/1',
      'a.b.c/',
      'b.c/1/2.html?param=1',
      'b.c/1/2.html',
      'b.c/1',
      'b.c/',
    ]);
  });

  it('uses only the full host and its last five labels for a deep host', () => {
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

  it('repeats no host of five or six labels', () => {
    const hosts = (url: string) => urlExpressions(url).map((expression) => expression.slice(0, -1));
    expect(hosts('http://a.b.c.d.e/')).toEqual(['a.b.c.d.e', 'b.c.d.e', 'c.d.e', 'd.e']);
    expect(hosts('http://z.a.b.c.d.e/')).toEqual(['z.a.b.c.d.e', 'a.b.c.d.e', 'b.c.d.e', 'c.d.e', 'd.e']);
  });

  it('does not shorten an IP address or a single label', () => {
    expect(urlExpressions('http://1.2.3.4/1/')).toEqual(['1.2.3.4/1', '1.2.3.4/']);
    expect(urlExpressions('http://0x01020304:80/')).toEqual(['1.2.3.4/']);
    expect(urlExpressions('http://[2001:db8::1]/')).toEqual(['[2001:db8::1]/']);
    expect(urlExpressions('http://localhost/')).toEqual(['localhost/']);
  });

  it('makes 30 distinct expressions for the longest URL, including the root and three folders', () => {
    const expressions = urlExpressions('http://a.b.c.d.e.f.g/1/2/3/4/5/6.html?q=1');
    expect(expressions).toHaveLength(30);
    expect(new Set(expressions).size).toBe(30);
    expect(expressions.slice(0, 6)).toEqual([
      'a.b.c.d.e.f.g/1/2/3/4/5/6.html?q=1',
      'a.b.c.d.e.f.g/1/2/3/4/5/6.html',
      'a.b.c.d.e.f.g/1/2/3',
      'a.b.c.d.e.f.g/1/2',
      'a.b.c.d.e.f.g/1',
      'a.b.c.d.e.f.g/',
    ]);
  });

  it('uses more folders if the host has few labels', () => {
    const expressions = urlExpressions(`http://b.c/${Array.from({ length: 40 }, (_, n) => n).join('/')}?q`);
    expect(expressions).toHaveLength(30);
    expect(expressions.slice(-3)).toEqual(['b.c/0/1', 'b.c/0', 'b.c/']);
  });

  it('is empty for a URL that is not http(s)', () => {
    expect(urlExpressions('about:blank')).toEqual([]);
    expect(urlExpressions('file:///etc/hosts')).toEqual([]);
  });
});

describe('the lookup form', () => {
  const formOf = (url: string) => lookupForm(canonicalUrl(url)!);

  it.each([
    ['http://b.c/1/2/', 'b.c/1/2'],
    ['http://b.c/', 'b.c/'],
    ['http://b.c/?', 'b.c/'],
    ['http://b.c/1/?utm_source=x&fbclid=y', 'b.c/1'],
    ['http://b.c/?fbclid=y', 'b.c/?fbclid=y'],
    ['http://b.c/?p=3&utm_source=x&lang=de', 'b.c/?p=3'],
    ['http://b.c/x?lang=de&country=at', 'b.c/x?country=at&lang=de'],
    ['http://b.c/x?country=at&lang=de&', 'b.c/x?country=at&lang=de'],
    ['https://www.youtube.com/watch?t=10&v=abc&list=def', 'www.youtube.com/watch?v=abc'],
    ['https://drive.google.com/open?usp=sharing&id=1', 'drive.google.com/open?id=1'],
    ['https://drive.google.com/open?id=1&id=2', 'drive.google.com/open?id=1'],
    ['https://drive.google.com/drive/u/0/folders/1', 'drive.google.com/drive/folders/1'],
    ['https://docs.google.com/forms/u/12/d/e/1/viewform', 'docs.google.com/forms/d/e/1/viewform'],
    ['https://docs.google.com/u/u/0/0/x', 'docs.google.com/x'],
    ['https://other.example/drive/u/0/folders/1', 'other.example/drive/u/0/folders/1'],
    [
      'https://forms.office.com/Pages/ResponsePage.aspx?q=1&id=evil&lang=de',
      'forms.office.com/Pages/ResponsePage.aspx?id=evil',
    ],
    [
      'https://forms.cloud.microsoft/Pages/ResponsePage.aspx?id=evil&x',
      'forms.office.com/Pages/ResponsePage.aspx?id=evil',
    ],
  ])('of %s is %s', (url, form) => {
    expect(formOf(url)).toBe(form);
  });

  it.each([
    ['telegra.ph/x-01-01', ['graph.org/x-01-01', 'te.legra.ph/x-01-01']],
    ['bit.ly/abc', ['j.mp/abc']],
    ['t.me/+abc', ['telegram.me/+abc', 'telegram.dog/+abc']],
    ['x.com/i/spaces/1', ['twitter.com/i/spaces/1']],
    ['evil.eth.limo/x', ['evil.eth.link/x']],
    ['mobile.x.com/i/spaces/1', ['mobile.twitter.com/i/spaces/1']],
    [
      'bad-bucket.s3.amazonaws.com/a/b.html',
      [
        's3.amazonaws.com/bad-bucket/a/b.html',
        's3.eu-west-1.amazonaws.com/bad-bucket/a/b.html',
        's3-us-west-2.amazonaws.com/bad-bucket/a/b.html',
        's3.dualstack.us-east-1.amazonaws.com/bad-bucket/a/b.html',
        's3-external-1.amazonaws.com/bad-bucket/a/b.html',
        'bad-bucket.s3-external-1.amazonaws.com/a/b.html',
        'bad-bucket.s3.us-east-1.amazonaws.com/a/b.html',
        'bad-bucket.s3-website-us-east-1.amazonaws.com/a/b.html',
        'bad-bucket.s3-website.eu-central-1.amazonaws.com/a/b.html',
      ],
    ],
    ['bad-bucket.s3.amazonaws.com/', ['s3.amazonaws.com/bad-bucket', 's3.amazonaws.com/bad-bucket/']],
    ['a.b.appspot.com.storage.googleapis.com/x', ['storage.googleapis.com/a.b.appspot.com/x']],
    [
      'bucket.storage.googleapis.com/x',
      [
        'commondatastorage.googleapis.com/bucket/x',
        'bucket.commondatastorage.googleapis.com/x',
        'storage.cloud.google.com/bucket/x',
      ],
    ],
    [
      'bucket.ams3.digitaloceanspaces.com/x',
      ['ams3.digitaloceanspaces.com/bucket/x', 'bucket.ams3.cdn.digitaloceanspaces.com/x'],
    ],
    ['bucket.s3.eu-central-1.wasabisys.com/x', ['s3.eu-central-1.wasabisys.com/bucket/x']],
    ['bucket.s3.us-west-004.backblazeb2.com/x', ['s3.us-west-004.backblazeb2.com/bucket/x']],
    [
      'bucket.s3.us-south.cloud-object-storage.appdomain.cloud/x',
      ['s3.us-south.cloud-object-storage.appdomain.cloud/bucket/x'],
    ],
    ['bucket.s3.fr-par.scw.cloud/x', ['s3.fr-par.scw.cloud/bucket/x']],
    ['bucket.us-east-1.linodeobjects.com/x', ['us-east-1.linodeobjects.com/bucket/x']],
    [
      'my.evil-site.example/claim',
      [
        'my-evil--site-example.translate.goog/claim',
        'my-evil--site-example.translate.goog/claim?_x_tr_sl=en&_x_tr_tl=de',
        'my-evil--site-example.cdn.ampproject.org/c/s/my.evil-site.example/claim',
        'cdn.ampproject.org/v/my.evil-site.example/claim?amp_js_v=0.1',
        'www.google.com/amp/s/my.evil-site.example/claim',
      ],
    ],
    ['evil.example/', ['evil-example.translate.goog/', 'google.com/amp/evil.example', 'google.com/amp/s/EVIL.example']],
    ['evil_1.example/', ['evil_1-example.translate.goog/', 'cdn.ampproject.org/c/s/evil_1.example/']],
    ['xn--bcher-kva.example/x', ['0-bcher--kva-example.translate.goog/x?_x_tr_enc=0&_x_tr_sl=de']],
    ['xn--e1afmkfd.xn--p1ai/', ['0-e1afmkfd-xn----p1ai.translate.goog/?_x_tr_enc=0,1']],
    ['0-evil.example/?a=b', ['1-0--evil-example.translate.goog/?a=b&_x_tr_enc=1']],
    ['my-evil.example/', ['1-my--evil-example.translate.goog/?_x_tr_enc=0,1']],
    ['very.long.evil.example/', ['evil-example.translate.goog/?_x_tr_hp=Very-long-']],
  ])('%s is the same for its other names', (form, others) => {
    for (const other of others) expect(formOf(`https://${other}`)).toBe(form);
  });

  it('is stable, and keeps in the path a bucket that cannot be a host name', () => {
    for (const url of [
      'http://s3.amazonaws.com/s3.eu-west-1/x',
      'http://s3.amazonaws.com/Bucket/x',
      'http://s3.amazonaws.com/a..b/x',
      'http://storage.googleapis.com/storage/v1/b/bucket/o/x',
      'http://drive.google.com/u/0/u/1/',
      'http://storage.cloud.google.com/bucket/x',
      'http://google.com/amp/s/google.com/amp/s/evil.example/x',
      'http://www-google-com.translate.goog/amp/s/evil.example/x',
      'http://evil--translate-goog.translate.goog/x',
      'http://b-c.translate.goog/?id=2&_x_tr_sl=en',
      'http://goog.translate.goog/?_x_tr_hp=b-c--d-translate-',
      'http://b.c/?id=2&id=1&&utm_id=3',
    ])
      expect(lookupForm(formOf(url))).toBe(formOf(url));
    expect(formOf('http://s3.amazonaws.com/Bucket/x')).toBe('s3.amazonaws.com/Bucket/x');
    for (const url of [
      'translate.goog/x',
      'xn--a-b.translate.goog/x',
      '-.translate.goog/x',
      'a.cdn.ampproject.org/i/s/b.example/x.png',
    ])
      expect(formOf(`http://${url}`)).toBe(url);
    expect(formOf('http://storage.googleapis.com/storage/v1/b/bucket')).toBe(
      'storage.googleapis.com/storage/v1/b/bucket',
    );
  });
});

describe('canonicalPrefixes', () => {
  it('finds the prefix of each expression of a URL of any length', () => {
    // Blocks of SHA-256 end at 64 bytes; a length of 56 or more needs another one (FIPS 180-4, section 5.1.1). The
    // shared input buffer has 512 bytes.
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
  it('are those of a visit for a site or a page, and one for an account', () => {
    expect(expressionsOf({ type: 'URL', content: 'evil.example' })).toEqual(['evil.example/']);
    expect(expressionsOf({ type: 'PAGE', content: 'bit.ly/abc?d' })).toEqual(urlExpressions('https://bit.ly/abc?d'));
    expect(expressionsOf({ type: 'TWITTER', content: 'evil' })).toEqual(['TWITTER:evil']);
    expect(expressionsOf({ type: 'ADDRESS', content: `0x${'ab'.repeat(20)}` })).toEqual([
      `ADDRESS:0x${'ab'.repeat(20)}`,
    ]);
  });
});
