import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Builds for a browser, unless the build of the same sources is there. */
export async function buildFor(browser: TargetBrowser): Promise<void> {
  const record = join(OUT, `${browser}.sources`);
  const digest = sourcesDigest();
  if (existsSync(record) && readFileSync(record, 'utf8') === digest) return;
  rmSync(record, { force: true });
  const brand = ['--brand', 'test/fixtures/brand/e2e.json', '--list', 'none'];
  const words = ['src/development/build.ts', ...brand, '--browser', browser, '--out', '.output/e2e'];
  await promisify(execFile)(process.execPath, words);
  writeFileSync(record, digest);
}

/** SHA-256 over everything that goes into a build. */
function sourcesDigest(): string {
  const hash = createHash('sha256');
  const folders = ['src', 'entrypoints', 'public', 'test/fixtures/brand'];
  const names = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const name of ['package-lock.json', 'wxt.config.ts', ...names.sort()])
    hash.update(name).update(readFileSync(name));
  return hash.digest('hex');
}

/** A copy of the package that a test may change. @returns its folder */
export function packageCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wary-package-'));
  cpSync(EXTENSION, folder, { recursive: true });
  return folder;
}

/**
 * Makes the optional permissions of a copied package granted from its next start, as if the person had agreed: a browser
 * without a screen shows its question to nobody.
 */
export function agreeToOptional(folder: string): void {
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  manifest.permissions = [...manifest.permissions!, ...manifest.optional_permissions!];
  delete manifest.optional_permissions;
  writeFileSync(file, JSON.stringify(manifest));
}
