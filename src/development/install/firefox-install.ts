/** Installs the Firefox of the system's packages where none is found. Its tests are skipped without it, so that nothing fails here. */
import { findFirefox } from './firefox.ts';
import { canInstall, installPackages } from './system-package.ts';

if (!findFirefox() && canInstall()) {
  console.log('No Firefox was found: installing one …');
  installPackages('firefox-esr');
}
if (!findFirefox()) console.log('No Firefox: its tests will be skipped. FIREFOX_PATH names one.');
