import { describe, expect, test } from 'vitest';
import { canonicalUrl } from '../asset/url/canonical-url.ts';
import { imitatedBrand, knownBrands } from './brand.ts';
import { lookalikeOf } from './lookalike.ts';

const hostOf = (address: string): string => canonicalUrl(address)!.split('/')[0]!;
const found = (address: string, brands = knownBrands()) => lookalikeOf(hostOf(address), brands);

describe('a host that imitates a brand', () => {
  test.each([
    // Look-alike letters.
    ['https://аррӏе.com/', 'apple.com', 'skeleton'],
    ['https://xn--metmask-4fg.io/', 'metamask.io', 'skeleton'],
    ['https://coínbase.com/', 'coinbase.com', 'skeleton'],
    ['https://login.раураӏ.com/', 'paypal.com', 'skeleton'],
    // One letter of a host whose name is short, a word, or not the name of its brand; in another script under any suffix.
    ['https://ԁb.com/', 'deutsche-bank.de', 'skeleton'],
    ['https://www.nɛxo.com/', 'nexo.com', 'skeleton'],
    ['https://blasṭ.io/', 'blast.io', 'skeleton'],
    ['https://orса.so/', 'orca.so', 'skeleton'],
    ['https://mу.сhase.net/', 'chase.com', 'skeleton'],
    ['https://guiid.xyz/', 'guild.xyz', 'skeleton'],
    // The whole host of a brand before the name of another owner.
    ['https://curve.fi.evil.example/', 'curve.finance', 'name'],
    ['https://id.wise.com.evil.co.uk/', 'wise.com', 'name'],
    ['https://account-gate.io-account.example/', 'gate.io', 'name'],
    ['https://www-deutsche-bank-de.evil.example/', 'deutsche-bank.de', 'name'],
    ['https://zellepay-com-id.example/', 'zellepay.com', 'name'],
    ['https://amazon.co.uk.evil.example/', 'amazon.com', 'name'],
    ['https://hsbc.fr-konto.example/', 'hsbc.com', 'name'],
    ['https://drlft-trade.evil.example/', 'drift.trade', 'name'],
    // The brand's name under another suffix, below another name, beside other words, or spelled with digits or pairs.
    ['https://opensea.cx/', 'opensea.io', 'name'],
    ['https://metamask.pages.dev/', 'metamask.io', 'name'],
    ['https://coinbase.com.verify.example/', 'coinbase.com', 'name'],
    ['https://mymetamasks.example/', 'metamask.io', 'name'],
    ['https://rnetamask.example/', 'metamask.io', 'name'],
    ['https://0pensea.example/', 'opensea.io', 'name'],
    ['https://trust-wallet.example/', 'trustwallet.com', 'name'],
    // A short name or a dictionary word, beside a bait word.
    ['https://claim-aave.example/', 'aave.com', 'name'],
    ['https://ledger-support.example/', 'ledger.com', 'name'],
    ['https://phantomwallet.example/', 'phantom.com', 'name'],
    ['https://signin.okx.example.net/', 'okx.com', 'name'],
    ['https://login-microsoftonline.example/', 'microsoft.com', 'name'],
    // One character changed.
    ['https://metamaskk.example/', 'metamask.io', 'name'],
    ['https://pancakesvap.example/', 'pancakeswap.finance', 'edit'],
    ['https://coinbse.example/', 'coinbase.com', 'edit'],
    ['https://metamaks.example/', 'metamask.io', 'edit'],
  ])('%s looks like %s (%s)', (address, host, kind) => {
    expect(found(address)).toMatchObject({ host, kind });
  });
});

describe('a host that imitates no brand', () => {
  test.each([
    // A brand's own hosts, and hosts below them.
    ...[
      'https://metamask.io/',
      'https://portfolio.metamask.io/',
      'https://data-api.binance.vision/',
      'https://www.paypal-community.com/',
      'https://cardanofoundation.org/',
      'https://www.binance.us/',
      'https://www.google.co.jp/',
    ],
    ...['https://amazon.de/', 'https://www.paypal.me/someone', 'https://coinbase.zendesk.com/'],
    // Its own in another country, and its account of GitHub.
    ...['https://paypal.com.mx/', 'https://ing.com.au/', 'https://debank.github.io/', 'https://aave.readthedocs.io/'],
    // Names that only the own machine or network resolves.
    ...[
      'http://binance.localhost:3000/',
      'https://kucoin.test/',
      'https://metamask.lan/',
      'https://okx.corp.internal/',
    ],
    // A company that is the customer of another one.
    ...['https://bitpanda.okta.com/', 'https://revolut-support.freshdesk.com/', 'https://bybit.wd3.myworkdayjobs.com/'],
    ...['https://uniswap.canny.io/', 'https://coinbase.cloudflareaccess.com/'],
    ...['https://arbitrum.blockscout.com/', 'https://paypal.com.edgekey.net/'],
    // The proxy of a library, which puts the name of each site before its own.
    ...['https://www-paypal-com.ezproxy.lib.college.edu/', 'https://0-etherscan-io.library.college.edu.au/'],
    ...['https://www-coinbase-com.ezproxy.uni-musterstadt.de/', 'https://www.binance.com.libproxy.college.ac.uk/'],
    // Short, or a word before other words.
    ...[
      'https://lng.com/',
      'https://t-me.example/',
      'https://reach-across-to-others.example/',
      'https://gâté.example/',
    ],
    // A dictionary word, or part of one.
    ...['https://ledger-enquirer.com/', 'https://phantom-menace.example/', 'https://revolution.example/'],
    ...[
      'https://opensearch.org/',
      'https://map.openseamap.org/',
      'https://polkadots.example/',
      'https://chainlinkfence.example/',
      'https://lidoderm.example/',
    ],
    // Differences that are common among legitimate names (Chromium's exclusions).
    ...['https://zoinbase.example/', 'https://openrec.tv/', 'https://openstat.ru/'],
    ...['https://example.com/', 'http://93.184.216.34/', 'http://[2001:db8::1]/', 'http://localhost/'],
    // Another script without look-alike letters.
    ...['https://пример.рф/', 'https://münchen.example/', 'https://例え.テスト/'],
  ])('%s', (address) => {
    expect(found(address)).toBeNull();
  });
});

test.each([
  'https://paypal.shop/',
  'https://binance-login.github.io/',
  'https://www-paypal-com.ezproxy.lib.evil.example/',
  'https://coinbase.evil-okta.com/',
  'https://metamask.localhost.example/',
])('what only resembles an exception gets a notice: %s', (address) => {
  expect(found(address)).not.toBeNull();
});

test('the clearest and longest match is reported', () => {
  expect(found('https://ledgerlive-wallet.example/')?.brand).toBe('Ledger Live');
});

describe("an organization's own name", () => {
  const acme = imitatedBrand({ name: 'Acme Vault', hosts: ['acme.example', 'vault.example'] });

  test('is matched too, and its own hosts imitate no brand', () => {
    expect(found('https://acmevault-login.example/', [acme])).toEqual({
      brand: 'Acme Vault',
      host: 'acme.example',
      kind: 'name',
    });
    expect(found('https://metamask.vault.example/', [acme, ...knownBrands()])).toBeNull();
  });
});

describe('the list of brands', () => {
  test('has about 200 entries without repeats, whose hosts imitate no other brand', () => {
    const brands = knownBrands();
    expect(brands.length).toBeGreaterThan(150);
    expect(new Set(brands.map(({ name }) => name)).size).toBe(brands.length);
    for (const { name, hosts, terms } of brands) {
      expect(hosts.length, name).toBeGreaterThan(0);
      expect(terms.length, name).toBeGreaterThan(0);
      for (const host of hosts) {
        expect(hostOf(`https://${host}/`), name).toBe(host);
        expect(lookalikeOf(host, brands), host).toBeNull();
      }
    }
  });
});
