import { join } from 'node:path';
import { findFirefox } from '../../src/development/install/firefox.ts';
import { buildFor } from '../e2e/harness/build.ts';

/** The unpacked extension that the tests in Firefox load. */
export const EXTENSION = join(process.cwd(), '.output', 'e2e', 'firefox-mv3');

/** Builds the extension for Firefox where there is one. */
export default async function build(): Promise<void> {
  if (findFirefox()) await buildFor('firefox');
  else console.log('No Firefox was found (FIREFOX_PATH, or firefox-esr from the system): its tests are SKIPPED.');
}
