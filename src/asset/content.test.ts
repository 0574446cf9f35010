import { describe, expect, it } from 'vitest';
import { namedBy, normalizeContent } from './content.ts';
import './address/codec/ens-any-script.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const LOWER = EVM.toLowerCase();
const written = (content: string) => {
  const asset = normalizeContent(content);
  return asset && `${asset.type}:${asset.content}`;
};

describe('normalizeContent', () => {
  it.each([
    ['evil.example', 'URL:evil.example'],
    ['  Evil.Example.  ', 'URL:evil.example'],
    ['www.evil.example/', 'URL:www.evil.example'],
    ['https://evil.example/path', 'URL:evil.example'],
    ['evil.example:8443/path?q', 'URL:evil.example'],
    ['under_score.evil.example', 'URL:under_score.evil.example'],
    ['claim-líghter.xyz.', 'URL:xn--claim-lghter-yfb.xyz'],
    ['hxxp://evil[.]example', 'URL:evil.example'],
    ['evil[.]example', 'URL:evil.example'],
    ['<https://evil.example>', 'URL:evil.example'],
    ['203.0.113.7', 'URL:203.0.113.7'],
    ['http://localhost:3000/', 'URL:localhost'],
    ['http://[2001:db8::1]/', 'URL:[2001:db8::1]'],
    ['bit.ly/AbC', 'PAGE:bit.ly/AbC'],
    ['x.com/Evil_1', 'TWITTER:evil_1'],
    [EVM, `ADDRESS:${LOWER}`],
    [`eip155:1:${EVM}`, `ADDRESS:${LOWER}`],
    [`ethereum:${EVM}@1`, `ADDRESS:${LOWER}`],
    [`0X${EVM.slice(2).toUpperCase()}`, `ADDRESS:${LOWER}`],
    [`https://etherscan.io/address/${EVM}`, `ADDRESS:${LOWER}`],
    [`https://etherscan.io/token/0x${'12'.repeat(20)}?a=${EVM}`, `ADDRESS:${LOWER}`],
    [`ADDRESS:eip155:1:${EVM}`, `ADDRESS:${LOWER}`],
    [`wallet ${EVM}`, `ADDRESS:${LOWER}`],
    ['Evil@Evil.Example', 'EMAIL:evil@evil.example'],
    ['mailto:evil@evil.example', 'EMAIL:evil@evil.example'],
    ['evil[at]evil[.]example', 'EMAIL:evil@evil.example'],
    ['+1 (555) 123-4567', 'PHONE_NUMBER:+15551234567'],
    ['+15551234567', 'PHONE_NUMBER:+15551234567'],
    [
      'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
      'IPFS:bafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf6d2ho34',
    ],
    ['evil.base.eth', 'BASENAME:evil.base.eth'],
    ['Évil.base.eth', 'BASENAME:évil.base.eth'],
    ["adam's.eth", 'ADDRESS:adam’s.eth'],
    ['josé.eth', 'ADDRESS:josé.eth'],
    ['@evil.bsky.social', 'BLUESKY:evil.bsky.social'],
    ['Telegram: @Evil_Bot', 'TELEGRAM:evil_bot'],
    ['URL:www.evil.example', 'URL:www.evil.example'],
    ['PAGE:bit.ly/a', 'PAGE:bit.ly/a'],
    ['GITHUB:Evil/Drainer', 'GITHUB:evil/drainer'],
    ['"https://evil.com is a scam"', 'URL:evil.com'],
    ['https://evil.com is a scam', 'URL:evil.com'],
    ['https://evil.com)', 'URL:evil.com'],
    ['https://evil.com，骗子', 'URL:evil.com'],
    ['https://evil.com/a,b', 'URL:evil.com'],
    ['-magiceden.io', 'URL:-magiceden.io'],
    ['evil。com', 'URL:evil.com'],
    ['evil.com领取', 'URL:evil.com'],
    ['evil.com👈', 'URL:evil.com'],
    ['https://evil.com点击', 'URL:evil.com'],
    ['\u2068https://evil.com/x\u2069', 'URL:evil.com'],
    ['\u202a+49 151 23456789\u202c', 'PHONE_NUMBER:+4915123456789'],
    [EVM.replace(/(.{4})(?=.)/g, '$1\u202f'), `ADDRESS:${LOWER}`],
    ['👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧.eth', 'ADDRESS:👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧.eth'],
    [
      '/ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
      'IPFS:bafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf6d2ho34',
    ],
    ['+49 151 23456789', 'PHONE_NUMBER:+4915123456789'],
    ['+49 (0) 151 / 234 567-89', 'PHONE_NUMBER:+4915123456789'],
    ['0049 151 23456789', 'PHONE_NUMBER:+4915123456789'],
  ])('recognises %s', (content, expected) => {
    expect(written(content)).toBe(expected);
  });

  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['a word', 'evil'],
    ['a name without its platform', '@evil'],
    ['a wildcard', '*.evil.example'],
    ['two sites', 'evil.com evil.net'],
    ['two sites on two lines', 'https://evil.com\nhttps://evil.net'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,evil.example'],
    ['another scheme', 'ftp://evil.example/'],
    ['a user before the host', 'https:evil.example@'],
    ['a host of one label', 'localhost'],
    ['a host that ends with a number', 'evil.example1'],
    ['an ending in digits', 'drapp.web3'],
    ['a number', '3279880203'],
    ['a short address', '0x1234'],
    ['an address with a digit too many', `${LOWER}0`],
    ['a telephone number without a country', '555 123 4567'],
    ['a known type and another content', 'EMAIL:evil.example'],
    ['a site where a page is said', 'PAGE:evil.example'],
    ['a type that is none', 'EVIL:x'],
    ['a type without a content', 'TWITTER:'],
    ['an account that cannot be', 'TWITTER:a name with spaces'],
    ['an unknown identifier', 'IPFS:Qm123'],
  ])('recognises nothing in %s', (_, content) => {
    expect(written(content)).toBeNull();
  });

  it.each([
    ['letters', 'a'.repeat(200_000)],
    ['dots', 'a.'.repeat(100_000)],
    ['a host', `${'a'.repeat(200_000)}.com`],
    ['base 58', `Qm${'1'.repeat(200_000)}`],
    ['digits', `+${'1'.repeat(200_000)}`],
    ['an e-mail address', `${'a'.repeat(100_000)}@${'b'.repeat(100_000)}.com`],
    ['an account', `TWITTER:${'a'.repeat(200_000)}`],
    ['a repository', `GITHUB:${'a/'.repeat(100_000)}`],
    ['a parameter', `https://evil.example/?q=${'a'.repeat(200_000)}`],
    ['redirectors within each other', 'http://google.com/url?q='.repeat(8_000)],
    ['translators within each other', 'https://translate.google.com/translate?u='.repeat(5_000)],
  ])('takes linear time for %s', (_, content) => {
    const start = performance.now();
    namedBy(content);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
