/** Installs a Chromium where none is found: Playwright's own build, else the one of the system's packages. */
import { spawnSync } from 'node:child_process';
import { findChromium } from './chromium.ts';
import { canInstall, installPackages } from './system-package.ts';

if (!findChromium()) {
  console.log('No Chromium was found: installing one …');
  const withSystem = canInstall() ? ['--with-deps'] : [];
  const installer = ['node_modules/@playwright/test/cli.js', 'install', ...withSystem, 'chromium'];
  spawnSync(process.execPath, installer, { stdio: 'inherit' });
  if (!findChromium() && canInstall()) installPackages('chromium', 'fonts-dejavu-core');
  if (!findChromium()) {
    console.error(
      '\nNo Chromium could be installed: set CHROME_PATH to a Chromium (not Google Chrome, which ignores --load-extension).',
    );
    process.exit(1);
  }
}
