import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TargetBrowser } from '../../../src/development/extension.ts';

/** The unpacked extension that every end-to-end test loads. */
export const EXTENSION = join(process.cwd(), '.output', 'e2e', 'chrome-mv3');

/** Builds the extension once for the whole run, under the test brand and without a bundled list. */
export default function build(): void {
  buildFor('chrome');
}

export function buildFor(browser: TargetBrowser): void {
  if (process.env.WARY_SKIP_BUILD) return;
  const brand = ['--brand', 'test/fixtures/brand/e2e.json', '--list', 'none'];
  execFileSync(process.execPath, ['src/development/build.ts', ...brand, '--browser', browser, '--out', '.output/e2e'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
