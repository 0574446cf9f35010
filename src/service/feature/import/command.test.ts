import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../command/run.ts';
import type { CommandContext } from '../../command-line/command.ts';
import { PUBLIC_ONLY } from '../../http/outgoing.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { assetCheckOf } from '../asset/check.ts';
import { replaceTopSites } from '../listing/reach.ts';
import { CATALOGUE } from './source/catalogue.ts';
import { runSource } from './source/run.ts';
import { listSources } from './source/store.ts';
import { trustSource } from './source/trust.ts';

let fixture: ServiceFixture;
let folder: string;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  folder = await mkdtemp(join(tmpdir(), 'wary-imports-'));
  await writeFile(join(folder, 'ours.txt'), 'list-one.example\nlist-two.example\n');
}, 60_000);
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const progress = { write: (text: string) => err.push(text) };
  const terminal = { folder, print: (line: string) => void out.push(line), progress };
  const { opened, service } = fixture;
  const context: CommandContext = {
    ...{ database: opened.database, publisher: service.publisher, terminal },
    outbound: PUBLIC_ONLY,
  };
  return { code: await runCommand(words, context), out: out.join('\n'), err: err.join('') };
}
const statusOf = async (content: string) => (await assetCheckOf(fixture.opened.database, content)).status;

it('adds a list, which a service imports, and takes an import back', async () => {
  const { database } = fixture.opened;
  const added = await run('source', 'add', 'ours.txt', '--every', '1h', '--kind', 'drainer', '--grace', '3');
  expect(added).toMatchObject({ code: 0, err: '', out: expect.stringContaining('The source ours is') });
  expect(added.out).toContain('imported every 1h');
  const [source] = await listSources(database);
  expect(source).toMatchObject({ name: 'ours', graceDays: 3, takenAt: expect.any(Date) });
  await runSource(source!, { database, publisher: fixture.service.publisher, outbound: PUBLIC_ONLY });
  expect(await assetCheckOf(database, 'list-one.example')).toMatchObject({
    status: 'BLOCKED',
    deciding: { reason: 'Wallet drainer', source: 'ours' },
  });
  const undone = await run('source', 'undo', '1');
  expect(undone.out).toContain('2 lifted');
  expect(undone.out).toContain('waits until it is run at /desk/sources');
  expect(await statusOf('list-one.example')).toBe('UNKNOWN');
});

it('knows public lists by their names, and asks before it takes one whose licence restricts it', async () => {
  const refused = await run('source', 'add', 'openphish');
  expect(refused.err).toContain('its licence does not let this service pass it on to browsers (non-commercial use');
  const added = await run('source', 'add', 'openphish', '--accept-licence');
  expect(added.out).toMatch(/The source openphish is https:\/\/\S+feed\.txt, imported every 12h/);
  expect((await run('source', 'add', 'polkadot-js')).out).toContain('The source polkadot-js/phishing is');
  for (const { name, every, url } of CATALOGUE) {
    expect(every, name).toMatch(/^\d+[mhd]$/);
    expect(new URL(url).protocol, name).toBe('https:');
  }
  expect(new Set(CATALOGUE.map(({ name }) => name)).size).toBe(CATALOGUE.length);
});

it('says what a first import would change', async () => {
  await writeFile(join(folder, 'known.txt'), 'both.example\n');
  await writeFile(join(folder, 'new.txt'), 'both.example\nnew.example\npopular.example\n8.8.8.8\nstrange line\n');
  await run('source', 'import', 'known.txt');
  await replaceTopSites(fixture.opened.database, ['popular.example']);
  const { out } = await run('source', 'import', 'new.txt', '--dry-run');
  expect(out).toMatch(/Nothing was changed[\s\S]*1 {2}new\n[\s\S]*1 {2}also on known\n/);
  expect(out).toMatch(/1 {2}a site that many people visit[^\n]*: popular\.example/);
  expect(out).toMatch(/1 {2}not understood[^\n]*: strange line/);
  expect((await listSources(fixture.opened.database)).map(({ name }) => name)).not.toContain('new');
  expect(await statusOf('new.example')).toBe('UNKNOWN');
});

it('says which lists that are trusted more decide otherwise', async () => {
  await writeFile(join(folder, 'blocks.txt'), 'disputed.example\nopen.example\n');
  await writeFile(join(folder, 'whitelist.txt'), 'disputed.example\n');
  await run('source', 'import', 'blocks.txt');
  expect((await run('source', 'import', 'whitelist.txt')).out).toContain(
    '1  stay blocked, because blocks blocks them: disputed.example',
  );
  const { database } = fixture.opened;
  const whitelist = (await listSources(database)).find(({ name }) => name === 'whitelist')!;
  expect(await trustSource(database, whitelist, 1)).toEqual({ lifted: 1, changed: 0 });
  expect((await run('source', 'import', 'blocks.txt')).out).toContain('1  stay open, because whitelist allows them');
  const none = await run('source', 'import', 'whitelist.txt', '--no-allow', '--action', 'allow');
  expect(none.err).toContain('nothing of it can be imported');
});

it('says what is wrong with a source before it is made', async () => {
  const add = (origin: string, every = '1h', format = 'hosts') =>
    run('source', 'add', origin, '--every', every, '--format', format);
  expect((await add('absent.txt')).err).toContain('cannot be read');
  expect((await add('ours.txt', '10s')).err).toContain('--every must be');
  expect((await add('ours.txt', '1h', 'none')).err).toContain('Allowed choices are auto, hosts');
  expect((await add('http://127.0.0.1/list.txt')).err).toContain('private address');
  const withPassword = (await add('https://me:secret@lists.example/list.txt')).err;
  expect(withPassword).toContain('must not contain a user name or password');
  expect(withPassword).not.toContain('--allow-private-addresses');
  await writeFile(join(folder, 'headers.txt'), 'Auth-Key secret\n');
  const withHeader = await run('source', 'add', 'ours.txt', '--every', '1h', '--header-file', 'headers.txt');
  expect(withHeader.err).toContain('Line 1 of the headers is not of the form');
  expect(withHeader.err).not.toContain('secret');
  expect((await run('source', 'refresh')).err).toContain("unknown command 'refresh'");
  expect((await listSources(fixture.opened.database)).map(({ name }) => name)).not.toContain('absent');
});
