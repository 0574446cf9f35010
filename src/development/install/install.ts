/** Installs the programs named as arguments (chromium, firefox, postgres) where none is found. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './chromium.ts';
import { findFirefox } from './firefox.ts';
import { postgresPrograms } from './postgres.ts';

/** Whether packages of the system can be installed here: as root, on Debian or one of its kin. */
const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Reports no failure: callers look for the programs afterwards. */
function installPackages(...names: readonly string[]): void {
  if (!canInstall) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], { stdio: 'inherit', env });
}

/** Playwright's own build, else the one of the system's packages. */
function installChromium(): void {
  if (findChromium()) return;
  console.log('No Chromium was found: installing one …');
  const withSystem = canInstall ? ['--with-deps'] : [];
  const installer = ['node_modules/@playwright/test/cli.js', 'install', ...withSystem, 'chromium'];
  spawnSync(process.execPath, installer, { stdio: 'inherit' });
  if (!findChromium()) installPackages('chromium', 'fonts-dejavu-core');
  if (findChromium()) return;
  console.error(
    '\nNo Chromium could be installed: set CHROME_PATH to a Chromium (not Google Chrome, which ignores --load-extension).',
  );
  process.exit(1);
}

/** Its tests are skipped without it, so that nothing fails here. */
function installFirefox(): void {
  if (!findFirefox() && canInstall) {
    console.log('No Firefox was found: installing one …');
    installPackages('firefox-esr');
  }
  if (!findFirefox()) console.log('No Firefox: its tests will be skipped. FIREFOX_PATH names one.');
}

/** The tests on a server are skipped without it. */
function installPostgres(): void {
  if (postgresPrograms() !== null || !canInstall) return;
  console.log('No PostgreSQL was found: installing one …');
  installPackages('postgresql');
}

const INSTALLERS: Readonly<Record<string, () => void>> = {
  chromium: installChromium,
  firefox: installFirefox,
  postgres: installPostgres,
};
for (const name of process.argv.slice(2)) INSTALLERS[name]?.();
