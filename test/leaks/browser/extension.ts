import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes an extension of these files into a folder of its own, which the caller removes. */
export function writeExtension(manifest: object, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'wary-extension-'));
  const whole = { manifest_version: 3, version: '1', host_permissions: ['<all_urls>'], ...manifest };
  for (const [name, text] of Object.entries({ ...files, 'manifest.json': JSON.stringify(whole) }))
    writeFileSync(join(folder, name), text);
  return folder;
}
