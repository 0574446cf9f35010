import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { archiveOf, filesOf } from '../../../src/development/package/archive.ts';
import { sourcesOf } from '../../../src/development/package/sources.ts';
import { EXTENSION } from '../harness/build.ts';
import { expect, test } from '../harness/test.ts';

const NOBODY = 65_534;
const VERIFY = 'src/development/build.ts --brand test/fixtures/brand/e2e.json --verify'.split(' ');
/** Shifts the clock of a process by a day and a half. */
const LATER = `
  const Now = Date, ahead = 36 * 3_600_000;
  globalThis.Date = class extends Now {
    constructor(...words) { words.length ? super(...words) : super(Now.now() + ahead); }
    static now() { return Now.now() + ahead; }
  };`;

test('a build from the packed sources has the same bytes in another folder, for another user, in another time zone and on another day', async () => {
  test.setTimeout(240_000);
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(join(tmpdir(), 'wary-elsewhere-'));
  try {
    const sources = await filesOf(await sourcesOf(process.cwd(), 'test/fixtures/brand/e2e.json'));
    for (const [name, bytes] of sources) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'later.mjs'), LATER);
    const given = join(folder, 'given.zip');
    writeFileSync(given, await archiveOf(EXTENSION));
    if (isRoot) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
    const { stdout } = await promisify(execFile)(process.execPath, [...VERIFY, given], {
      cwd: folder,
      env: {
        ...{ PATH: process.env.PATH, HOME: folder, TMPDIR: folder, TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8' },
        NODE_OPTIONS: `--import ${join(folder, 'later.mjs')}`,
      },
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    expect(stdout).toBe(`${given} is what this commit and brand build, byte for byte.\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a package that was changed is recognised by what this commit builds, file by file', async () => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'wary-changed-'));
  try {
    cpSync(EXTENSION, join(folder, 'changed'), { recursive: true });
    const file = join(folder, 'changed', 'manifest.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"name":', '"name" :'));
    writeFileSync(join(folder, 'changed', 'more.js'), '');
    const given = join(folder, 'given.zip');
    writeFileSync(given, await archiveOf(join(folder, 'changed')));
    const verified = promisify(execFile)(process.execPath, [...VERIFY, given]);
    await expect(verified).rejects.toMatchObject({
      code: 1,
      stderr: [
        `${given} is not what this commit and brand build:`,
        '  - manifest.json is another one',
        '  - more.js should not be there\n',
      ].join('\n'),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
