import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../address/codec/ens-any-script.ts';
import { recognizeText } from './recognize-text.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const LOWER = EVM.toLowerCase();
const named = (text: string) => recognizeText(text).map(({ type, content }) => `${type}:${content}`);

describe('recognizeText', () => {
  it('returns every asset once and in order', () => {
    const text = `Beware of https://evil.example/claim (and http://EVIL.example), their wallet ${EVM}
      — again ${LOWER} — write to Support@Evil.Example or see x.com/Evil_1.`;
    expect(named(text)).toEqual([
      'URL:evil.example',
      `ADDRESS:${LOWER}`,
      'EMAIL:support@evil.example',
      'TWITTER:evil_1',
    ]);
  });

  it.each([
    ['https://bit.ly/a.', 'PAGE:bit.ly/a'],
    ['(https://bit.ly/a)', 'PAGE:bit.ly/a'],
    ['[scam](https://bit.ly/a), and', 'PAGE:bit.ly/a'],
    ['https://bit.ly/a_(b).', 'PAGE:bit.ly/a_(b)'],
    ['"https://bit.ly/a"!', 'PAGE:bit.ly/a'],
    ['<https://bit.ly/a>', 'PAGE:bit.ly/a'],
    ['**https://bit.ly/a**', 'PAGE:bit.ly/a'],
    ['https://bit.ly/a?b=c,d;e', 'PAGE:bit.ly/a?b=c,d;e'],
    ['见https://bit.ly/a。', 'PAGE:bit.ly/a'],
    ['url=https://bit.ly/a', 'PAGE:bit.ly/a'],
    ['https://web.archive.org/web/2020/https://evil.example/', 'ARCHIVE_ORG:web/2020/evil.example/'],
  ])('finds the address in %s', (text, expected) => {
    expect(named(text)).toEqual([expected]);
  });

  it.each([
    ['"https://evil.com is a scam"', ['URL:evil.com']],
    ['https://evil.com\nhttps://evil.net', ['URL:evil.com', 'URL:evil.net']],
    ['[https://evil.com](https://evil.net)', ['URL:evil.com', 'URL:evil.net']],
    ['https://evil.com，骗子', ['URL:evil.com']],
    ['https://evil.com–bad', ['URL:evil.com']],
    ['https://bit.ly/a_(b)–c', ['PAGE:bit.ly/a_(b)%E2%80%93c']],
    ['evil.com…', ['URL:evil.com']],
    ['http://user,name@evil.com/', ['URL:evil.com']],
    ['http://[2001:db8::1]:80/x', ['URL:[2001:db8::1]']],
  ])('excludes adjacent text from an address: %s', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each([
    ['👉https://evil.com👈', ['URL:evil.com']],
    ['https://evil.com🎁 now', ['URL:evil.com']],
    ['https://bit.ly/a👈', ['PAGE:bit.ly/a']],
    ['👉evil.com👈', ['URL:evil.com']],
    ['1️⃣evil.com', ['URL:evil.com']],
    ['①evil.com ②evil.net', ['URL:evil.com', 'URL:evil.net']],
    ['¿evil.com?', ['URL:evil.com']],
    ['官网：evil.com', ['URL:evil.com']],
    ['官网：https://evil.com：点击', ['URL:evil.com']],
    ['《evil.com》', ['URL:evil.com']],
    ['https://evil.com، وهو احتيال', ['URL:evil.com']],
    ['هل تعرف evil.com؟', ['URL:evil.com']],
    ['https://evil.com点击领取', ['URL:evil.com']],
    ['访问evil.com领取空投', ['URL:evil.com']],
    ['uniswap.orgんswap-anytime.com', ['URL:uniswap.xn--orgswap-anytime-f04n.com']],
    ['https://uniswap.orgんswap-anytime.com/x', ['URL:uniswap.xn--orgswap-anytime-f04n.com']],
    ['evil.com에서', ['URL:evil.com']],
    ['https://evil.com:8080点击', ['URL:evil.com']],
    ['联系123456@evil.com吧', ['EMAIL:123456@evil.com']],
    ["evil.com's owner", ['URL:evil.com']],
    ['https://evil.coⓜ/x', ['URL:evil.com']],
    ['die evil.com-Seite', ['URL:evil.com']],
    ['die https://evil.com-Seite', ['URL:evil.com']],
    ['زرت وevil.com اليوم', ['URL:evil.com']],
    ['גלשתי ב-evil.com היום', ['URL:evil.com']],
    ['https://user@evil.com点击', ['URL:evil.com']],
    ['https://evil.com点击.net/x', ['URL:evil.xn--com-8d2ej91l.net']],
    ['中文.com', ['URL:xn--fiq228c.com']],
    ['url=https://evil.com&amp;a=b', ['URL:evil.com']],
    ['https://evil.com+https://evil.net', ['URL:evil.com', 'URL:evil.net']],
  ])('excludes text in any script and pictures that touch a host: %s', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each([
    ['Website:evil.com', ['URL:evil.com']],
    ['网址:evil.com', ['URL:evil.com']],
    ['Email:Scam@Evil.com', ['EMAIL:scam@evil.com']],
    ['Telegram:@Evil_Bot', ['TELEGRAM:evil_bot']],
    ['WhatsApp:+49 151 23456789', ['PHONE_NUMBER:+4915123456789']],
    ['Tel:+49 151 23456789', ['PHONE_NUMBER:+4915123456789']],
    ['电话+49 151 23456789', ['PHONE_NUMBER:+4915123456789']],
    ['mailto:a@evil.com?subject=b', ['EMAIL:a@evil.com']],
    ['evil.com:8080/x', ['URL:evil.com']],
    ['{name:user.name,url:node.link,on:navigator.id}', []],
    ['a:b.c', []],
  ])('separates what says what it is: %s', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each([
    ['https://evil.com\u200e', 'URL:evil.com'],
    ['\u2068https://evil.com\u2069', 'URL:evil.com'],
    ['\u202aevil.com\u202c', 'URL:evil.com'],
    ['\u202a+49 151 23456789\u202c', 'PHONE_NUMBER:+4915123456789'],
    ['\u2068scam@evil.com\u2069', 'EMAIL:scam@evil.com'],
  ])('ignores marks of direction: %j', (text, expected) => {
    expect(named(`call ${text}`)).toEqual([expected]);
  });

  it.each([
    ['with no-break spaces', EVM.replace(/(.{4})(?=.)/g, '$1\u00a0')],
    ['with thin spaces', EVM.replace(/(.{6})(?=.)/g, '$1\u2009')],
    ['over two lines', `${EVM.slice(0, 22)}\n${EVM.slice(22)}`],
  ])('finds an address %s', (_, text) => {
    expect(named(`send to ${text}, or to evil.com`)).toEqual([`ADDRESS:${LOWER}`, 'URL:evil.com']);
    expect(named(text)).toEqual([`ADDRESS:${LOWER}`]);
  });

  it('keeps a name of joined pictures apart from the name of the single ones', () => {
    const name = '👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧.eth';
    expect(named(`send to ${name} now`)).toEqual([`ADDRESS:${name}`]);
  });

  it.each([
    [`ethereum:0x${'12'.repeat(20)}@1/transfer?address=${EVM}&uint256=1e6`, LOWER],
    [`[pay](ethereum:0x${'12'.repeat(20)}@1/transfer?uint256=1e6&address=${EVM}).`, LOWER],
    [
      'solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=1&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN',
    ],
    [
      'ton://transfer/EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N?jetton=EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
      '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
    ],
  ])('finds only whom a payment request pays, not the token: %s', (text, payee) => {
    expect(named(`they sent ${text} to me`)).toEqual([`ADDRESS:${payee}`]);
    expect(named(text)).toEqual([`ADDRESS:${payee}`]);
  });

  it.each([
    '/ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
    'ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/1.json',
  ])('finds the identifier in the path %s', (path) => {
    expect(named(`see ${path} now`)).toEqual(['IPFS:bafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf6d2ho34']);
  });

  it.each([
    ['-magiceden.io', []],
    ['_magiceden.io', []],
    ['- magiceden-claim.io', ['URL:magiceden-claim.io']],
    ['_evil.com_', ['URL:evil.com']],
    ['**evil.com**', ['URL:evil.com']],
  ])('does not shorten %s to the name of another owner', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each([
    ['https://evil。com/x', ['URL:evil.com']],
    ['evil｡com', ['URL:evil.com']],
    ['见 https://bit.ly/a。然后', ['PAGE:bit.ly/a']],
    ['用 Windows。Apple 也', []],
  ])('reads the dots of other scripts as browsers do: %s', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each(['evil.cc', 'evil.bond', 'evil.cfd', 'evil.museum', 'evil.co.in', 'evil.рф', 'scam-drop.id', 'claim.zone'])(
    'finds the host %s under whatever top-level domain',
    (host) => {
      expect(named(`they sent me to ${host}, and I signed`)).toHaveLength(1);
      expect(named(`(see ${host}).`)).toHaveLength(1);
    },
  );

  it.each(['Do you know evil.io?', 'They own evil.io!', 'Never open evil.cc!!', '(is it evil.top?)'])(
    'finds the host at the end of the sentence %s',
    (text) => {
      expect(named(text)).toHaveLength(1);
    },
  );

  it.each([
    'x = row.name!.length; y = row.name?.length; z = row.name![0]',
    'if (this.fn) return node.id;',
    'const top = rect.top + boundingRect.top;',
    'rows.map((row) => row.name)',
    'chalk.red.open("x")',
    '`${' + 'node.link}`',
    'await client.open()',
    'a.is, e.at and m.to',
    'evil.notatopleveldomain',
  ])('finds no host in the code %s', (text) => {
    expect(named(text)).toEqual([]);
  });

  it('finds a host in a sentence after the same word in code', () => {
    expect(named('if (evil.top) then; they sent me to evil.top and I signed')).toEqual(['URL:evil.top']);
  });

  it.each([
    ['call +49 151 23456789 now', '+4915123456789'],
    ['+1 (555) 234-5678', '+15552345678'],
    ['+49 (0)151 23456789, or', '+4915123456789'],
    ['WhatsApp +44/20/7946/0958.', '+442079460958'],
  ])('finds the telephone number in %s', (text, expected) => {
    expect(named(text)).toEqual([`PHONE_NUMBER:${expected}`]);
  });

  it('finds every telephone number of one country', () => {
    expect(named('+49 151 23456789 or +49 151 98765432')).toHaveLength(2);
  });

  it.each(['+100', '+1 000 000', '5 + 3', '+100 or +200', 'C++'])('finds no telephone number in a sum: %s', (text) => {
    expect(named(text)).toEqual([]);
  });

  it('finds no single-label host, which cannot be listed', () => {
    expect(named('http://localhost/ and http://evil .com')).toEqual([]);
  });

  it('finds addresses separated by a comma only', () => {
    expect(named('https://bit.ly/a,https://bit.ly/b;http://evil.example')).toEqual([
      'PAGE:bit.ly/a',
      'PAGE:bit.ly/b',
      'URL:evil.example',
    ]);
    expect(named(`${EVM},0x${'12'.repeat(20)}`)).toEqual([`ADDRESS:${LOWER}`, `ADDRESS:0x${'12'.repeat(20)}`]);
  });

  it.each([
    'hxxps://evil[.]example/x',
    'hXXp://evil[dot]example',
    'h**ps://evil(.)example',
    'https[:]//evil[.]example',
    'https[://]evil{.}example',
    'https://ev\u200bil.exam\u00adple',
  ])('understands the defanged %s', (text) => {
    expect(named(`do not open ${text} please`)).toEqual(['URL:evil.example']);
  });

  it('understands defanged hosts and e-mail addresses in words', () => {
    expect(named('evil [.] xyz and evil(dot)top')).toEqual(['URL:evil.xyz', 'URL:evil.top']);
    expect(named('mail scammer[at]evil[.]com')).toEqual(['EMAIL:scammer@evil.com']);
  });

  it.each([
    ['evil-airdrop.xyz', 'URL:evil-airdrop.xyz'],
    ['www.evil.museum', 'URL:www.evil.museum'],
    ['evil.co.uk', 'URL:evil.co.uk'],
    ['evil.com:8080/x', 'URL:evil.com'],
    ['evil.io/claim?a=b', 'URL:evil.io'],
    ['bücher.com', 'URL:xn--bcher-kva.com'],
    ['пример.xn--p1ai', 'URL:xn--e1afmkfd.xn--p1ai'],
    ['youtube.com/watch?v=dQw4w9WgXcQ', 'YOUTUBE:watch?v=dQw4w9WgXcQ'],
    ['t.me/evil_bot', 'TELEGRAM:evil_bot'],
    ['vitalik.base.eth', 'BASENAME:vitalik.base.eth'],
    [
      'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
      'IPFS:bafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf6d2ho34',
    ],
    [
      'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
      'IPFS:bafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf6d2ho34',
    ],
    ['mailto:a@evil.com', 'EMAIL:a@evil.com'],
    ['tel:+15551234567', 'PHONE_NUMBER:+15551234567'],
  ])('recognises %s without context', (text, expected) => {
    expect(named(`see ${text}, now`)).toEqual([expected]);
  });

  it.each([
    'index.js',
    'main.rs and README.md',
    'e.g. this',
    'Hello.World',
    'end.Next sentence',
    'version 1.2.3',
    '10.0.0.1',
    'a.b',
    'foo.baz()',
    'the end.Info follows',
    'web3.eth.getBalance',
    '$1.50',
    'and/or',
    'file.txt/other',
    '...',
    '@',
    `0x${'ab'.repeat(32)}`,
    '@someone',
    'ask @someone about it',
    'his account @someone',
  ])('finds nothing in %s', (text) => {
    expect(named(text)).toEqual([]);
  });

  it.each([
    [`eip155:1:${EVM}`],
    [`eip155:8453:${EVM}.`],
    [`ethereum:${EVM}@1?value=1`],
    [`eth:${EVM}`],
    [`address=${EVM}&x`],
    [`**${EVM}**`],
  ])('finds the address in %s', (text) => {
    expect(named(text)).toEqual([`ADDRESS:${LOWER}`]);
  });

  it.each([
    ['Telegram: @Evil_Bot', 'TELEGRAM:evil_bot'],
    ['telegram @Evil_Bot', 'TELEGRAM:evil_bot'],
    ['X: @Evil_1', 'TWITTER:evil_1'],
    ['@Evil_1 on Twitter', 'TWITTER:evil_1'],
    ['(@evil_1) on X', 'TWITTER:evil_1'],
    ['IG: @evil.user', 'INSTAGRAM:evil.user'],
    ['YouTube @EvilChannel', 'YOUTUBE:@evilchannel'],
    ['@evil.bsky.social', 'BLUESKY:evil.bsky.social'],
    ['my Telegram is @Evil_Bot', 'TELEGRAM:evil_bot'],
    ['Instagram account: @evil.user', 'INSTAGRAM:evil.user'],
  ])('identifies the account in %s', (text, expected) => {
    expect(named(text)).toEqual([expected]);
  });

  it('does not read a property of Object as a platform', () => {
    expect(named('constructor: @evil_1')).toEqual([]);
    expect(named('@evil_1 on __proto__')).toEqual([]);
  });

  it.each([
    ['letters', 'a'.repeat(300_000)],
    ['dots', 'a.'.repeat(150_000)],
    ['at signs', '@'.repeat(300_000)],
    ['e-mail beginnings', 'a@'.repeat(150_000)],
    ['brackets', '[('.repeat(150_000)],
    ['closing brackets', `https://evil.example/${')'.repeat(300_000)}`],
    ['open and closed brackets', `https://evil.example/${'()'.repeat(150_000)}`],
    ['schemes', 'https://'.repeat(40_000)],
    ['schemes with commas', 'https://a,'.repeat(30_000)],
    ['half defanged', ' [.'.repeat(100_000)],
    ['spaces', ' '.repeat(300_000)],
    ['hosts', 'evil.com '.repeat(5_000)],
    ['hosts of 4,000 labels', `${'a.'.repeat(4_000)}com `.repeat(40)],
    ['plus signs', '+49 '.repeat(70_000)],
    ['one number', `+${'1 '.repeat(150_000)}`],
    ['handles', 'x: @a '.repeat(30_000)],
    ['base 58', `${'Q'.repeat(300_000)}`],
    ['hyphens', 'a-'.repeat(150_000)],
    ['addresses', `${LOWER},`.repeat(7_000)],
  ])('takes linear time for a text of %s', (_, text) => {
    const start = performance.now();
    recognizeText(text);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});

describe('the work for a text', () => {
  let parsed = 0;
  beforeEach(() => {
    parsed = 0;
    const Plain = URL;
    class CountedUrl extends Plain {
      constructor(url: string | URL, base?: string | URL) {
        super(url, base);
        parsed += 1;
      }
    }
    vi.stubGlobal('URL', CountedUrl);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each(['(äb.io', 'äb.io ', 'a@a.co ', 'http://ä.co/x ', 'ａ.co/x '])(
    'does not grow with how often it says the same: %j',
    (unit) => {
      expect(recognizeText(unit.repeat(2))).toHaveLength(1);
      const least = parsed;
      expect(least).toBeGreaterThan(0);
      parsed = 0;
      expect(recognizeText(unit.repeat(13_000))).toHaveLength(1);
      expect(parsed).toBeLessThanOrEqual(least);
    },
  );

  it('is skipped for hosts longer than DNS allows', () => {
    const words = Array.from({ length: 100 }, (_, index) => `b${index}.${'a.'.repeat(4_000)}com`);
    expect(recognizeText(words.join(' '))).toEqual([]);
    expect(parsed).toBe(0);
  });

  it('is linear in its length', () => {
    const text = (count: number) => Array.from({ length: count }, (_, index) => `(ä${index}.io`).join('');
    recognizeText(text(100));
    const least = parsed;
    expect(least).toBeGreaterThan(0);
    parsed = 0;
    recognizeText(text(1_000));
    expect(parsed).toBeLessThanOrEqual(least * 10);
  });
});
