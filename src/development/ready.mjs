/**
 * Makes the clone ready for an npm script and then runs a program of it on the pinned Node:
 *
 *   node src/development/ready.mjs [--browser] [--firefox] [--postgres] [FILE [ARGUMENT …]]
 *
 * Installs the packages of package-lock.json where they are missing or of another lock file, and with an option a Chromium, Firefox or
 * PostgreSQL where none is found: as root by the system's packages; otherwise it says what to install. Plain JavaScript without imports
 * from the project, because it runs before anything is installed, on any Node from 20.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const isWindows = process.platform === 'win32';
const OPTIONS = { '--browser': 'chromium', '--firefox': 'firefox', '--postgres': 'postgres' };

/** Runs a command with its output shown. Ends this process with a message where it fails. */
function run(command, args, message) {
  if (spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: isWindows }).status === 0) return;
  console.error(`\n${message}`);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Node ${process.versions.node} is too old: install Node 20 or newer and run the command again.`);
  process.exit(1);
}
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const stamp = join(root, 'node_modules', '.installed-lock');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  console.log('Installing the packages of package-lock.json …');
  run('npm', ['ci', '--no-fund', '--no-audit'], 'npm ci failed: see the lines above, then run the command again.');
  writeFileSync(stamp, lock);
}

// The pinned Node runs TypeScript; the one that this script runs on may not.
const node = join(root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node');
const args = process.argv.slice(2);
const programs = [];
while (args[0] in OPTIONS) programs.push(OPTIONS[args.shift()]);
if (programs.length > 0) {
  const installer = join(root, 'src', 'development', 'install', 'install.ts');
  run(node, [installer, ...programs], 'A program that this command needs is missing: see the lines above.');
}
if (args.length > 0) {
  // The next start neither strips types nor compiles again what has not changed.
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env };
  const child = spawn(node, args, { stdio: 'inherit', shell: isWindows, env });
  // A terminal sends Ctrl-C to the child too: this process only waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 1));
}
