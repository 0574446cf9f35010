/** Installs a Chromium where none is found: Playwright's own build, else the one of the system's packages. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './chromium.ts';

const run = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

if (!findChromium()) {
  console.log('No Chromium was found: installing one …');
  const apt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  run(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', ...(apt ? ['--with-deps'] : []), 'chromium');
  if (!findChromium() && apt) {
    run('apt-get', 'update', '-q');
    run('apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-dejavu-core');
  }
  if (!findChromium()) {
    console.error(
      '\nNo Chromium could be installed: set CHROME_PATH to a Chromium (not Google Chrome, which ignores --load-extension).',
    );
    process.exit(1);
  }
}
