/**
 * Makes a bare clone ready for the npm script that runs next: installs the dependencies of package-lock.json, with `--browser` a
 * Chromium where none is found, and with `--firefox` and `--postgres` those where that is possible. Plain JavaScript without
 * imports from the project, because it runs before anything is installed and on whatever Node (20 or newer) the machine has.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const windows = process.platform === 'win32';

/** Runs a command with its output shown; ends with its message where it fails. */
function run(command, args, message) {
  if (spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: windows }).status === 0) return;
  console.error(`\n${message}`);
  process.exit(1);
}

/** Names the process that installs: of two at once, each would remove what the other has installed. */
const turn = join(root, '.installing');

function installer() {
  try {
    return readFileSync(turn, 'utf8');
  } catch {
    return '';
  }
}

function isRunning(pid) {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Waits until this process alone may install. */
async function waitForTurn() {
  for (let isTold = false; ; ) {
    const before = installer();
    if (before !== '' && isRunning(before)) {
      if (!isTold) console.log('Another command is installing the dependencies: waiting for it.');
      isTold = true;
      await pause(200);
      continue;
    }
    // Who was killed left its name behind.
    if (before !== '') rmSync(turn, { force: true });
    try {
      writeFileSync(turn, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    // Another process may have taken this name for the one that was left behind.
    await pause(200);
    if (installer() === String(process.pid)) break;
    // Who was killed before it wrote its name.
    if (installer() === '') rmSync(turn, { force: true });
  }
  process.on('exit', () => rmSync(turn, { force: true }));
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Node ${process.versions.node} is too old: install Node 20 or newer and run the command again.`);
  process.exit(1);
}

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const stamp = join(root, 'node_modules', '.installed-lock');
const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;
if (!isInstalled()) {
  await waitForTurn();
  if (!isInstalled()) {
    console.log('Installing the dependencies of package-lock.json …');
    run('npm', ['ci', '--no-fund', '--no-audit'], 'npm ci failed: see the lines above, then run the command again.');
    writeFileSync(stamp, lock);
  }
  rmSync(turn, { force: true });
}

// The pinned Node runs TypeScript; the one this script runs on may not.
const pinned = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node');
const install = (names, message) =>
  run(pinned, [join(root, 'src', 'development', 'install', 'install.ts'), ...names], message);
if (process.argv.includes('--browser')) install(['chromium'], 'There is no browser to run in.');
if (process.argv.includes('--firefox')) install(['firefox'], 'Looking for Firefox failed.');
if (process.argv.includes('--postgres')) install(['postgres'], 'Looking for PostgreSQL failed.');
