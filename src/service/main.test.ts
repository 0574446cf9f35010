import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildService } from '../../test/fixtures/built-service.ts';
import { assetCheck } from '../api/asset/asset.ts';
import { call } from '../api/client.ts';

/** Outside the clone. */
let built: string;
let program: string;
let folder: string;
let running: ChildProcess[] = [];
beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'wary-bundle-'));
  program = await buildService(built);
}, 240_000);
afterAll(() => rm(built, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wary-main-'));
});
afterEach(async () => {
  for (const child of running) await end(child, 'SIGKILL');
  running = [];
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

type Ready = { url: string; keys: Record<string, string> };
const data = () => join(folder, 'data');
const readyFile = () => join(folder, 'ready.json');

async function serve(): Promise<{ child: ChildProcess; ready: Ready }> {
  await rm(readyFile(), { force: true });
  const words = ['serve', '--demo', '--port', '0', '--data', data(), '--ready-file', readyFile()];
  const child = spawn(process.execPath, [program, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(String(chunk)));
  // Its line comes by another way than its file.
  while (!existsSync(readyFile()) || !printed.join('').includes('listening on')) {
    if (child.exitCode !== null) throw new Error(printed.join(''));
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  expect(printed.join('')).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/m);
  return { child, ready: JSON.parse(await readFile(readyFile(), 'utf8')) as Ready };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
  return child.exitCode;
}

function command(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { cwd: folder }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

async function statusOf({ url, keys }: Ready, content: string): Promise<string> {
  const answer = await call({ baseUrl: url, apiKey: keys.protect! }, assetCheck, { body: { content } });
  return answer.status === 200 ? answer.data.status : '304';
}

it('the built service keeps data and demo keys over a stop, a kill and commands, and styles its pages', {
  timeout: 240_000,
}, async () => {
  const first = await serve();
  expect(await command('block', 'one.example', '--data', data())).toMatchObject({ code: 0 });
  expect(await statusOf(first.ready, 'one.example')).toBe('BLOCKED');
  const rival = await command('serve', '--data', data(), '--port', '0');
  expect(rival).toMatchObject({ code: 1, err: expect.stringContaining('in use by another process') });
  expect(await statusOf(first.ready, 'one.example')).toBe('BLOCKED');

  expect(await end(first.child, 'SIGTERM')).toBe(0);
  expect(existsSync(readyFile())).toBe(false);
  expect(existsSync(join(data(), 'control.json'))).toBe(false);
  expect(await command('block', 'two.example', '--data', data())).toMatchObject({ code: 0 });

  const second = await serve();
  expect(second.ready.keys).toEqual(first.ready.keys);
  expect(await statusOf(second.ready, 'two.example')).toBe('BLOCKED');
  await end(second.child, 'SIGKILL');
  expect(await command('unblock', 'one.example', '--data', data())).toMatchObject({ code: 0 });

  const third = await serve();
  expect(await statusOf(third.ready, 'one.example')).toBe('UNKNOWN');
  const page = await (await fetch(`${third.ready.url}/acme`)).text();
  const style = await fetch(third.ready.url + /href="(\/-\/portal\.[^"]+\.css)"/.exec(page)![1]);
  expect([style.status, style.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/css')]);
  expect(await statusOf(third.ready, 'two.example')).toBe('BLOCKED');
  const file = join(folder, 'running.tar.gz');
  expect(await command('backup', file, '--data', data())).toMatchObject({ code: 0 });
  const restored = join(folder, 'restored');
  expect(await command('restore', file, '--data', restored)).toMatchObject({ code: 0 });
  const keys = await Promise.all([data(), restored].map((place) => command('list-key', '--data', place)));
  expect(keys[0]).toMatchObject({ code: 0, err: '' });
  expect(keys[1]).toEqual(keys[0]);
  await end(third.child, 'SIGTERM');
});

it('a command waits for a starting service', { timeout: 120_000 }, async () => {
  const starting = serve();
  while (!existsSync(join(data(), 'folder.lock'))) await new Promise((resolve) => setTimeout(resolve, 10));
  const waits = { code: 0, err: expect.stringContaining('waiting for it') };
  const words = [['block', 'early.example'], ['backup', join(folder, 'early.tar.gz')], ['republish']];
  const given = await Promise.all(words.map((each) => command(...each, '--data', data())));
  expect(given).toMatchObject([waits, waits, waits]);
  expect(await statusOf((await starting).ready, 'early.example')).toBe('BLOCKED');
});

it('a failed start says why in one line', async () => {
  const failed = await command('serve', '--data', '/proc/nope', '--port', '0');
  expect(failed).toMatchObject({ code: 1, out: '' });
  expect(failed.err).toMatch(/^The data folder \/proc\/nope cannot be used: .*ENOENT.*\n$/);
});

it('a wrong command line exits with code 2 and says what to do', { timeout: 120_000 }, async () => {
  const cases: [string[], string][] = [
    [['srve'], '(Did you mean serve?)'],
    [['serve', '--prot', '1'], "'--prot'"],
    [['serve', '--port', 'x'], '--port must be a whole number from 0 to 65535'],
    [['serve', '--memory', '--data', folder], 'either --memory or'],
    [['serve', '--public-url', 'http://elsewhere.example'], '--public-url must begin with https://'],
    [['block', 'x.example', '--data', folder, '--database-url', 'postgres://h/d'], 'either --data or --database-url'],
    [['list-key', '--database-url', 'postgres://u:secret@h:99999/d'], '--database-url has the port "99999": a port is'],
    [
      ['list-key', '--database-url', 'postgres://h:port/d'],
      '--database-url has the port "port": a port is a number from 1',
    ],
    [['list-key', '--database-url', 'postgres://h h/d'], '--database-url is no address such as postgres://user'],
    [['backup', join(folder, 'b.tar.gz'), '--data', join(folder, 'mistyped')], 'There is no data in'],
    [['list-key', '--ready-file', join(folder, 'none.json')], 'is not the ready file'],
  ];
  const results = await Promise.all(cases.map(([words]) => command(...words)));
  for (const [index, [, message]] of cases.entries())
    expect(results[index]).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  const help = await command('serve', '--help');
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining('--poll-seconds') });
});

it('ignores a closed pipe, as to a program that has read enough', async () => {
  const child = spawn(process.execPath, [program, 'serve', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  child.stdout.destroy();
  const err: string[] = [];
  child.stderr.on('data', (chunk) => err.push(String(chunk)));
  const [code] = await once(child, 'close');
  expect([code, err.join('')]).toEqual([0, '']);
});
