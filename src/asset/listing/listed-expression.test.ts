import { describe, expect, it } from 'vitest';
import type { Asset } from '../type.ts';
import { urlExpressions } from '../url/expression.ts';
import { sharedHosts } from '../url/host/shared-host.ts';
import { listedExpression } from './listed-expression.ts';
import { listingRefusal } from './refusal.ts';

const page = (content: string): Asset => ({ type: 'PAGE', content });
const site = (content: string): Asset => ({ type: 'URL', content });

describe('a listed page', () => {
  it.each([
    ['evil.example/login', ['/login', '/login/', '/login?x=1', '/login/?x', '/login/x', '/login/x/y?z', '//login']],
    ['evil.example/login/', ['/login', '/login/deep']],
    ['evil.example/a/b/c/d/e/f.php?token=1', ['/a/b/c/d/e/f.php', '/a/b/c/d/e/f.php?token=2', '/a/b/c/d/e/f.php/x']],
    ['www.evil.example/login', ['/login']],
  ])('%s still matches with a slash, a query or a longer path', (content, paths) => {
    for (const host of ['evil.example', 'www.evil.example', 'deep.evil.example'])
      for (const path of paths)
        expect(urlExpressions(`http://${host}${path}`)).toContain(listedExpression(page(content)));
  });

  it.each([
    ['evil.example/index.html?email=a@a.c', ['/index.html', '/index.html?email=b@b.c', '/index.html?id=5']],
    [
      'evil.example/kit/index.php?email=a@a.c',
      ['/kit/index.php?email=b@b.c', '/kit/index.php?zz=1', '/kit/index.php/x'],
    ],
    ['bucket.s3.amazonaws.com/index.html?tag=5', ['/index.html?tag=6']],
  ])('%s still matches for another visitor', (content, paths) => {
    const [host] = content.split('/', 1);
    for (const path of paths)
      expect(urlExpressions(`http://${host}${path}`)).toContain(listedExpression(page(content)));
  });

  it.each([
    ['evil.example/login', ['http://evil.example/', 'http://evil.example/logins', 'http://evil.example/x/login']],
    ['evil.example/index.html?tag=5', ['http://evil.example/', 'http://evil.example/x/index.html']],
    ['forum.example/index.php?threads/good.5', ['http://forum.example/index.php?threads/other.6']],
    ['wiki.example/index.php?title=Bad&lang=de', ['http://wiki.example/index.php?title=Good&lang=de']],
    ['evil.example/?id=5', ['http://evil.example/', 'http://evil.example/?id=6', 'http://evil.example/x?id=5']],
    ['evil.example/index.php?p=5', ['http://evil.example/index.php', 'http://evil.example/index.php?p=6']],
    ['evil.example/blog/index.php?x=5', ['http://evil.example/blog/index.php?x=6']],
    ['evil.example/?fbclid=5', ['http://evil.example/', 'http://evil.example/x']],
    ['drive.google.com/open?id=5', ['http://drive.google.com/open', 'http://drive.google.com/open?id=6']],
    ['youtube.com/watch?v=a', ['http://youtube.com/watch?v=b', 'http://youtube.com/watch']],
    ['pastebin.com/x?one=1', ['http://pastebin.com/x?one=2']],
    ['s3.amazonaws.com/bucket/x', ['http://s3.amazonaws.com/other/x', 'http://other.s3.amazonaws.com/x']],
  ])('%s does not match pages of other people', (content, others) => {
    for (const url of others) expect(urlExpressions(url)).not.toContain(listedExpression(page(content)));
  });

  it.each([
    ['bit.ly/abc?x=1', 'http://j.mp/abc?y=2'],
    ['evil.example/?id=5&lang=de', 'http://evil.example/?fbclid=x&id=5'],
    ['drive.google.com/open?id=5&usp=sharing', 'http://drive.google.com/u/0/open?id=5'],
    ['s3.amazonaws.com/bucket', 'http://bucket.s3.eu-west-1.amazonaws.com/x/y'],
  ])('%s matches %s', (content, url) => {
    expect(urlExpressions(url)).toContain(listedExpression(page(content)));
  });
});

describe('a listed document', () => {
  const id = '1AbC_dEf-0123456789012345';
  it.each([
    [`docs.google.com/document/d/${id}/edit?usp=sharing`, ['/edit', '/preview', '/mobilebasic?x', '']],
    [`docs.google.com/presentation/d/e/${id}/pub?start=true`, ['/pub?start=false', '/embed', '']],
    [`drive.google.com/file/d/${id}/view?usp=sharing`, ['/preview', '/view?usp=drivesdk']],
    [`drive.google.com/drive/folders/${id}?usp=sharing`, ['?usp=drive_link', '']],
    [`acme-my.sharepoint.com/:w:/g/personal/ann_acme_com/${id}?e=1`, ['', '?e=2']],
  ])('%s matches every view of it, and no other document', (content, endings) => {
    const start = content.slice(0, content.indexOf(id) + id.length);
    for (const ending of endings)
      expect(urlExpressions(`https://${start}${ending}`)).toContain(listedExpression(page(content)));
    expect(urlExpressions(`https://${start}0/edit`)).not.toContain(listedExpression(page(content)));
    expect(listingRefusal(page(content))).toBeNull();
  });

  it.each(['dropbox.com/s/a/b.html?dl=1', 'notion.so/Claim-0123?pvs=4', '1drv.ms/w/s!A1?e=abc'])(
    '%s matches with any query',
    (content) => {
      for (const query of ['', '?dl=0', '?e=1'])
        expect(urlExpressions(`https://${content.replace(/\?.*/, query)}`)).toContain(listedExpression(page(content)));
    },
  );
});

describe('a listed page of a shared host', () => {
  const SHAPES = [
    '/NAME',
    '/view/NAME',
    '/v0/b/NAME',
    '/a/b/c/NAME',
    '/open?id=NAME',
    '/open?lang=de&id=NAME',
    '/?u=NAME',
    '/?NAME',
    '/x?other=NAME',
  ];
  it.each(sharedHosts())('on %s matches no page of another person', (host) => {
    for (const shape of SHAPES) {
      const mine = page(`${host}${shape.replace('NAME', 'one-1')}`);
      const theirs = `http://${host}${shape.replace('NAME', 'other-2')}`;
      const expression = listedExpression(mine);
      const isOneByPath = shape.includes('?') && !shape.startsWith('/?') && !expression.includes('?');
      if (!isOneByPath)
        expect([shape, urlExpressions(theirs)]).not.toEqual([shape, expect.arrayContaining([expression])]);
      expect(urlExpressions(`http://${mine.content}`)).toContain(expression);
    }
  });
});

describe('a listed site', () => {
  it.each([
    ['www.evil.example', 'evil.example/'],
    ['www.evil.co.uk', 'evil.co.uk/'],
    ['www.evil.github.io', 'evil.github.io/'],
    ['www.shop.evil.example', 'shop.evil.example/'],
    ['www.github.io', 'www.github.io/'],
    ['www.co.uk', 'www.co.uk/'],
    ['www.com', 'www.com/'],
    ['evil.example', 'evil.example/'],
    ['www.bank.com.nl.services.evil.example', 'bank.com.nl.services.evil.example/'],
    ['www.www.bank.com.nl.services.evil.example', 'bank.com.nl.services.evil.example/'],
    ['www.evil.localto.net', 'evil.localto.net/'],
    ['www.localto.net', 'www.localto.net/'],
  ])('%s is listed as %s', (host, expression) => {
    expect(listedExpression(site(host))).toBe(expression);
    expect(urlExpressions(`http://${host}/any/page?x`)).toContain(expression);
  });

  it.each(['a.b.c.d.example', 'a.b.c.d.e.example', 'a.b.c.d.e.f.g.example', '1.2.3.4.sslip.io'])(
    '%s is one with its www, however deep it is',
    (host) => {
      for (const listed of [host, `www.${host}`])
        for (const visited of [host, `www.${host}`]) {
          expect(urlExpressions(`http://${visited}/x?y`)).toContain(listedExpression(site(listed)));
          expect(urlExpressions(`http://${visited}/x/y`)).toContain(listedExpression(page(`${listed}/x`)));
        }
    },
  );

  it('keeps its www if the list treats the bare name differently', () => {
    expect(listedExpression(site('www.evil.example'), true)).toBe('www.evil.example/');
  });
});

describe('listingRefusal', () => {
  it.each([
    [site('www.wix.com'), 'never-listed'],
    [site('j.mp'), 'shared'],
    [page('drive.google.com/u/0'), 'never-listed'],
    [page('sites.google.com/u/1/'), 'shared'],
    [page('script.google.com/macros/s'), 'shared'],
    [page('firebasestorage.googleapis.com/v0/b'), 'shared'],
    [page('storage.googleapis.com/storage/v1/b'), 'shared'],
    [page('sites.google.com/view'), 'shared'],
    [page('dropbox.com/scl/fi'), 'shared'],
    [page('canva.com/design'), 'shared'],
    [page('forms.office.com/Pages/ResponsePage.aspx'), 'shared'],
    [page('forms.office.com/Pages/ResponsePage.aspx?utm_source=x'), 'shared'],
    [page('play.google.com/store/apps/details?hl=de'), 'platform-page'],
    [page('facebook.com/sharer/sharer.php'), 'shared'],
    [page('vk.com/away.php'), 'shared'],
    [page('facebook.com/v19.0/dialog/oauth'), 'shared'],
    [page('login.microsoftonline.com/common/oauth2/v2.0/authorize'), 'shared'],
    [page('instagram.com/oauth'), 'platform-page'],
    [page('google.com/search?utm_source=x'), 'shared'],
    [page('microsoft.com/en-us/'), 'platform-page'],
    [page('microsoft.com/us'), 'shared'],
    [page('apps.apple.com/gb'), 'shared'],
    [page('paypal.com/de/signin'), 'shared'],
    [page('opensea.io/de-DE'), 'platform-page'],
    [page('etsy.com/de/cart'), 'platform-page'],
    [page('x.com/home?utm_source=x'), 'platform-page'],
    [page('facebook.com/login/?fbclid=x'), 'platform-page'],
    [page('mbasic.facebook.com/login'), 'platform-page'],
    [page('youtube.com/live'), 'platform-page'],
    [page('github.io/interface'), 'public-suffix'],
    [page('web.app/claim?id=1'), 'public-suffix'],
    [page('co.uk/claim'), 'public-suffix'],
    [site('m.vk.com'), 'shared'],
    [site('onedrive.cloud.microsoft'), 'never-listed'],
  ])('refuses what would block pages of other people once listed: %j', (asset, reason) => {
    expect(listingRefusal(asset)?.reason).toBe(reason);
  });

  it.each([
    page('script.google.com/macros/s/AKfy/exec'),
    page('drive.google.com/open?id=5'),
    page('s3.amazonaws.com/bad-bucket'),
    page('bit.ly/go'),
    page('evil.example/login'),
    page('evil.example/de'),
    page('evil.example/login.php'),
    page('forms.office.com/Pages/ResponsePage.aspx?id=evil'),
    page('play.google.com/store/apps/details?id=evil'),
    page('accounts.google.com/o/oauth2/auth?client_id=evil'),
    page('facebook.com/v19.0/dialog/oauth?client_id=evil'),
    page('www.github.io/evil-page'),
    page('evil.localto.net/x'),
    page('ewr1.vultrobjects.com/bucket/x'),
    page('storage.yandexcloud.net/bucket/x'),
    site('evil.mypinata.cloud'),
    page('evil.mypinata.cloud/de'),
  ])('accepts %j', (asset) => {
    expect(listingRefusal(asset)).toBeNull();
  });
});
