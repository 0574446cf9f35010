import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { archiveOf, differences, filesOf } from '../../../src/development/package/archive.ts';
import { sourcesOf } from '../../../src/development/package/sources.ts';
import { EXTENSION } from '../harness/build.ts';
import { expect, test } from '../harness/test.ts';

const NOBODY = 65_534;
const BUILD = 'src/development/build.ts --brand test/fixtures/brand/e2e.json --list none --out built'.split(' ');
/** Shifts the clock of a process by a day and a half. */
const LATER = `
  const Now = Date, ahead = 36 * 3_600_000;
  globalThis.Date = class extends Now {
    constructor(...words) { words.length ? super(...words) : super(Now.now() + ahead); }
    static now() { return Now.now() + ahead; }
  };`;

test('a build from the packed sources has the same bytes in another folder, for another user, in another time zone and on another day', {
  tag: '@long',
}, async () => {
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
    if (isRoot) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
    execFileSync(process.execPath, BUILD, {
      cwd: folder,
      env: {
        ...{ PATH: process.env.PATH, HOME: folder, TMPDIR: folder, TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8' },
        NODE_OPTIONS: `--import ${join(folder, 'later.mjs')}`,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    const [here, there] = await Promise.all([archiveOf(EXTENSION), archiveOf(join(folder, 'built', 'chrome-mv3'))]);
    expect(differences(await filesOf(here), await filesOf(there))).toEqual([]);
    expect(there.equals(here)).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, 'built', 'chrome-mv3', 'manifest.json'), 'utf8'))).toMatchObject({
      name: 'Acme Guard',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
