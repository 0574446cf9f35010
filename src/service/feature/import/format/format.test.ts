import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/fixtures/temporary-folder.ts';
import { fetchedText, openTextFile, type TextInput } from '../../../command-line/text-file.ts';
import { triage } from '../triage.ts';
import { WALLET } from './document/sample.fixture.ts';
import type { RawEntry } from './entry.ts';
import {
  FORMAT_CHOICES,
  type FormatChoice,
  formatFor,
  isFormatChoice,
  meaningOf,
  readList,
  sourceOf,
} from './format.ts';
import { LIST_SAMPLES } from './sample.fixture.ts';

const inputOf = (content: string | Uint8Array, name = 'list'): TextInput =>
  fetchedText(name, typeof content === 'string' ? new TextEncoder().encode(content) : content);

async function entriesOf(input: TextInput, choice: FormatChoice = 'auto'): Promise<RawEntry[]> {
  const format = await formatFor(input, choice);
  const entries: RawEntry[] = [];
  for await (const entry of readList(input, format, meaningOf(input.name, format))) entries.push(entry);
  return entries;
}

async function takenOf(input: TextInput, choice: FormatChoice = 'auto'): Promise<string[]> {
  const { entries } = await triage(await entriesOf(input, choice), 'list');
  return entries.map(({ content, status }) => `${status === 'ALLOWED' ? '+' : ''}${content}`);
}

describe('what a list does not block', () => {
  const table = (name: string, ...verdicts: string[]) =>
    [`domain,${name}`, 'bad.example,phishing', ...verdicts.map((one, at) => `good${at}.example,${one}`)].join('\n');
  it.each([
    ['a table by its verdict', table('verdict', 'undetected', 'not phishing')],
    ['a table by its class', table('class', 'legit', 'ham')],
    ['a table by its result', table('result', 'safe')],
    ['a table by its last verdict', table('final_verdict', 'clean', 'not malicious')],
    ['a table by its disposition', table('disposition', 'benign', 'revoked')],
    ['a table by what a firewall does', table('action', 'pass', 'permit')],
    ['a table by a count of verdicts', table('malicious_count', '0')],
    ['a table by a question', table('is_phishing_site', 'false')],
    ['a table by its threat', table('threat', 'none')],
    ['a table by what it delists', table('status', 'delisted')],
    ['a record that is safe', '[{"url":"bad.example","harmless":1},{"url":"good.example","isSafe":true}]'],
    ['a record by its tags', '[{"domain":"bad.example"},{"domain":"good.example","tags":["benign"]}]'],
    [
      'a record by a verdict within another',
      '[{"domain":"bad.example"},{"domain":"good.example","verdicts":{"overall":{"malicious":false}}}]',
    ],
    [
      'a rule that is taken back',
      '||bad.example^\n||good.example^$all,important\n||good.example^$important,all,badfilter',
    ],
    [
      'a table by numbers, which may mean either',
      'domain,label\nbad.example,phishing\ngood.example,0\ngood2.example,1',
    ],
    ['exceptions', 'domains:\n  - bad.example\nexceptions:\n  - good.example'],
    ['false positives', '{"domains":["bad.example"],"false_positives":["good.example"],"removed":["good2.example"]}'],
    [
      'a safe search in a policy zone',
      '@ SOA a. b. 1 2 3 4 5\nbad.example CNAME .\nwww.good.example CNAME safe.good.example.',
    ],
    [
      'a safe search in a resolver',
      'local-zone: "bad.example" static\nlocal-zone: "good.example" redirect\nlocal-data: "good.example CNAME safe.good.example"',
    ],
    ['addresses with any query', '[Adblock Plus]\n||bad.example^\n||good.example/?'],
  ])('is left out: %s', async (_, content) => {
    expect(await takenOf(inputOf(content))).toEqual(['bad.example']);
  });
});

describe('a list is taken whole', () => {
  it.each([
    [
      'a hosts file whose first host ends like the name of a column',
      '0.0.0.0 evil.site\n0.0.0.0 bad.example',
      'evil.site',
    ],
    ['hosts behind a first line that is skipped', 'notion.site\nbad.example # new\nevil.example', 'evil.example'],
    [
      'hosts behind a remark with commas',
      '# Scam, phishing and malware domains\nevil.example\nbad.example',
      'evil.example',
    ],
    [
      'an important rule, which an exception does not beat',
      '||bad.example^\n||evil.example^$important\n@@||evil.example^',
      'evil.example',
    ],
  ])('%s', async (_, content, other) => {
    expect((await takenOf(inputOf(content))).toSorted()).toEqual(['bad.example', other].toSorted());
  });

  it('or says which lists in it have a name that it does not know', async () => {
    const list = inputOf('{"whitelist":["good.example"],"scams":["bad.example"],"authors":["Bob"]}');
    expect((await triage(await entriesOf(list), 'list')).strange).toEqual(['bad.example']);
  });
});

describe('a list', () => {
  it.each(LIST_SAMPLES)(
    'of $format is recognised by its content and lists what it names: $name',
    async ({ format, content, taken }) => {
      expect(await formatFor(inputOf(content), 'auto')).toBe(format);
      expect((await takenOf(inputOf(content))).sort()).toEqual([...taken].sort());
    },
  );

  it.each(LIST_SAMPLES)('lists nothing else where its lines end in CR: $name', async ({ content, taken }) => {
    const found = await takenOf(inputOf(content.replaceAll('\n', '\r')));
    expect(found.sort()).toEqual([...taken].sort());
  });

  // Another format reads each row of a long one alike.
  const short = LIST_SAMPLES.filter(({ content }) => content.length < 10_000);
  it.each(short)('lists nothing honest when it is read as another format: $name', async ({ content }) => {
    for (const format of FORMAT_CHOICES) {
      const found = await takenOf(inputOf(content), format).catch(() => []);
      expect(
        found.filter((name) => name.startsWith('honest')),
        format,
      ).toEqual([]);
    }
  });

  it.each(['utf-16le', 'utf-16be', 'utf-16le without a mark'])('may be in %s', async (encoding) => {
    const bytes = Buffer.from(
      `${encoding.includes('without') ? '' : '\ufeff'}a.example\r\nbörse.example\r\n`,
      'utf16le',
    );
    expect(await takenOf(inputOf(encoding === 'utf-16be' ? bytes.swap16() : bytes))).toEqual([
      'a.example',
      'xn--brse-5qa.example',
    ]);
  });

  it('lists what its ASCII names where it is in an older encoding', async () => {
    const bytes = Buffer.from(
      'Domain;Grund\na.example;Betrüger\nbörse.example;x\nb.example/ö;x\nb.example;x\n',
      'latin1',
    );
    expect(await takenOf(inputOf(bytes))).toEqual(['a.example', 'b.example']);
  });

  it('may be packed by gzip, whatever its name', async () => {
    const zipped = gzipSync('a.example\nb.example\n');
    const path = join(await temporaryFolder(), 'list.txt');
    await writeFile(path, zipped);
    let counted = 0;
    expect(await takenOf(await openTextFile(path, (bytes) => (counted = bytes)))).toEqual(['a.example', 'b.example']);
    expect(counted % zipped.length).toBe(0);
  });

  it('may be packed as the one file of a ZIP', async () => {
    const hosts = Array.from({ length: 20_000 }, (_, index) => `host-${index}.example`);
    const lists = { 'full.txt': Buffer.from(hosts.join('\n')) };
    const zip = zipSync({ lists, __MACOSX: { lists: { '._full.txt': Buffer.from('Mac OS X') } } });
    const path = join(await temporaryFolder(), 'list.csv');
    await writeFile(path, zip);
    expect(await takenOf(await openTextFile(path))).toEqual(hosts);
  });

  it('keeps a host whole that lies across two chunks of the file', async () => {
    const hosts = Array.from({ length: 20_000 }, (_, index) => `host-${index}.example`);
    const path = join(await temporaryFolder(), 'many.txt');
    await writeFile(path, hosts.join('\n'));
    expect((await entriesOf(await openTextFile(path))).map(({ content }) => content)).toEqual(hosts);
  });

  it('allows what it names where its file is called an allowlist, or its operator says so', async () => {
    const content = '- id: 1\n  url: https://honest.example\n';
    expect(await takenOf(inputOf(content, 'cryptoscamdb-whitelist.yaml'))).toEqual(['+honest.example']);
    expect(meaningOf('list.txt', 'hosts', undefined, 'ALLOWED')).toMatchObject({ status: 'ALLOWED' });
    expect(meaningOf('allow-list.txt', 'hosts', undefined, 'BLOCKED')).toMatchObject({ status: 'BLOCKED' });
  });

  it('tells where its addresses were seen, in a form that the database can hold', async () => {
    for (const place of ['clipboard hijacker', `${'a'.repeat(199)}\u{1f600}`, 'half \ud83d', 'nothing \0']) {
      const [entry] = await entriesOf(inputOf(JSON.stringify({ [place]: [WALLET] })));
      expect(entry).toMatchObject({
        content: WALLET,
        reason: expect.stringMatching(/^Scam \((?!.*[\0\p{Surrogate}])/u),
      });
    }
  });
});

describe('a wrong file', () => {
  it.each<[string, FormatChoice, string | Uint8Array, RegExp]>([
    ['cut JSON', 'auto', '["0x1", "0x', /JSON is cut or damaged.*It begins with "\["0x1", "0x"/],
    ['JSON of one number', 'json', '7', /found no list/],
    ['cut YAML', 'auto', '- url: "a.example', /YAML is cut or damaged/],
    [
      'an alias bomb',
      'yaml',
      '- &a [x, x]\n- &b [*a, *a, *a, *a]\n- &c [*b, *b, *b, *b, *b]\n- [*c, *c, *c, *c, *c, *c]',
      /YAML is cut or damaged/,
    ],
    ['a table that ends inside a quote', 'auto', 'url,x\nhttps://a.example/,"cut\n', /table is cut or damaged.*Quote/],
    ['a table without hosts', 'csv', 'x,y\nz,w\n', /found no column/],
    ['cut XML', 'auto', '<sdnList><id><idType>Digital Currency Address - XBT</idType>', /XML is cut/],
    ['a web page', 'auto', '<!doctype html><p>404', /is a web page, not a list\. It begins with "<!doctype/],
    ['other XML', 'auto', '<?xml version="1.0"?><rss/>', /XML of an unknown kind/],
    [
      'damaged gzip',
      'auto',
      gzipSync('a.example\n'.repeat(5_000)).subarray(0, 40),
      /damaged gzip data.*Fetch the file again\.$/,
    ],
    [
      'a ZIP of several files',
      'auto',
      zipSync({ 'a.txt': Buffer.from('a.example'), 'b.txt': Buffer.from('b.example') }),
      /is a ZIP of several files\. Unpack it/,
    ],
    [
      'a damaged ZIP',
      'auto',
      zipSync({ 'a.txt': Buffer.from('a.example\n'.repeat(5_000)) }).fill(0xff, 40, 60),
      /is a ZIP that cannot be unpacked \(.*\)\. Fetch it again, or unpack it\.$/,
    ],
    [
      'a cut ZIP',
      'auto',
      zipSync({ 'a.txt': Buffer.from('a.example\n'.repeat(5_000)) }).subarray(0, 60),
      /ZIP that cannot/,
    ],
    ['binary data', 'auto', 'a.example\n\0\n', /binary data/],
    ['an endless line', 'auto', 'a'.repeat(500_000), /line 1 has more than 4096 characters/],
  ])('is refused: %s', async (_, choice, content, message) => {
    const reading = entriesOf(inputOf(content), choice);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toMatchObject({ name: 'TextFileError' });
  });

  it('is named when it does not exist or is a folder', async () => {
    await expect(openTextFile(join(tmpdir(), 'wary-no-such-file.json'))).rejects.toThrow(
      /wary-no-such-file.json cannot be read/,
    );
    await expect(openTextFile(tmpdir())).rejects.toMatchObject({ name: 'TextFileError' });
  });
});

describe('the source of a list', () => {
  it('is the list itself, or the file without its extensions', () => {
    expect(sourceOf('eth-phishing-detect', 'config.json')).toBe('eth-phishing-detect');
    expect(sourceOf('hosts', 'scamsniffer-domains.txt.gz')).toBe('scamsniffer-domains');
    expect(sourceOf('auto', '.gz')).toBe('.gz');
  });

  it('never comes from an inherited property', () => {
    expect(isFormatChoice('constructor')).toBe(false);
    expect(isFormatChoice('hosts')).toBe(true);
  });
});
