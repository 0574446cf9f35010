import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validate } from '../../api/organization/account.ts';
import type { CommandContext } from '../command-line/command.ts';
import { auditEntries } from '../database/schema/service.ts';
import { assetCheckOf } from '../feature/asset/check.ts';
import { ServiceFixture } from '../http/service.fixture.ts';
import { runCommand } from './run.ts';
import { type ControlServer, runThere, startControl } from './serve/control.ts';

let fixture: ServiceFixture;
let folder: string;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  folder = await mkdtemp(join(tmpdir(), 'wary-command-'));
}, 60_000);
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

function context(): CommandContext & { readonly out: string[]; readonly err: string[] } {
  const [out, err]: [string[], string[]] = [[], []];
  const progress = { write: (text: string) => err.push(text) };
  const terminal = { folder, print: (line: string) => void out.push(line), progress };
  const { publisher, callers } = fixture.service;
  return { database: fixture.opened.database, publisher, onChange: () => callers.forget(), terminal, out, err };
}
async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const here = context();
  const code = await runCommand(words, here);
  return { code, out: here.out.join('\n'), err: here.err.join('') };
}
const statusOf = async (content: string) => (await assetCheckOf(fixture.opened.database, content)).status;

describe('block and unblock', () => {
  it('change what a check says', async () => {
    expect(await run('block', 'https://Scam.example/login', '--reason', 'Drainer')).toEqual({
      code: 0,
      out: 'URL scam.example is blocked now',
      err: '',
    });
    expect(await assetCheckOf(fixture.opened.database, 'scam.example')).toMatchObject({
      status: 'BLOCKED',
      deciding: { source: 'operator', reason: 'Drainer' },
    });
    expect((await run('block', 'scam.example')).out).toContain('was blocked already');
    expect((await run('unblock', 'scam.example')).code).toBe(0);
    expect(await statusOf('scam.example')).toBe('UNKNOWN');
    expect(await run('unblock', 'scam.example')).toMatchObject({ code: 1, err: 'URL scam.example is not blocked\n' });
  });

  it('can mean a single page', async () => {
    await run('block', 'https://mixed.example/claim', '--page');
    expect(await statusOf('https://mixed.example/claim')).toBe('BLOCKED');
    expect(await statusOf('https://mixed.example/')).toBe('UNKNOWN');
    await run('unblock', 'https://mixed.example/claim');
    expect(await statusOf('https://mixed.example/claim')).toBe('UNKNOWN');
  });

  it('say why a block is refused', async () => {
    await run('block', 'upper.example');
    expect((await run('unblock', 'https://sub.upper.example/')).err).toContain('because URL upper.example is');
    expect(await run('block', 'vercel.app')).toMatchObject({ code: 1, err: expect.stringContaining('Not blocked') });
    expect((await run('block', 'nonsense words')).err).toContain('no address');
    expect((await run('block')).err).toContain("missing required argument 'content'");
    expect((await run('block', 'a.example', 'b.example')).err).toContain('too many arguments');
    expect((await run('block', 'a.example', '--resaon', 'x')).err).toContain("'--resaon'");
  });
});

describe('keys', () => {
  it('are shown once, work, and end at once', async () => {
    const made = await run('keys', 'create', '--scope', 'protect', '--scope', 'report', '--organization', 'acme');
    const key = made.out;
    expect(key).toMatch(/^wary_[\w-]{43}$/);
    expect((await fixture.call(validate, {}, { key })).body).toMatchObject({ scopes: ['protect', 'report'] });
    const listing = await run('keys', 'list');
    expect(listing.out).not.toContain(key);
    const id = listing.out.split('\n').at(-1)!.split('  ')[0]!;
    expect((await run('keys', 'revoke', id)).code).toBe(0);
    expect((await fixture.call(validate, {}, { key })).status).toBe(401);
    expect((await run('keys', 'revoke', id)).err).toContain('no valid key');
  });

  it('are refused for invalid options', async () => {
    expect((await run('keys', 'create', '--scope', 'all')).err).toContain('--scope must be one of');
    expect((await run('keys', 'create', '--kind', 'robot')).err).toContain('Allowed choices are organization, user');
    expect((await run('keys', 'create', '--organization', 'nobody')).err).toContain('no organization nobody');
    expect((await run('keys', 'create', '--scope', 'protect')).err).toContain('Name the organization');
    expect((await run('keys', 'destroy')).err).toContain("unknown command 'destroy'");
  });
});

describe('the role of a key at the desk', () => {
  it('is that of a person', async () => {
    const made = await run('keys', 'create', '--kind', 'user', '--email', 'bea@acme.test', '--organization', 'acme');
    const id = /Key (\d+)/.exec(made.err)![1]!;
    expect((await run('keys', 'role', id, 'viewer')).out).toContain('signs in at /desk as viewer');
    expect((await run('keys', 'role', id, 'none')).out).toContain('opens no desk');
    expect((await run('keys', 'role', id, 'boss')).err).toContain('Allowed choices are viewer');
    const program = await run('keys', 'create', '--organization', 'acme');
    const other = /Key (\d+)/.exec(program.err)![1]!;
    expect((await run('keys', 'role', other, 'viewer')).err).toContain("is no person's");
  });
});

describe('organizations', () => {
  it('are created only with a slug that is free for a portal', async () => {
    expect((await run('organizations', 'create', 'new-one', '--name', 'New One')).code).toBe(0);
    expect((await run('organizations', 'create', 'new-one')).err).toContain('is taken');
    expect((await run('organizations', 'create', 'api')).err).toContain('cannot be a slug');
    expect((await run('organizations', 'list')).out).toContain('new-one  ACTIVE  New One');
  });
});

describe('import', () => {
  it('reads a file relative to the folder of the terminal', async () => {
    await writeFile(join(folder, 'hosts.txt'), 'imported.example\nwww.imported.example\n# comment\n');
    const { code, out } = await run('source', 'import', 'hosts.txt');
    expect(code).toBe(0);
    expect(out).toContain('Imported hosts.txt as hosts');
    expect(await statusOf('imported.example')).toBe('BLOCKED');
  });

  it('names what is wrong with a file or a format', async () => {
    expect((await run('source', 'import', 'missing.txt', '--format', 'hosts')).err).toContain(
      'missing.txt cannot be read',
    );
    expect((await run('source', 'import', 'hosts.txt', '--format', 'none')).err).toContain(
      'Allowed choices are auto, hosts',
    );
  });
});

describe('a command for a running service', () => {
  let control: ControlServer;
  beforeAll(async () => {
    control = await startControl(runCommand, context(), fixture.service.log);
  });
  afterAll(() => control.close());

  it('runs in the service and prints in the terminal', async () => {
    const here = context();
    expect(await runThere(control.endpoint, ['block', 'remote.example'], here.terminal)).toBe(0);
    expect(here.out).toEqual(['URL remote.example is blocked now']);
    expect(await statusOf('remote.example')).toBe('BLOCKED');
    expect(await runThere(control.endpoint, ['unblock', 'unknown.example'], here.terminal)).toBe(1);
    expect(here.err.join('')).toContain('is not blocked');
    await writeFile(join(folder, 'more.txt'), 'more.example\n');
    expect(await runThere(control.endpoint, ['source', 'import', 'more.txt', '--format', 'hosts'], here.terminal)).toBe(
      0,
    );
    expect(await statusOf('more.example')).toBe('BLOCKED');
  });

  it('sends the key of the person', async () => {
    const { out } = await run('keys', 'create', '--kind', 'user', '--email', 'ada@acme.test', '--organization', 'acme');
    const here = context();
    const terminal = { ...here.terminal, key: out };
    expect(await runThere(control.endpoint, ['block', 'named.example'], terminal)).toBe(0);
    const [entry] = await fixture.opened.database.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({ userName: 'ada@acme.test', apiKeyId: expect.any(Number) });
  });

  it('needs the token', async () => {
    const here = context();
    const wrong = { ...control.endpoint, token: control.endpoint.token.replace(/.$/, '') };
    expect(await runThere(wrong, ['block', 'unauthorised.example'], here.terminal)).toBeNull();
    expect((await fetch(control.endpoint.url, { method: 'POST', body: '{}' })).status).toBe(401);
    expect(await statusOf('unauthorised.example')).toBe('UNKNOWN');
  });

  it('notices that the service no longer runs', async () => {
    expect(await runThere({ url: 'http://127.0.0.1:9', token: 'x' }, ['list-key'], context().terminal)).toBeNull();
  });
});
