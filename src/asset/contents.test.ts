import { afterEach, describe, expect, it, vi } from 'vitest';
import { namedBy, narrowestExpression, readContents } from './content.ts';

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const contents = (text: string) => readContents(text).named.map(({ content }) => content);

describe('what a content names', () => {
  it('is the whole site without the private part of its address, and the page beside it', () => {
    expect(namedBy('https://claim.example/session/a?token=secret#me')).toEqual({
      content: 'claim.example',
      written: 'https://claim.example/session/a?token=secret#me',
      asset: { type: 'URL', content: 'claim.example' },
      page: 'PAGE:claim.example/session/a',
      adjusted: { carrier: null, personal: 'token' },
    });
    expect(namedBy('https://claim.example/?token=secret')?.page).toBeNull();
    expect(namedBy('claim.example')?.page).toBeNull();
    expect(namedBy('https://claim-example.translate.goog/?_x_tr_sl=en')).toMatchObject({
      content: 'claim.example',
      page: null,
    });
    expect(namedBy('https://claim-example.translate.goog/a?_x_tr_sl=en')?.page).toBe('PAGE:claim.example/a');
  });

  it('has no text that touches it, nor a page made of that text', () => {
    expect(namedBy('evil.com领取')).toMatchObject({ content: 'evil.com', page: null });
    expect(namedBy('https://evil.com，骗子')).toMatchObject({ content: 'evil.com', page: null });
    expect(namedBy('https://evil.com/x，骗子')).toMatchObject({ content: 'evil.com', page: 'PAGE:evil.com/x' });
    expect(readContents('https://t.me/evil_bot，是骗子').named).toMatchObject([
      { asset: { type: 'TELEGRAM', content: 'evil_bot' } },
    ]);
    expect(narrowestExpression('https://evil.com，骗子')).toBe('evil.com/');
    expect(narrowestExpression('https://evil.com/a/b')).toBe('evil.com/a/b');
  });

  it('stays the selected page when it is read again', () => {
    const page = namedBy('PAGE:claim.example/session/a');
    expect(page).toEqual({
      content: 'PAGE:claim.example/session/a',
      written: 'PAGE:claim.example/session/a',
      asset: { type: 'PAGE', content: 'claim.example/session/a' },
      page: null,
      adjusted: null,
    });
    expect(namedBy(page!.content)).toEqual(page);
  });

  it('is only the page on a shared host', () => {
    expect(namedBy('https://bit.ly/a?b=c')).toEqual({
      content: 'bit.ly/a?b=c',
      written: 'https://bit.ly/a?b=c',
      asset: { type: 'PAGE', content: 'bit.ly/a?b=c' },
      page: null,
      adjusted: null,
    });
  });

  it.each([
    ['https://forms.office.com/r/Ab1?email=ann@corp.example', 'forms.office.com/r/Ab1', 'ann@corp.example'],
    ['https://bit.ly/Ab1?ann@corp.example', 'bit.ly/Ab1', 'ann@corp.example'],
    ['https://sites.google.com/view/x/ann%40corp.example', 'sites.google.com/view/x', 'ann@corp.example'],
    ['https://sites.google.com/view/x#ann@corp.example', 'sites.google.com/view/x', 'ann@corp.example'],
    ['https://claude.ai/share/1?access_token=x&id=5', 'claude.ai/share/1?id=5', 'access_token'],
    ['https://evil.example/a?e=ann@corp.example', 'evil.example', 'ann@corp.example'],
    [
      'https://calendar.google.com/calendar/embed?src=evil@gmail.com',
      'PAGE:calendar.google.com/calendar/embed?src=evil@gmail.com',
      null,
    ],
    ['https://medium.com/@evil', 'medium.com/@evil', null],
    ['https://evil.example/?q=1#about', 'evil.example', null],
  ])('of %s is without what names its reader, who reads so', (written, content, personal) => {
    const named = namedBy(written)!;
    expect(namedBy(named.content)?.asset).toEqual(named.asset);
    expect(named.asset.content).toBe(content.replace(/^PAGE:|^medium.com\//, ''));
    expect(named.adjusted?.personal ?? null).toBe(personal);
  });

  it.each([
    [
      'https://eu.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.example%2Fa&data=05%7Cann%40corp.example',
      'eu.safelinks.protection.outlook.com',
    ],
    ['https://urldefense.com/v3/__https://evil.example/a__;!!x$', 'urldefense.com'],
    ['https://evil-example.translate.goog/a', 'evil-example.translate.goog'],
  ])('behind %s is the site there, and the person reads so', (written, carrier) => {
    expect(namedBy(written)).toMatchObject({
      content: 'evil.example',
      page: 'PAGE:evil.example/a',
      adjusted: { carrier },
    });
    expect(narrowestExpression(written)).toBe('evil.example/a');
  });
});

describe('64 hexadecimal digits', () => {
  const digits = '98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de';

  it('alone are no address: they may be a private key or a transaction', () => {
    expect(namedBy(digits)).toBeNull();
    expect(namedBy(` ${digits.toUpperCase()} `)).toBeNull();
    expect(namedBy(`\u200b${digits}\u200b`)).toBeNull();
    expect(readContents(`evil.com\n${digits}`)).toMatchObject({ named: [{ content: 'evil.com' }], rest: digits });
  });

  it('are an account of NEAR where the person says so, also when it is read again', () => {
    for (const text of [`near:${digits}`, `ADDRESS:${digits}`]) {
      const named = namedBy(text);
      expect(named).toMatchObject({ content: text, asset: { type: 'ADDRESS', content: digits } });
      expect(namedBy(named!.content)).toEqual(named);
    }
    expect(contents(`my NEAR account ${digits}`)).toEqual([`ADDRESS:${digits}`]);
  });
});

describe('a field for several contents', () => {
  it('names each thing once and in order', () => {
    expect(contents(`a-scam.example, ${WALLET}\nhttps://b-scam.example/x; A-SCAM.example`)).toEqual([
      'a-scam.example',
      WALLET.toLowerCase(),
      'b-scam.example',
    ]);
    expect(contents('https://evil.com\r\nhttps://evil.net')).toEqual(['evil.com', 'evil.net']);
  });

  it('may be a number or a name of several words', () => {
    expect(readContents('+49 151 23456789\nTelegram: @evil_bot\n\u202a+44 20 7946 0958\u202c')).toMatchObject({
      named: [
        { content: '+4915123456789' },
        { asset: { type: 'TELEGRAM', content: 'evil_bot' } },
        { content: '+442079460958' },
      ],
      rest: '',
    });
  });

  it('may be an address in pieces, over lines or in groups', () => {
    const groups = WALLET.replace(/(.{4})(?=.)/g, '$1\u00a0');
    for (const text of [`${WALLET.slice(0, 20)}\n${WALLET.slice(20)}`, groups])
      expect(readContents(`evil.com\n${text}\nevil.net`)).toMatchObject({
        named: [{ content: 'evil.com' }, { content: WALLET.toLowerCase() }, { content: 'evil.net' }],
        rest: '',
      });
  });

  it('keeps the lines that are sentences', () => {
    const { named, rest } = readContents('they called me\nhttps://evil.com/login is a scam\nevil.net');
    expect(named.map(({ content, page }) => [content, page])).toEqual([
      ['evil.com', 'PAGE:evil.com/login'],
      ['evil.net', null],
    ]);
    expect(rest).toBe('they called me\nhttps://evil.com/login is a scam');
  });

  it('does not read a host across the end of a sentence', () => {
    expect(readContents('I paid.Then they asked for more')).toEqual({
      named: [],
      rest: 'I paid.Then they asked for more',
    });
  });

  it('names nothing when it is empty', () => {
    expect(readContents(' \n ')).toEqual({ named: [], rest: '' });
  });
});

describe('the work for a sentence', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is linear in the assets that it names', () => {
    let parsed = 0;
    const Plain = URL;
    class CountedUrl extends Plain {
      constructor(url: string | URL, base?: string | URL) {
        super(url, base);
        parsed += 1;
      }
    }
    vi.stubGlobal('URL', CountedUrl);
    const workOf = (count: number) => {
      parsed = 0;
      const hosts = Array.from({ length: count }, (_, index) => `ä${index}.io`);
      expect(readContents(`they said ${hosts.join(' ')}`).named).toHaveLength(count);
      return parsed;
    };
    const least = workOf(20);
    expect(least).toBeGreaterThan(0);
    expect(workOf(200)).toBeLessThanOrEqual(least * 10);
  });
});
