import { describe, expect, it } from 'vitest';
import { fetchedText } from '../../command-line/text-file.ts';
import { type FormatChoice, formatFor, meaningOf, readList } from './format/format.ts';
import { type Triage, triage, understoodOf } from './triage.ts';
import { requireUnderstood, understandingWarning } from './understanding.ts';

async function sort(choice: FormatChoice, content: string): Promise<Triage> {
  const input = fetchedText('list', new TextEncoder().encode(content));
  const format = await formatFor(input, choice);
  const sorted = await triage(readList(input, format, meaningOf('list', format)), 'list');
  await requireUnderstood(sorted, input, format);
  return sorted;
}
const taken = async (choice: FormatChoice, content: string) =>
  (await sort(choice, content)).entries.map((entry) => `${entry.status === 'BLOCKED' ? '' : '+'}${entry.content}`);
const refusal = (choice: FormatChoice, content: string): Promise<string> =>
  sort(choice, content).then(
    () => 'imported',
    (error: Error) => `${error.name}: ${error.message}`,
  );

const WALLET = '0x52908400098527886e0f7030069857d2e4169ee7';

/** One line beside nine plain ones: `taken` what is imported of it, `other` no entry of a list, `strange` not understood. */
const LINES: readonly (readonly [line: string, is: 'other' | 'strange' | string])[] = [
  ['drainer.example', 'drainer.example'],
  ['drainer.example\r', 'drainer.example'],
  ['drainer.example # of today', 'drainer.example'],
  ['0.0.0.0 drainer.example', 'drainer.example'],
  ['::\tdrainer.example', 'drainer.example'],
  ['.drainer.example', 'drainer.example'],
  ['https://drainer.example/a,b?c=1#part', 'drainer.example/a,b?c=1'],
  ['# comment', 'other'],
  ['; comment', 'other'],
  ['! comment', 'other'],
  ['// comment', 'other'],
  ['203.0.113.0/24 ; SBL1', 'other'],
  ['2001:db8:bad::/48', 'other'],
  ['127.0.0.1 localhost localhost.localdomain', 'other'],
  ['255.255.255.255\tbroadcasthost', 'other'],
  ['fe80::1%lo0 localhost', 'other'],
  ['ff02::1 ip6-allnodes', 'other'],
  ['10.1.2.3', 'other'],
  ['honest.example##.ad', 'strange'],
  ['honest.example,other.example###banner', 'strange'],
  ['honest.example#@#.ad', 'strange'],
  ['honest.example/page#@#.ad', 'strange'],
  ['honest.example#$#body { overflow: auto }', 'strange'],
  ['~honest.example##.x', 'strange'],
  ['##.sponsor', 'other'],
  ['||drainer.example^$all', 'strange'],
  ['@@||honest.example^', 'strange'],
  ['@@honest.example', 'strange'],
  ['|https://drainer.example/login|', 'strange'],
  ['https://honest.example/page$script,third-party', 'strange'],
  ['honest.example/page$~third-party', 'strange'],
  ['honest.example/page$domain=other.example', 'strange'],
  ['https://honest.example/*/page', 'strange'],
  ['drainer.example\tphishing', 'strange'],
  ['drainer.example phishing', 'strange'],
  ['drainer.example\u00a0phishing', 'strange'],
  ['drainer.example\u200bphishing', 'strange'],
  ['https://drainer.example/login phishing', 'strange'],
  ['drainer.example.\tIN\tCNAME\t.', 'strange'],
  ['honest.example CNAME rpz-passthru.', 'strange'],
  ['93.184.216.34 honest.example', 'strange'],
  ['address=/drainer.example/0.0.0.0', 'strange'],
  ['server=/honest.example/', 'strange'],
  ['local-zone: "drainer.example" refuse', 'strange'],
  ['- url: drainer.example', 'strange'],
  ['1,drainer.example', 'strange'],
  ['"1","https://drainer.example/"', 'strange'],
  ['hxxps://drainer[.]example/login', 'drainer.example/login'],
  ['https://drainer.example/login?email=ann@corp.example', 'drainer.example/login'],
  ['http://3405803783/', '203.0.113.7'],
  ['drainer.sol', 'drainer.sol'],
  ['https://drainer.t.me/', 'drainer'],
  ['https://urldefense.us/v3/__https://drainer.example/login__;!!x$', 'drainer.example/login'],
  ['someone@mail.example', 'strange'],
  [WALLET, WALLET],
  [`${WALLET} # drainer`, WALLET],
  [`ethereum:${WALLET}`, WALLET],
  [`//${WALLET}`, 'other'],
  [`${WALLET},safe`, 'strange'],
  [`!${WALLET}`, 'other'],
  [`not ${WALLET}`, 'strange'],
  [`"${WALLET}"`, 'strange'],
];

const PLAIN = Array.from({ length: 9 }, (_, index) => `plain${index}.example`);

describe('a line of a list', () => {
  it.each(LINES)('%j, is %s', async (line, is) => {
    const sorted = await sort('hosts', [...PLAIN, line].join('\n'));
    const found = sorted.entries.map(({ content }) => content).filter((content) => !PLAIN.includes(content));
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
  });

  it('names no resolver that many people use', async () => {
    expect(await taken('hosts', '8.8.8.8\n1.1.1.1\ndns.google\nplain.example\n')).toEqual(['plain.example']);
  });
});

it.each([
  ['threatfox.csv', 'ioc_value,ioc_type,confidence_level\na.example,domain,75\nb.example,domain,50\n'],
  [
    'threatfox.json',
    JSON.stringify({
      1: [{ ioc_value: 'a.example', confidence_level: 75 }],
      2: [{ ioc_value: 'b.example', confidence_level: 50 }],
    }),
  ],
  [
    'stix',
    JSON.stringify({
      type: 'bundle',
      objects: [
        { type: 'indicator', pattern: "[domain-name:value = 'a.example']" },
        { type: 'indicator', pattern: "[domain-name:value = 'b.example']", confidence: 50 },
      ],
    }),
  ],
])('a list that says how sure it is names only what it is sure enough of: %s', async (_, content) => {
  const input = fetchedText('list', new TextEncoder().encode(content));
  const format = await formatFor(input, 'auto');
  const meaning = { ...meaningOf('list', format), minConfidence: 60 };
  const sorted = await triage(readList(input, format, meaning), 'list');
  expect(sorted.entries.map((entry) => entry.content)).toEqual(['a.example']);
  expect(sorted.skipped.of('unsure').count).toBe(1);
});

describe('a file that is not understood', () => {
  it.each<[string, FormatChoice, string, RegExp]>([
    [
      'an ad-block list',
      'hosts',
      '||a.example^\n||b.example^\n',
      /"\|\|a.example\^".*looks like adblock: leave --format out/,
    ],
    ['dnsmasq', 'hosts', 'address=/a.example/\n', /"address=\/a.example\/".*looks like dnsmasq/],
    ['a table', 'hosts', 'date,url\n2026,https://a.example/x\n', /looks like csv/],
    ['hosts', 'dnsmasq', 'a.example\nb.example\n', /Not understood: "a.example", "b.example"\. It looks like hosts/],
    ['words', 'auto', 'one two\nthree four\n', /Not understood: "one two", "three four"\. Write its hosts/],
    ['a file of comments', 'auto', '# nothing\n\n', /it has no entries/],
    ['an empty file', 'auto', '', /it has no entries/],
    ['an empty list', 'auto', '{"blacklist": []}', /nothing of it can be imported as eth-phishing-detect/],
    ['only what is never listed', 'auto', 'github.io\n', /nothing of it.*: 1 a public suffix/],
    [
      'two columns of hosts under names of no known language',
      'auto',
      'Kurban;Fail\nhonest.example;a.example\nhonest1.example;b.example\n',
      /"Kurban;Fail"/,
    ],
    [
      'an answer without a list',
      'auto',
      '{\n  "message": "x",\n  "documentation_url": "https://honest.example/"\n}\n',
      /It begins with "{", ""message": "x",", /,
    ],
    ['only rules about parts of pages', 'auto', '||a.example^$script\nb.example##.x\n', /nothing of it.*: 2 no entry/],
  ])('is refused: %s as %s', async (_, choice, content, message) => {
    const text = await refusal(choice, content);
    expect(text).toMatch(/^TextFileError: /);
    expect(text).toMatch(message);
  });

  it('is refused below half, with its first strange lines, and warned of below nine in ten', async () => {
    const strange = ['||a^', '||b^', '||c^', '||d^'];
    const below = await refusal('hosts', [...PLAIN.slice(0, 3), ...strange].join('\n'));
    expect(below).toContain('only 3 of 7 entries were understood as hosts, and nothing was changed');
    expect(below).toContain('Not understood: "||a^", "||b^", "||c^". It looks like adblock');
    const half = await sort('hosts', [...PLAIN.slice(0, 4), ...strange].join('\n'));
    expect(understandingWarning(half)).toMatch(/^Only 4 of 8 entries were understood\. Not understood: "\|\|a\^"/);
    expect(understandingWarning(await sort('hosts', [...PLAIN, '||a^'].join('\n')))).toBeNull();
  });
});
