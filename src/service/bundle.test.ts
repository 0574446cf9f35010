import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
let folder: string;
let running: ChildProcess | undefined;
const bundle = () => join(folder, 'service', 'service.js');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wary-bundle-'));
  await run(process.execPath, ['src/development/service-build.ts', '--out', join(folder, 'service')]);
}, 240_000);
afterAll(async () => {
  running?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts the bundle where there is no clone, on a folder of its own. */
async function serve(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [bundle(), 'serve', '--demo', '--port', '0', '--ready-file', 'ready.json'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running = child;
  const told: string[] = [];
  child.stderr.on('data', (chunk) => told.push(String(chunk)));
  while (!existsSync(join(folder, 'ready.json'))) {
    if (child.exitCode !== null) throw new Error(told.join(''));
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  return { child, url: JSON.parse(await readFile(join(folder, 'ready.json'), 'utf8')).url };
}
const command = (...words: string[]) => run(process.execPath, [bundle(), ...words], { cwd: folder });

it('the bundle runs without a clone: it answers, takes commands, backs up, and its pages have their style', {
  timeout: 240_000,
}, async () => {
  const { child, url } = await serve();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await command('block', 'bundled.example')).stdout).toContain('is blocked now');
  const { stdout } = await command(
    ...['call', 'assetCheck', '--json', '{"content":"bundled.example"}', '--ready-file', 'ready.json'],
  );
  expect(JSON.parse(stdout)).toMatchObject({ status: 'BLOCKED' });
  const page = await (await fetch(`${url}/acme`)).text();
  const style = await fetch(url + /href="(\/-\/portal\.[^"]+\.css)"/.exec(page)![1]);
  expect([style.status, style.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/css')]);
  expect((await command('backup', 'backup.tar.gz')).stdout).toContain('Backed up');
  expect((await command('restore', 'backup.tar.gz', '--data', 'restored')).stdout).toContain('Restored');
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await gone)[0]).toBe(0);
});
