/** Installs the Firefox of the system's packages where none is found. Its tests are skipped without it, so that nothing fails here. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findFirefox } from './firefox.ts';

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });

if (!findFirefox() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
  console.log('No Firefox was found: installing one …');
  run('apt-get', 'update', '-q');
  run('apt-get', 'install', '-y', '-q', '--no-install-recommends', 'firefox-esr');
}
if (!findFirefox()) console.log('No Firefox: its tests will be skipped. FIREFOX_PATH names one.');
