import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';

const SCRIPT = join(import.meta.dirname, 'prepare.mjs');
/** For `npm ci`: writes down that it ran, and fails where another one runs in the same clone. */
const INSTALL = `#!/bin/sh
mkdir busy || exit 1
echo ran >> runs
node -e 'setTimeout(() => {}, 300)'
mkdir -p node_modules
rmdir busy
`;

it('installs once where several commands are given at the same time in a bare clone', async () => {
  const clone = await temporaryFolder();
  await mkdir(join(clone, 'src/development'), { recursive: true });
  await mkdir(join(clone, 'bin'));
  await cp(SCRIPT, join(clone, 'src/development/prepare.mjs'));
  await writeFile(join(clone, 'package-lock.json'), '{}');
  await writeFile(join(clone, 'bin/npm'), INSTALL, { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(clone, 'bin')}${delimiter}${process.env.PATH}` };
  const prepare = (): ChildProcess =>
    spawn(process.execPath, ['src/development/prepare.mjs'], { cwd: clone, env, stdio: 'ignore' });
  // Whoever installed before and was killed holds nobody up.
  await writeFile(join(clone, '.installing'), '999999999');
  const ended = await Promise.all([prepare(), prepare(), prepare()].map((started) => once(started, 'exit')));
  expect(ended.map(([code]) => code)).toEqual([0, 0, 0]);
  expect(await readFile(join(clone, 'runs'), 'utf8')).toBe('ran\n');
});
