/**
 * Makes a bare clone ready for the npm script that runs next: installs the dependencies of package-lock.json, and with
 * `--browser` finds or installs a Chromium. Plain JavaScript without imports from the project, because it runs before
 * anything is installed and on whatever Node (20 or newer) the machine has.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Runs a command with its output shown; answers whether it succeeded. */
function run(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) fail(`Node ${process.versions.node} is too old: install Node 20 or newer and run the command again.`);

const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
const stamp = join(root, 'node_modules', '.installed-lock');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  console.log('Installing the dependencies of package-lock.json …');
  if (!run('npm', ['ci', '--no-fund', '--no-audit'])) fail('npm ci failed: see the lines above, then run the command again.');
  writeFileSync(stamp, lock);
}

if (process.argv.includes('--browser')) {
  const { findChromium } = await import(pathToFileURL(join(root, 'src', 'development', 'chromium.mjs')).href);
  if (!findChromium()) {
    console.log('No Chromium was found: installing one …');
    const asRoot = process.getuid?.() === 0;
    const hasApt = existsSync('/usr/bin/apt-get');
    run('npx', ['playwright', 'install', ...(asRoot && hasApt ? ['--with-deps'] : []), 'chromium']);
    if (!findChromium() && asRoot && hasApt) {
      run('apt-get', ['update', '-q']) &&
        run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-dejavu-core']);
    }
    if (!findChromium()) fail('No Chromium could be installed: set CHROME_PATH to a Chromium (not Google Chrome, which ignores --load-extension).');
  }
}
