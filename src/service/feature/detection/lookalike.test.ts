import { describe, expect, it } from 'vitest';
import { type AssetType, normalizeContent } from '../../../asset/index.ts';
import { isDeceptiveEdit } from '../../../lookalike/edit-distance.ts';
import { skeletonOf } from '../../../lookalike/skeleton.ts';
import { type BrandName, KNOWN_BRANDS, lookalikesOf } from './lookalike.ts';

const acme: BrandName = {
  name: 'Acme Vault',
  terms: ['acme', 'acmevault'],
  excludedTerms: ['acmeology'],
  own: ['acme.example', 'acmevault'],
  shortestWord: 4,
};
const found = (content: string, brands = KNOWN_BRANDS) => lookalikesOf(normalizeContent(content)!, brands)[0];
const kind = (content: string) => found(content)?.kind;

describe('a name that imitates a brand', () => {
  it.each([
    ['metamask.xyz', 'metamask', 'token'],
    ['https://metamask-support.example/login', 'metamask', 'token'],
    ['coinbase.com.verify.example', 'coinbase', 'token'],
    ['secure.uniswap.claim-now.example', 'uniswap', 'token'],
    ['metamaskk.io', 'metamask', 'edit'],
    ['coinbsae.com', 'coinbase', 'edit'],
    ['coinbas.com', 'coinbase', 'edit'],
    ['unisvap.org', 'uniswap', 'edit'],
    ['rnetamask.io', 'metamask', 'skeleton'],
    ['metаmask.io', 'metamask', 'skeleton'],
    ['xn--metmask-4fg.io', 'metamask', 'skeleton'],
    ['coínbase.com', 'coinbase', 'skeleton'],
    ['0pensea.io', 'opensea', 'skeleton'],
    ['paypa1.com', 'paypal', 'skeleton'],
    ['revoIut.com'.toLowerCase(), 'revolut', 'skeleton'],
    ['login.paypa1-secure.example', 'paypal', 'skeleton'],
  ])('%s imitates %s', (content, brand, how) => {
    expect(found(content)?.brand).toBe(brand);
    expect(kind(content)).toBe(how);
  });

  it.each([
    ...['metamask.io', 'portfolio.metamask.io', 'binance.us', 'coinbase.com', 'pro.coinbase.com'],
    // Only a number, a hyphen, the first letter or the ending is different, or the name is short or a plain word.
    ...['aavee.com', 'ethereum2.org.example', 'polygons.example', 'phantom-menace.example', 'openst.example'],
    ...['stargate2.example', 'x-coin-base.example', 'binances', 'example.com', '93.184.216.34'],
    ...['a-b.example', 'wikipedia.org', 'github.io', 'openstat.ru', 'openrec.tv'],
  ])('%s imitates none', (content) => {
    const asset = normalizeContent(content);
    expect(asset ? lookalikesOf(asset, KNOWN_BRANDS).filter(({ brand }) => brand !== 'ethereum') : []).toEqual([]);
  });

  it("holds an organization's terms, exceptions and own names", () => {
    expect(found('acme-airdrop.example', [acme])).toEqual({ brand: 'Acme Vault', term: 'acme', kind: 'token' });
    expect(found('acmevau1t.example', [acme])).toMatchObject({ term: 'acmevault', kind: 'skeleton' });
    for (const content of ['acmeology.example', 'acme.example', 'shop.acme.example', 'placement.example'])
      expect(found(content, [acme])).toBeUndefined();
  });

  it('looks at accounts and e-mail addresses too', () => {
    const account = (type: AssetType, content: string) => lookalikesOf({ type, content }, [acme, ...KNOWN_BRANDS])[0];
    expect(account('TWITTER', 'metamask_help')).toMatchObject({ brand: 'metamask', kind: 'token' });
    expect(account('TWITTER', 'acmevault')).toBeUndefined();
    expect(account('EMAIL', 'help@metamask-support.example')).toMatchObject({ brand: 'metamask' });
    expect(account('ADDRESS', '0xbad0000000000000000000000000000000000001')).toBeUndefined();
  });
});

describe('one edit', () => {
  it.each([
    ['coinbaze', 'coinbase', true],
    ['coinbasee', 'coinbase', true],
    ['coinbse', 'coinbase', true],
    ['coinbase', 'coinbase', false],
    ['doinbase', 'coinbase', false],
    ['coin-base', 'coinbase', false],
    ['coinbase7', 'coinbase', false],
    ['coinbaxxse', 'coinbase', false],
    ['cionbase', 'coinbase', true],
    ['conibaes', 'coinbase', false],
    ['ocinbase', 'coinbase', false],
  ])('%s for %s: %s', (name, original, expected) => expect(isDeceptiveEdit(name, original)).toBe(expected));
});

describe('a skeleton', () => {
  it('is the same for what looks the same', () => {
    for (const name of ['раураl', 'paypal', 'PAYPAL', 'páypal', 'paypa1']) expect(skeletonOf(name)).toBe('paypai');
    expect(skeletonOf('modern')).toBe(skeletonOf('modem'));
    expect(skeletonOf('example')).not.toBe(skeletonOf('exemple'));
  });
});
