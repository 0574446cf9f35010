import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/fixtures/temporary-folder.ts';
import { FolderInUse, FolderRefused, LOCK_FILE, lockFolder } from './folder-lock.ts';

/** Holds the folder until it is killed or its input ends. */
const HOLDER = `
import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
const lock = await lockFolder(process.argv[1]).catch((error) => console.log(error.name));
if (lock) {
  console.log('held');
  process.stdin.on('end', () => lock.release()).resume();
}`;
const NAMESPACE = ['--pid', '--fork', '--mount-proc'];
const hasNamespaces = spawnSync('unshare', [...NAMESPACE, 'true']).status === 0;

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
});

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Starts a process that wants a folder. @returns it, and what it says first */
async function starter(folder: string, ...before: readonly string[]): Promise<{ child: ChildProcess; said: string }> {
  const [program, ...words] = [...before, process.execPath, '--input-type=module', '-e', HOLDER, folder];
  const child = spawn(program!, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const [said] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, said };
}

it('only one of several starting processes gets the folder', async () => {
  for (const round of [1, 2, 3]) {
    const data = join(await temporaryFolder(), String(round));
    const said = (await Promise.all([1, 2, 3, 4].map(() => starter(data)))).map((each) => each.said);
    expect(said.sort()).toEqual(['FolderInUse', 'FolderInUse', 'FolderInUse', 'held']);
  }
});

it.skipIf(!hasNamespaces)('a lock also holds between containers', async () => {
  const data = join(await temporaryFolder(), 'data');
  // Each is number 1 of its own.
  const first = await starter(data, 'unshare', ...NAMESPACE);
  expect(first.said).toBe('held');
  expect((await starter(data, 'unshare', ...NAMESPACE)).said).toBe('FolderInUse');
  await expect(lockFolder(data)).rejects.toThrow(FolderInUse);
});

it('the folder is free once its process has ended, however it ended', async () => {
  const data = join(await temporaryFolder(), 'data');
  const first = await starter(data);
  await end(first.child, 'SIGKILL');
  const second = await starter(data);
  expect(second.said).toBe('held');
  const waiting = lockFolder(data, 10_000);
  second.child.stdin!.end();
  const lock = await waiting;
  await expect(lockFolder(data)).rejects.toThrow(FolderInUse);
  lock.release();
  (await lockFolder(data)).release();
});

it('a refused or undone lock leaves no file', async () => {
  const data = join(await temporaryFolder(), 'data');
  await mkdir(data);
  await (await lockFolder(data)).undo();
  expect(await readdir(data)).toEqual([]);
  const lock = await lockFolder(data);
  await expect(lockFolder(data)).rejects.toThrow(FolderInUse);
  expect((await stat(join(data, LOCK_FILE))).mode & 0o777).toBe(0o600);
  lock.release();
  await (await lockFolder(data)).undo();
  expect(await readdir(data)).toEqual([LOCK_FILE]);
});

it('a folder that cannot be made is refused at once', async () => {
  const startedAt = performance.now();
  await expect(lockFolder('/proc/nope/data')).rejects.toThrow(FolderRefused);
  await expect(lockFolder('/dev/null/data')).rejects.toThrow(/\/dev\/null\/data cannot be used/);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
