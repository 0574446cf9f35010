import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../../command/run.ts';
import type { CommandContext } from '../../../command-line/command.ts';
import { ServiceFixture } from '../../../http/service.fixture.ts';
import { assetCheckOf } from '../../asset/check.ts';
import { CATALOGUE } from '../catalogue.ts';

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
    outbound: { allowPrivate: false },
  };
  return { code: await runCommand(words, context), out: out.join('\n'), err: err.join('') };
}
const statusOf = async (content: string) => (await assetCheckOf(fixture.opened.database, content)).status;

it('schedules a list, runs it, shows it, takes it back, and ends it', async () => {
  expect(await run('imports', 'list')).toMatchObject({ out: 'Nothing was imported, and nothing is scheduled' });
  const added = await run('imports', 'add', 'ours.txt', '--every', '1h', '--kind', 'drainer');
  expect(added).toMatchObject({ code: 0, err: '', out: expect.stringContaining('as the source ours every 1h') });
  const ran = await run('imports', 'run', '1');
  expect(ran.out).toContain('2  new');
  expect(await assetCheckOf(fixture.opened.database, 'list-one.example')).toMatchObject({
    status: 'BLOCKED',
    deciding: { reason: 'Wallet drainer', source: 'ours' },
  });
  expect((await run('imports', 'list')).out).toMatch(
    /^schedule 1 {2}ours {2}auto {2}every 1h[\s\S]*\nimport 1 {2}ours {2}DONE/,
  );
  const undone = await run('imports', 'undo', '1');
  expect(undone.out).toContain('2 lifted');
  expect(undone.out).toContain('waits until "imports run 1"');
  expect(await statusOf('list-one.example')).toBe('UNKNOWN');
  expect((await run('imports', 'list')).out).toContain('waits since');
  expect((await run('imports', 'remove', '1')).out).toContain('is removed');
  expect(await run('imports', 'run', '1')).toMatchObject({ code: 1, err: expect.stringContaining('no schedule 1') });
});

it('knows public lists by their names, and asks before it takes one whose terms restrict it', async () => {
  const refused = await run('imports', 'add', 'openphish');
  expect(refused.err).toContain('its terms do not let this service pass it on to browsers (non-commercial use alone)');
  const added = await run('imports', 'add', 'openphish', '--accept-terms');
  expect(added.out).toMatch(/imports https:\/\/\S+feed\.txt as the source openphish every 12h/);
  expect((await run('imports', 'add', 'polkadot-js')).out).toContain('as the source polkadot-js/phishing every 1h');
  for (const id of (await run('imports', 'list')).out.matchAll(/^schedule (\d+)/gm))
    await run('imports', 'remove', id[1]!);
  for (const { name, every, url } of CATALOGUE) {
    expect(every, name).toMatch(/^\d+[mhd]$/);
    expect(new URL(url).protocol, name).toBe('https:');
  }
  expect(new Set(CATALOGUE.map(({ name }) => name)).size).toBe(CATALOGUE.length);
});

it('says what is wrong with a schedule before it is made', async () => {
  const add = (origin: string, every = '1h', format = 'hosts') =>
    run('imports', 'add', origin, '--every', every, '--format', format);
  expect((await add('absent.txt')).err).toContain('cannot be read');
  expect((await add('ours.txt', '10s')).err).toContain('--every must be');
  expect((await add('ours.txt', '1h', 'none')).err).toContain('Allowed choices are auto, hosts');
  expect((await add('http://127.0.0.1/list.txt')).err).toContain('private address');
  const withPassword = (await add('https://me:secret@lists.example/list.txt')).err;
  expect(withPassword).toContain('must not contain a user name or password');
  expect(withPassword).not.toContain('--allow-private-addresses');
  expect((await run('imports', 'refresh')).err).toContain("unknown command 'refresh'");
  expect((await run('imports', 'list')).out).not.toContain('schedule');
});
