import { describe, expect, it } from 'vitest';
import fixtures from '../../../test/fixtures/assets.json' with { type: 'json' };
import { normalizeContent } from '../content.ts';
import { listedExpression } from '../listing/listed-expression.ts';
import { PLATFORMS } from '../platform/catalogue.ts';
import { ASSET_TYPES, type AssetType } from '../type.ts';
import { urlExpressions } from './expression.ts';
import { linkOf, recognizeUrl, urlAssets } from './recognize-url.ts';

type Fixture = {
  readonly source: string;
  readonly accepted: readonly { readonly url: string; readonly content: string }[];
  readonly rejected: readonly { readonly url: string; readonly type: AssetType | null }[];
};
const types = Object.entries(fixtures as Record<string, Fixture>) as [AssetType, Fixture][];
const accepted = types.flatMap(([type, { accepted }]) => accepted.map((row) => ({ type, ...row })));
const rejected = types.flatMap(([type, { rejected }]) =>
  rejected.map((row) => ({ instead: row.type, url: row.url, type })),
);

function isUnder(url: string, host: string): boolean {
  const { hostname } = new URL(url);
  return hostname === host || hostname.endsWith(`.${host}`);
}

describe('recognizeUrl', () => {
  it('has a source, three matching and three other URLs for every asset type', () => {
    expect(types.map(([type]) => type).sort()).toEqual([...ASSET_TYPES].sort());
    for (const [type, { source, accepted, rejected }] of types) {
      expect(source.length, type).toBeGreaterThan(10);
      expect(new Set(accepted.map(({ url }) => url)).size, type).toBeGreaterThanOrEqual(3);
      expect(new Set(rejected.map(({ url }) => url)).size, type).toBeGreaterThanOrEqual(3);
    }
  });

  it('derives almost every asset type from a URL', () => {
    const isWeb = ({ url }: { url: string }) => /^https?:/.test(url);
    const derived = types.filter(([, { accepted }]) => accepted.filter(isWeb).length >= 3).map(([type]) => type);
    expect(ASSET_TYPES.filter((type) => !derived.includes(type))).toEqual(['EMAIL', 'PHONE_NUMBER']);
  });

  it('reads no account in three pages of each platform itself', () => {
    for (const type of new Set(PLATFORMS.map((platform) => platform.type))) {
      const hosts = PLATFORMS.filter((platform) => platform.type === type).flatMap((platform) => platform.hosts);
      const own = rejected.filter((row) => row.type === type && hosts.some((host) => isUnder(row.url, host)));
      expect(own.length, type).toBeGreaterThanOrEqual(3);
    }
  });

  it('reads an account under every host of its platform', () => {
    const missed: string[] = [];
    for (const { type, hosts } of PLATFORMS) {
      const urls = accepted.filter((row) => row.type === type);
      for (const host of hosts) {
        const isRead = urls.some(({ url, content }) => {
          const own = hosts.find((each) => isUnder(url, each));
          if (own === undefined) return false;
          const found = recognizeUrl(url.replace(own, host));
          return found?.type === type && found.content === content.replaceAll(own, host);
        });
        if (!isRead) missed.push(host);
      }
    }
    // Short links of Pinterest name no account.
    expect(missed).toEqual(['pin.it']);
  });

  it('does not read a page of the platform itself, or a language, as an account', () => {
    const wrong: string[] = [];
    for (const { type, hosts, reserved = [] } of PLATFORMS)
      for (const host of hosts)
        for (const word of [...reserved, 'de-DE', 'en-us', 'pt_BR', 'es-419'])
          for (const url of [
            `https://${host}/${word}`,
            `https://www.${host}/${word}/`,
            `https://${host}/de-DE/${word}`,
          ]) {
            const found = recognizeUrl(url);
            if (found?.type === type && found.content.toLowerCase().includes(word.toLowerCase()))
              wrong.push(`${url} → ${found.content}`);
          }
    expect(wrong).toEqual([]);
  });

  it.each([
    'https://www.facebook.com/v19.0/dialog/oauth?client_id=1',
    'https://www.instagram.com/oauth/authorize?client_id=1',
    'https://www.pinterest.com/oauth/?client_id=1',
    'https://www.patreon.com/oauth2/authorize?client_id=1',
    'https://soundcloud.com/connect?client_id=1',
    'https://www.twitch.tv/activate',
    'https://www.reddit.com/popular',
    'https://github.com/advisories/GHSA-1',
  ])('reads no account in %s, where a platform signs people in or serves everybody', (url) => {
    expect(recognizeUrl(url)?.type).toBe('PAGE');
  });

  it.each(accepted)('$type in $url', ({ type, url, content }) => {
    expect(recognizeUrl(url)).toEqual({ type, content });
  });

  it.each(rejected)('no $type in $url', ({ instead, url }) => {
    expect(recognizeUrl(url)?.type ?? null).toBe(instead);
  });

  it('recognises the same asset in every spelling of a URL', () => {
    for (const { url, type, content } of accepted.filter(({ url }) => url.startsWith('https://'))) {
      const { protocol, host, pathname, search, hash } = new URL(url);
      const spellings = [
        `HTTP://user:pass@${host.toUpperCase()}.:8443/${pathname}${search}${hash}`,
        `${protocol}\\\\${host}/./x/..${pathname}${search}${hash}`,
        ` ${protocol}//${host}${pathname.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}${search}${hash}\n`,
      ];
      for (const spelling of spellings)
        expect([spelling, recognizeUrl(spelling)]).toEqual([spelling, { type, content }]);
    }
  });

  it('keeps www. of a site and drops it for a page of a platform', () => {
    expect(recognizeUrl('http://www.evil.example/a')).toEqual({ type: 'URL', content: 'www.evil.example' });
    expect(recognizeUrl('http://www.bit.ly/a')).toEqual({ type: 'PAGE', content: 'bit.ly/a' });
    expect(recognizeUrl('http://www.com/')).toEqual({ type: 'URL', content: 'www.com' });
  });

  it('lists every site under an expression of its visit', () => {
    for (const { url } of accepted.filter(({ type }) => type === 'URL' || type === 'PAGE')) {
      expect(urlExpressions(url)).toContain(listedExpression(recognizeUrl(url)!));
    }
  });

  it.each([
    ['https://evil-example.cdn.ampproject.org/c/s/evil.example/claim', { type: 'URL', content: 'evil.example' }],
    ['https://evil-example.translate.goog/claim?_x_tr_sl=en', { type: 'URL', content: 'evil.example' }],
    ['https://www.google.com/amp/s/evil.example/claim', { type: 'URL', content: 'evil.example' }],
    ['https://www-chase-com.translate.goog/login/x', { type: 'PAGE', content: 'chase.com/login/x' }],
    ['https://x-com.translate.goog/Evil', { type: 'TWITTER', content: 'evil' }],
  ])('is what a translator or a cache shows at %s, and so it is listed for that address', (url, asset) => {
    expect(recognizeUrl(url)).toEqual(asset);
    if (asset.type !== 'TWITTER') expect(urlExpressions(url)).toContain(listedExpression(recognizeUrl(url)!));
  });

  it.each([
    ['https://m.vk.com/club1', 'vk.com/club1'],
    ['https://es.scribd.com/document/1/x', 'scribd.com/document/1/x'],
    ['https://uk.trustpilot.com/review/evil.example', 'trustpilot.com/review/evil.example'],
    ['https://pt.slideshare.net/evil/x', 'slideshare.net/evil/x'],
    ['https://m.facebook.com/events/1', 'facebook.com/events/1'],
    ['https://pt-br.facebook.com/events/1', 'facebook.com/events/1'],
    ['https://mobile.twitter.com/i/spaces/1', 'twitter.com/i/spaces/1'],
    ['https://gist.githubusercontent.com/evil/1/raw/x', 'gist.githubusercontent.com/evil/1/raw/x'],
    ['https://acme-my.sharepoint.com/:w:/g/personal/a/b', 'acme-my.sharepoint.com/:w:/g/personal/a/b'],
  ])('%s is a page of many people under all names of its site', (url, content) => {
    expect(recognizeUrl(url)).toEqual({ type: 'PAGE', content });
    expect(urlExpressions(url)).toContain(listedExpression({ type: 'PAGE', content }));
  });

  it.each(['ab.carrd.co', 'm.wordpress.com', 'de.evil.example'])('%s stays a site of its own', (host) => {
    expect(recognizeUrl(`https://${host}/x`)).toEqual({ type: 'URL', content: host });
  });

  it('takes a page with an empty query for the page without it', () => {
    for (const query of ['?', '?&', '?&&'])
      expect(recognizeUrl(`https://bit.ly/a${query}`)).toEqual({ type: 'PAGE', content: 'bit.ly/a' });
  });

  it('reads a hostile URL in less than a second', () => {
    const hosts = new Set(PLATFORMS.flatMap((platform) => platform.hosts));
    const parts = [
      'a-'.repeat(20_000),
      'a/'.repeat(20_000),
      '-1'.repeat(20_000),
      'a.'.repeat(20_000),
      '@'.repeat(40_000),
    ];
    let slowest = 0;
    for (const part of parts)
      for (const host of hosts) {
        const start = performance.now();
        recognizeUrl(`https://a.${host}/${part}?id=${part}&v=${part}#/${part}`);
        slowest = Math.max(slowest, performance.now() - start);
      }
    expect(slowest).toBeLessThan(1_000);
  }, 20_000);
});

describe('urlAssets', () => {
  it('includes the account that owns a post, a repository or a quest', () => {
    expect(urlAssets('https://github.com/Evil/Drainer/tree/main')).toEqual([
      { type: 'GITHUB', content: 'evil/drainer' },
      { type: 'GITHUB', content: 'evil' },
    ]);
    expect(urlAssets('https://app.galxe.com/quest/Evil/GC1')[1]).toEqual({ type: 'GALXE', content: 'Evil' });
    expect(urlAssets('https://www.reddit.com/r/Evil/comments/abc123/x')[1]).toEqual({
      type: 'REDDIT',
      content: 'r/evil',
    });
    expect(urlAssets('https://evil.bandcamp.com/album/x')[1]).toEqual({ type: 'BANDCAMP', content: 'evil' });
  });

  it('is one asset if it has no owner, and empty for other schemes', () => {
    expect(urlAssets('https://x.com/evil/status/1')).toEqual([{ type: 'TWITTER', content: 'evil' }]);
    expect(urlAssets('https://evil.example/')).toEqual([{ type: 'URL', content: 'evil.example' }]);
    expect(urlAssets('about:blank')).toEqual([]);
  });
});

describe('linkOf', () => {
  it('is recognised as the same asset for everything that has a page', () => {
    for (const { type, content } of accepted) {
      if (type === 'EMAIL' || type === 'PHONE_NUMBER') continue;
      const link = linkOf({ type, content });
      expect([type, content, link && recognizeUrl(link)]).toEqual([type, content, { type, content }]);
    }
  });

  it('is null if there is no page', () => {
    expect(linkOf({ type: 'EMAIL', content: 'a@evil.example' })).toBeNull();
    expect(linkOf({ type: 'PHONE_NUMBER', content: '+15551234567' })).toBeNull();
  });
});

describe('normalizeContent of a stored asset', () => {
  it('reads TYPE:content back, in any letter case', () => {
    for (const { type, content } of accepted) expect(normalizeContent(`${type}:${content}`)).toEqual({ type, content });
    expect(normalizeContent('TWITTER:@Evil_1')).toEqual({ type: 'TWITTER', content: 'evil_1' });
    expect(normalizeContent('FACEBOOK:Evil.Page')).toEqual({ type: 'FACEBOOK', content: 'evilpage' });
  });
});
