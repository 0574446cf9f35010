import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The least extension that answers a message, to know what waking a worker costs by itself. */
export function writeEmptyExtension(): { folder: string; id: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'wary-empty-'));
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ manifest_version: 3, name: 'Empty', version: '1', background: { service_worker: 'worker.js' } }),
  );
  writeFileSync(
    join(folder, 'worker.js'),
    'chrome.runtime.onMessage.addListener((message, sender, reply) => reply({}));',
  );
  writeFileSync(join(folder, 'page.html'), '<!doctype html><title>Empty</title>');
  return { folder, id: idOfFolder(folder), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The id that Chromium gives an unpacked extension without a key: from the SHA-256 of its path. */
function idOfFolder(folder: string): string {
  const hex = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  return [...hex].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
}
