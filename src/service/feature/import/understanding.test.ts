import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fetchedText } from '../../command-line/text-file.ts';
import type { ImportFormat } from './format/format.ts';
import { type Triage, triage, understoodOf } from './triage.ts';
import { readEntries, requireUnderstood, understandingWarning } from './understanding.ts';

const bytesOf = (content: string | Uint8Array) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

async function sort(format: ImportFormat, content: string | Uint8Array): Promise<Triage> {
  const read = { input: fetchedText('list', bytesOf(content)), format };
  const sorted = await triage((await readEntries(read)).raws, 'list');
  await requireUnderstood(sorted, read);
  return sorted;
}
const taken = async (format: ImportFormat, content: string | Uint8Array) =>
  (await sort(format, content)).entries.map((entry) => `${entry.status === 'BLOCKED' ? '' : '+'}${entry.content}`);
const refusal = (format: ImportFormat, content: string | Uint8Array): Promise<string> =>
  sort(format, content).then(
    () => 'imported',
    (error: Error) => `${error.name}: ${error.message}`,
  );

const WALLET = '0x52908400098527886e0f7030069857d2e4169ee7';
const UTF_16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a.example\n', 'utf16le')]);

/** One line beside nine plain ones: `taken` what is imported of it, `other` no entry of a list, `strange` not understood. */
const LINES: readonly (readonly [format: 'hosts' | 'addresses', line: string, is: 'other' | 'strange' | string])[] = [
  ['hosts', 'drainer.example', 'drainer.example'],
  ['hosts', 'drainer.example\r', 'drainer.example'],
  ['hosts', 'drainer.example # of today', 'drainer.example'],
  ['hosts', '0.0.0.0 drainer.example', 'drainer.example'],
  ['hosts', '::\tdrainer.example', 'drainer.example'],
  ['hosts', '.drainer.example', 'drainer.example'],
  ['hosts', 'https://drainer.example/a,b?c=1#part', 'drainer.example/a,b?c=1'],
  ['hosts', '# comment', 'other'],
  ['hosts', '; comment', 'other'],
  ['hosts', '! comment', 'other'],
  ['hosts', '// comment', 'other'],
  ['hosts', '203.0.113.0/24 ; SBL1', 'other'],
  ['hosts', '2001:db8:bad::/48', 'other'],
  ['hosts', '127.0.0.1 localhost localhost.localdomain', 'other'],
  ['hosts', '255.255.255.255\tbroadcasthost', 'other'],
  ['hosts', 'fe80::1%lo0 localhost', 'other'],
  ['hosts', 'ff02::1 ip6-allnodes', 'other'],
  ['hosts', '10.1.2.3', 'other'],
  ['hosts', 'honest.example##.ad', 'strange'],
  ['hosts', 'honest.example,other.example###banner', 'strange'],
  ['hosts', 'honest.example#@#.ad', 'strange'],
  ['hosts', 'honest.example/page#@#.ad', 'strange'],
  ['hosts', 'honest.example#$#body { overflow: auto }', 'strange'],
  ['hosts', '~honest.example##.x', 'strange'],
  ['hosts', '##.sponsor', 'other'],
  ['hosts', '||drainer.example^$all', 'strange'],
  ['hosts', '@@||honest.example^', 'strange'],
  ['hosts', '@@honest.example', 'strange'],
  ['hosts', '|https://drainer.example/login|', 'strange'],
  ['hosts', 'https://honest.example/page$script,third-party', 'strange'],
  ['hosts', 'honest.example/page$~third-party', 'strange'],
  ['hosts', 'honest.example/page$domain=other.example', 'strange'],
  ['hosts', 'https://honest.example/*/page', 'strange'],
  ['hosts', 'drainer.example\tphishing', 'strange'],
  ['hosts', 'drainer.example phishing', 'strange'],
  ['hosts', 'drainer.example\u00a0phishing', 'strange'],
  ['hosts', 'drainer.example\u200bphishing', 'strange'],
  ['hosts', 'https://drainer.example/login phishing', 'strange'],
  ['hosts', 'drainer.example.\tIN\tCNAME\t.', 'strange'],
  ['hosts', 'honest.example CNAME rpz-passthru.', 'strange'],
  ['hosts', '93.184.216.34 honest.example', 'strange'],
  ['hosts', 'address=/drainer.example/0.0.0.0', 'strange'],
  ['hosts', 'server=/honest.example/', 'strange'],
  ['hosts', 'local-zone: "drainer.example" refuse', 'strange'],
  ['hosts', '- url: drainer.example', 'strange'],
  ['hosts', '1,drainer.example', 'strange'],
  ['hosts', '"1","https://drainer.example/"', 'strange'],
  ['hosts', 'hxxps://drainer[.]example/login', 'drainer.example/login'],
  ['hosts', 'https://drainer.example/login?email=ann@corp.example', 'drainer.example/login'],
  ['hosts', 'http://3405803783/', '203.0.113.7'],
  ['hosts', 'drainer.sol', 'drainer.sol'],
  ['hosts', 'https://drainer.t.me/', 'drainer'],
  ['hosts', 'https://urldefense.us/v3/__https://drainer.example/login__;!!x$', 'drainer.example/login'],
  ['hosts', 'someone@mail.example', 'strange'],
  ['addresses', WALLET, WALLET],
  ['addresses', `${WALLET} # drainer`, WALLET],
  ['addresses', `ethereum:${WALLET}`, WALLET],
  ['addresses', `//${WALLET}`, 'other'],
  ['addresses', `${WALLET},safe`, 'strange'],
  ['addresses', `!${WALLET}`, 'other'],
  ['addresses', `not ${WALLET}`, 'strange'],
  ['addresses', `"${WALLET}"`, 'strange'],
  ['addresses', 'drainer.example', 'strange'],
];

const PLAIN = {
  hosts: Array.from({ length: 9 }, (_, index) => `plain${index}.example`),
  addresses: Array.from({ length: 9 }, (_, index) => `0x${'7'.repeat(39)}${index}`),
} as const;

describe('a line of a list', () => {
  it.each(LINES)('of %s, %j, is %s', async (format, line, is) => {
    const plain = PLAIN[format];
    const sorted = await sort(format, [...plain, line].join('\n'));
    const found = sorted.entries.map(({ content }) => content).filter((content) => !plain.includes(content));
    expect(found).toEqual(is === 'other' || is === 'strange' ? [] : [is]);
    const { entries, understood } = understoodOf(sorted);
    expect(entries - understood).toBe(is === 'strange' ? 1 : 0);
  });

  it('never names a whole host by a page of it that only a fragment names', async () => {
    const pages = [
      'https://app.honest.example/#/evil',
      'https://honest.example/#evil',
      'https://honest.example/app/#!/evil',
    ];
    const sorted = await sort('hosts', ['plain.example', ...pages].join('\n'));
    expect(sorted.entries.map(({ content }) => content)).toEqual(['plain.example']);
    expect(sorted.skipped.of('fragment').examples).toEqual(pages);
  });

  it('ends at a lone CR, and nothing is glued across it', async () => {
    expect(await taken('hosts', 'a.example\rb.example\r')).toEqual(['a.example', 'b.example']);
    expect(await taken('addresses', `${WALLET}\r${PLAIN.addresses[0]}\r`)).toEqual([WALLET, PLAIN.addresses[0]]);
  });

  it('names no resolver that many people use', async () => {
    expect(await taken('hosts', '8.8.8.8\n1.1.1.1\ndns.google\nplain.example\n')).toEqual(['plain.example']);
  });
});

describe('a file that is not understood', () => {
  const eth = '{"blacklist": ["a.example"], "whitelist": [], "fuzzylist": []}';
  it.each<[string, ImportFormat, string | Uint8Array, RegExp]>([
    [
      'an ad-block list',
      'hosts',
      '[Adblock Plus 2.0]\n||a.example^\n',
      /found an ad-block filter list\. Write its hosts/,
    ],
    [
      'dnsmasq',
      'hosts',
      'address=/a.example/\naddress=/b.example/\n',
      /"address=\/a.example\/".*looks like a dnsmasq conf/,
    ],
    ['a table', 'hosts', 'url,date\nhttps://a.example/x,2026-01-01\n', /found a table with the columns url,date/],
    ['a web page', 'hosts', '<!doctype html><p>404', /found a web page/],
    ['a web page', 'addresses', '<!doctype html>\n<p>404', /looks like a web page/],
    ['a web page', 'polkadot-phishing', '<html>404', /found a web page/],
    ['JSON of a known format', 'hosts', eth, /found JSON\. Use --format eth-phishing-detect, which reads it/],
    ['JSON of a known format', 'addresses', eth, /found the key whitelist\. Use --format eth-phishing-detect/],
    ['JSON of no format', 'hosts', '["a.example"]', /found JSON\. Write its hosts/],
    ['JSON of no format', 'eth-phishing-detect', '{"blocklist": []}', /found an object with 1 key \(blocklist\)/],
    ['JSON in one long line', 'hosts', `["${'a'.repeat(500_000)}"]`, /more than 4096 characters\. .*looks like JSON/],
    ['addresses', 'hosts', `${WALLET}\n`, new RegExp(`Not understood: "${WALLET}"\\. Use --format addresses`)],
    ['hosts', 'addresses', 'a.example\n', /Not understood: "a.example"\. Use --format hosts, which reads it/],
    ['hosts', 'eth-phishing-detect', 'a.example\n', /Use --format hosts, which reads it/],
    ['allowed addresses', 'addresses', `{"allow": ["${WALLET}"]}`, /found the key allow\. .*no format reads/],
    ['an empty file', 'hosts', '', /no host at all/],
    ['an empty file', 'addresses', ' ', /found an empty file/],
    ['an empty list', 'eth-phishing-detect', '{"blacklist": []}', /nothing of it can be imported/],
    ['only what is never listed', 'hosts', 'github.io\n', /nothing of it.*: 1 a public suffix/],
    ['NUL', 'hosts', 'a.example\n\0\n', /binary data or UTF-16/],
    ['NUL', 'addresses', `${WALLET}\0`, /binary data or UTF-16/],
    ['UTF-16', 'hosts', UTF_16, /not UTF-8/],
    ['UTF-16 without a mark', 'addresses', Buffer.from('a.example', 'utf16le'), /binary data or UTF-16/],
    ['gzip of garbage', 'hosts', gzipSync(Buffer.from([0x99, 0xff, 0x00])), /not UTF-8/],
    [
      'damaged gzip',
      'hosts',
      gzipSync('a.example\n'.repeat(5_000)).subarray(0, 40),
      /damaged gzip data.*Fetch the file again\.$/,
    ],
  ])('is refused: %s as %s', async (_, format, content, message) => {
    const text = await refusal(format, content);
    expect(text).toMatch(/^TextFileError: /);
    expect(text).toMatch(message);
  });

  it('is refused below half, with its first strange lines, and warned of below nine in ten', async () => {
    const strange = ['||a^', '||b^', '||c^', '||d^'];
    const below = await refusal('hosts', [...PLAIN.hosts.slice(0, 3), ...strange].join('\n'));
    expect(below).toContain('only 3 of 7 entries were understood as hosts, and nothing was changed');
    expect(below).toContain('Not understood: "||a^", "||b^", "||c^". It looks like an ad-block filter list');
    const half = await sort('hosts', [...PLAIN.hosts.slice(0, 4), ...strange].join('\n'));
    expect(understandingWarning(half)).toMatch(/^Only 4 of 8 entries were understood\. Not understood: "\|\|a\^"/);
    expect(understandingWarning(await sort('hosts', [...PLAIN.hosts, '||a^'].join('\n')))).toBeNull();
  });

  it('is never sent to a format that refuses it as well', async () => {
    const contents = [
      '["a.example"]',
      eth,
      `["${WALLET}"]`,
      'a.example',
      WALLET,
      '1,a.example',
      '- url: a.example',
      '<p>',
    ];
    const formats: readonly ImportFormat[] = ['hosts', 'addresses', 'eth-phishing-detect', 'polkadot-phishing'];
    for (const content of contents)
      for (const format of formats) {
        const [, other] = /--format ([\w-]+), which reads it/.exec(await refusal(format, content)) ?? [];
        if (other) expect(await refusal(other as ImportFormat, content)).toBe('imported');
      }
  });
});
