import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const run = (...args: string[]): void => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: 'inherit', env });
};

/** Whether packages of the system can be installed here: as root, on Debian or one of its kin. */
export const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs packages of the system. Says nothing of success: whoever needs them looks for what they bring. */
export function installPackages(...names: readonly string[]): void {
  run('update', '-q');
  run('install', '-y', '-q', '--no-install-recommends', ...names);
}
