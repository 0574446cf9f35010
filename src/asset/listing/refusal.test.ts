import { describe, expect, it } from 'vitest';
import { normalizeContent } from '../content.ts';
import { PLATFORMS } from '../platform/catalogue.ts';
import { sharedHosts } from '../url/host/shared-host.ts';
import { listableAsset, listingRefusal } from './refusal.ts';
import known from './well-known.json' with { type: 'json' };

const url = (content: string) => listingRefusal({ type: 'URL', content });
const page = (content: string) => listingRefusal({ type: 'PAGE', content })?.reason ?? null;

describe('listingRefusal', () => {
  it.each([
    'evil.example',
    'www.evil.example',
    'evil.github.io',
    'evil.pages.dev',
    'a.b.evil.co.uk',
    'evil.wordpress.com',
    'evil.mypinata.cloud',
    '203.0.114.7',
    '[2606:4700::1]',
    'evil.eth.limo',
    'api3.eth.link',
    'evil.localto.net',
    'www.evil.localto.net',
    'name.beget.app',
    'gateway-1a2b3c4d.gateway.dev',
    'gateway-1a2b3c4d.uc.gateway.dev',
    'ec2-203-0-113-7.compute-1.amazonaws.com',
    'evil-chase.com',
    'chase.com.evil.example',
    'xn--bcher-kva.example',
  ])('accepts %s', (host) => {
    expect(url(host)).toBeNull();
  });

  it.each([
    ['co.uk', 'public-suffix'],
    ['com', 'public-suffix'],
    ['intranet', 'inside-network'],
    ['github.io', 'public-suffix'],
    ['pages.dev', 'public-suffix'],
    ['eth.limo', 'public-suffix'],
    ['localto.net', 'public-suffix'],
    ['beget.app', 'public-suffix'],
    ['uc.gateway.dev', 'public-suffix'],
    ['us-east-1.elb.amazonaws.com', 'public-suffix'],
    ['eastus.azurecontainer.io', 'public-suffix'],
    ['worf.replit.dev', 'public-suffix'],
    ['eu-3.platformsh.site', 'public-suffix'],
    ['s3.eu-west-1.amazonaws.com', 'shared'],
    ['xn--55qx5d.cn', 'public-suffix'],
    ['bit.ly', 'shared'],
    ['www.bit.ly', 'shared'],
    ['google.com', 'never-listed'],
    ['accounts.google.com', 'never-listed'],
    ['www.paypal.com', 'never-listed'],
    ['www.google.fr', 'never-listed'],
    ['secure.chase.com', 'never-listed'],
    ['citibank.com', 'never-listed'],
    ['www.labanquepostale.fr', 'never-listed'],
    ['www.kraken.com', 'never-listed'],
    ['acme.okta.com', 'never-listed'],
    ['mabanque.bnpparibas', 'never-listed'],
    ['unbouncepages.com', 'never-listed'],
    ['medium.com', 'never-listed'],
    ['calendly.com', 'platform'],
    ['api.npmjs.com', 'platform'],
    ['sepolia.basescan.org', 'platform'],
    ['localhost', 'inside-network'],
    ['wary.localhost', 'inside-network'],
    ['printer.local', 'inside-network'],
    ['10.1.2.3', 'inside-network'],
    ['127.0.0.1', 'inside-network'],
    ['100.64.0.1', 'inside-network'],
    ['169.254.169.254', 'inside-network'],
    ['172.31.255.255', 'inside-network'],
    ['192.168.1.1', 'inside-network'],
    ['224.0.0.1', 'inside-network'],
    ['255.255.255.255', 'inside-network'],
    ['0.0.0.0', 'inside-network'],
    ['[::]', 'inside-network'],
    ['[::1]', 'inside-network'],
    ['[fd00::1]', 'inside-network'],
    ['[fe80::1]', 'inside-network'],
    ['[ff02::1]', 'inside-network'],
  ])('refuses %s with the reason: %s', (host, why) => {
    expect(url(host)).toEqual({ reason: why, subject: host });
  });

  it.each(['172.32.0.1', '100.128.0.1', '11.0.0.1', '198.20.0.1', '[2001:db9::1]'])(
    'lets %s beside a reserved network be listed',
    (host) => {
      expect(url(host)).toBeNull();
    },
  );

  it('refuses every shared host and its front page, and accepts its pages', () => {
    for (const host of sharedHosts()) {
      expect([host, url(host)?.reason]).toEqual([host, expect.any(String)]);
      expect([host, page(`${host}/`)]).toEqual([host, expect.any(String)]);
      expect([host, page(`${host}/some-page-1`)]).toEqual([host, null]);
    }
  });

  it('refuses the pages of a platform itself', () => {
    expect(page('x.com/home')).toBe('platform-page');
    expect(page('docs.google.com/forms/')).toBe('platform-page');
    expect(page('www.facebook.com/login')).toBe('platform-page');
    expect(page('docs.google.com/document/d/1/edit')).toBeNull();
  });

  it('refuses what comes before the names of a platform', () => {
    const accepted: string[] = [];
    for (const { hosts, routes } of PLATFORMS)
      for (const host of hosts)
        for (const { path = '/', query } of routes) {
          const parts = path.split('/').filter((part) => part !== '' && part !== '**');
          const named = parts.findIndex((part) => part.includes('{'));
          const words = parts.slice(0, named < 0 ? parts.length : named);
          if (named < 0 && query === undefined) words.pop();
          for (let length = 1; length <= words.length; length++) {
            const own = `${host}/${words.slice(0, length).join('/')}`;
            for (const written of [own, `${own}/`, `${own}?utm_source=x`])
              if (page(written) === null) accepted.push(written);
          }
        }
    expect(accepted).toEqual([]);
  });

  it('refuses pages inside a network', () => {
    expect(page('localhost/evil')).toBe('inside-network');
    expect(page('192.168.1.1/evil')).toBe('inside-network');
  });

  it('refuses addresses that nobody owns', () => {
    expect(listingRefusal(normalizeContent('0x000000000000000000000000000000000000dEaD')!)?.reason).toBe('nobody');
    expect(listingRefusal({ type: 'ADDRESS', content: `0x${'0'.repeat(40)}` })?.reason).toBe('nobody');
    expect(listingRefusal({ type: 'ADDRESS', content: `0x${'12'.repeat(20)}` })).toBeNull();
  });

  it('refuses contracts and sites that everybody uses, and says which', () => {
    const permit = normalizeContent('0x000000000022D473030F116dDEE9F6B43aC78BA3')!;
    expect(listingRefusal(permit)).toEqual({ reason: 'never-listed', subject: permit.content });
    for (const host of ['lido.fi', 'stake.lido.fi', 'mainnet.infura.io', 'urlhaus.abuse.ch'])
      expect(listingRefusal({ type: 'URL', content: host })?.reason, host).toBe('never-listed');
  });

  it('knows each of those addresses in its canonical spelling', () => {
    for (const content of [...Object.keys(known.contracts), ...Object.keys(known.nobodys)])
      expect(normalizeContent(content)).toEqual({ type: 'ADDRESS', content });
  });

  it('accepts accounts', () => {
    expect(listingRefusal({ type: 'TWITTER', content: 'evil' })).toBeNull();
    expect(listingRefusal({ type: 'EMAIL', content: 'a@evil.example' })).toBeNull();
  });
});

describe('what is listed for an address', () => {
  it.each([
    ['https://s3.cn-north-1.amazonaws.com.cn/bucket/a.html', 's3.cn-north-1.amazonaws.com.cn/bucket/a.html'],
    ['https://web.app/claim?id=1', 'web.app/claim?id=1'],
    ['hxxps://login[.]gov/x', 'login.gov/x'],
    ['www.github.io/x', 'github.io/x'],
    ['uc.gateway.dev/?a', 'uc.gateway.dev/?a'],
  ])('%s is the page, because its host must not be listed', (content, page) => {
    expect(listableAsset(content)).toEqual({ type: 'PAGE', content: page });
  });

  it.each([
    ['https://evil.example/claim', { type: 'URL', content: 'evil.example' }],
    ['web.app', { type: 'URL', content: 'web.app' }],
    ['https://web.app/#x', { type: 'URL', content: 'web.app' }],
    ['https://web.app/?&', { type: 'URL', content: 'web.app' }],
    ['look at http://web.app/x now', { type: 'URL', content: 'web.app' }],
    ['@evil', null],
  ])('%s is the asset that it names', (content, asset) => {
    expect(listableAsset(content)).toEqual(asset);
  });
});

describe('listableAsset', () => {
  it('names no page whose canonical form is too long to be kept, however short it was written', () => {
    const page = (count: number) => listableAsset(`https://sites.google.com/view/${'一'.repeat(count)}`);
    expect(page(400)?.content).toHaveLength('sites.google.com/view/'.length + 3_600);
    expect(page(500)).toBeNull();
  });
});
