import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/fixtures/temporary-folder.ts';
import { openTextFile } from '../../../command-line/text-file.ts';
import type { RawEntry } from './entry.ts';
import { IMPORT_FORMATS, type ImportFormat, isImportFormat, sourceOf } from './format.ts';

const fixture = (name: string) => new URL(`../../../../../test/fixtures/import/${name}`, import.meta.url).pathname;

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  return path;
}

async function read(format: ImportFormat, path: string): Promise<{ entries: RawEntry[]; notes: readonly string[] }> {
  const list = await IMPORT_FORMATS[format].read(await openTextFile(path), 'Scam');
  const entries: RawEntry[] = [];
  for await (const entry of list.entries) entries.push(entry);
  return { entries, notes: list.notes };
}

const blocked = (entries: readonly RawEntry[]) =>
  entries.filter(({ status }) => status === 'BLOCKED').map(({ content }) => content);
const allowed = (entries: readonly RawEntry[]) =>
  entries.filter(({ status }) => status === 'ALLOWED').map(({ content }) => content);

describe('reading a list', () => {
  it('of eth-phishing-detect takes both lists and says that the fuzzy list is left out', async () => {
    const { entries, notes } = await read('eth-phishing-detect', fixture('eth-phishing-detect.json'));
    expect(blocked(entries)).toEqual(['drain.example', 'claim.drain.example', 'xn--walle-q4a.example']);
    expect(allowed(entries)).toEqual(['walled.example']);
    expect(notes.join()).toMatch(/fuzzy list \(2 names/);
  });

  it('of polkadot-js takes hosts and single pages', async () => {
    const { entries } = await read('polkadot-phishing', fixture('polkadot-phishing.json'));
    expect(blocked(entries)).toEqual([
      'airdrop.example',
      'Mixed.Example',
      'dotted.example.',
      'twitter.com/FakeAirdrop',
      'x.com/FakeAirdrop',
    ]);
    expect(allowed(entries)).toEqual(['*.gateway.example', 'github.io']);
  });

  it('of addresses takes an array, and an object with the place as the reason', async () => {
    expect((await read('addresses', fixture('addresses.json'))).entries).toHaveLength(3);
    const { entries } = await read('addresses', fixture('addresses-by-site.json'));
    expect(entries.map(({ reason }) => reason)).toEqual([
      'Scam (airdrop.example)',
      'Scam (clipboard hijacker)',
      'Scam (clipboard hijacker)',
    ]);
  });

  it.each([
    ['of which an emoji lies across the end of the reason', `${'a'.repeat(199)}\u{1f600}`],
    ['with half an emoji', 'half \ud83d'],
    ['with NUL', 'nothing \0'],
  ])('of addresses gives reasons that the database can hold, for a place %s', async (_, place) => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const { entries } = await read('addresses', await file('list.json', JSON.stringify({ [place]: [address] })));
    expect(entries).toHaveLength(1);
    expect(entries[0]!.reason).not.toMatch(/[\0\p{Surrogate}]/u);
  });

  it('of addresses takes one a line', async () => {
    const { entries } = await read(
      'addresses',
      await file('list.txt', '# drainers\r\n0x52908400098527886E0F7030069857D2E4169EE7  # seen today\r\n\r\n'),
    );
    expect(entries).toMatchObject([{ content: '0x52908400098527886E0F7030069857D2E4169EE7', kind: 'address' }]);
  });

  it('of hosts takes plain lines and hosts-file lines, without comments and line ends', async () => {
    const { entries } = await read('hosts', fixture('hosts.txt'));
    expect(blocked(entries)).toEqual(['drain.example', 'sink.example', 'other.example', 'localhost', 'last.example']);
  });

  it('keeps a host whole when it lies across two chunks of the file', async () => {
    const hosts = Array.from({ length: 20_000 }, (_, index) => `host-${index}.example`);
    const { entries } = await read('hosts', await file('many.txt', hosts.join('\n')));
    expect(blocked(entries)).toEqual(hosts);
  });

  it('unpacks gzip by its content, whatever the name, and counts the bytes of the file', async () => {
    const zipped = gzipSync('a.example\nb.example\n');
    const path = await file('list.txt', zipped);
    let counted = 0;
    const list = await IMPORT_FORMATS.hosts.read(await openTextFile(path, (bytes) => (counted = bytes)), 'Scam');
    const entries: RawEntry[] = [];
    for await (const entry of list.entries) entries.push(entry);
    expect(blocked(entries)).toEqual(['a.example', 'b.example']);
    expect(counted).toBe(zipped.length);
  });

  it('accepts a byte order mark', async () => {
    const { entries } = await read('addresses', await file('bom.json', '\uFEFF["0x1"]'));
    expect(entries.map(({ content }) => content)).toEqual(['0x1']);
  });
});

describe('a wrong file', () => {
  const cases: [string, ImportFormat, string | Uint8Array, RegExp][] = [
    ['a wrong element', 'eth-phishing-detect', '{"blacklist": ["a.example", 5]}', /blacklist\[1\]/],
    ['cut JSON', 'addresses', '["0x1", "0x', /expected a list of wallet addresses/],
    ['a file of comments', 'hosts', '# nothing\n\n', /found no host at all/],
    ['bytes that are not UTF-8', 'hosts', new Uint8Array([0x61, 0xff, 0xfe, 0x0a]), /not UTF-8/],
    ['an endless line', 'hosts', 'a'.repeat(500_000), /line 1 has more than 4096 characters/],
  ];
  for (const [what, format, content, message] of cases)
    it(`is refused with what was expected and found: ${what}`, async () => {
      await expect(read(format, await file('list', content))).rejects.toThrow(message);
      await expect(read(format, await file('list', content))).rejects.toMatchObject({ name: 'TextFileError' });
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
    expect(sourceOf('hosts', '.gz')).toBe('.gz');
  });

  it('never comes from an inherited property', () => {
    expect(isImportFormat('constructor')).toBe(false);
    expect(isImportFormat('hosts')).toBe(true);
  });
});
