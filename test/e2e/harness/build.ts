import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TargetBrowser } from '../../../src/development/extension/build.ts';

const OUT = join(process.cwd(), '.output', 'e2e');
/** The unpacked extension that every end-to-end test loads. */
export const EXTENSION = join(OUT, 'chrome-mv3');
/** The same for Firefox. */
export const FIREFOX_EXTENSION = join(OUT, 'firefox-mv3');

/** Builds the extension under the test brand and without a bundled list. */
export default function build(): Promise<void> {
  return buildFor('chrome');
}

export async function buildFor(browser: TargetBrowser): Promise<void> {
  if (process.env.WARY_SKIP_BUILD) return;
  const brand = ['--brand', 'test/fixtures/brand/e2e.json', '--list', 'none'];
  const words = ['src/development/build.ts', ...brand, '--browser', browser, '--out', '.output/e2e'];
  await promisify(execFile)(process.execPath, words);
}

/** A copy of the package that a test may change. @returns its folder */
export function packageCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wary-package-'));
  cpSync(EXTENSION, folder, { recursive: true });
  return folder;
}

/**
 * Makes the notifications of a copied package granted from its next start, as if the person had agreed: a browser
 * without a screen shows its question to nobody.
 */
export function agreeToNotifications(folder: string): void {
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  manifest.permissions = [...manifest.permissions!, ...manifest.optional_permissions!];
  delete manifest.optional_permissions;
  writeFileSync(file, JSON.stringify(manifest));
}
