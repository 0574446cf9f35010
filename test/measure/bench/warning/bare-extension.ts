import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The domain below which every host is listed. */
export const LISTED_DOMAIN = 'listed.test';

export type BareExtension = { readonly folder: string; readonly id: string; readonly remove: () => void };

/**
 * The least extension that puts a warning in the place of a listed page: its worker hears of a navigation and takes the tab to a page
 * without scripts. It knows the listed domain by heart, asks nobody and stops nothing that is faster than it.
 */
export function writeBareExtension(): BareExtension {
  const folder = mkdtempSync(join(tmpdir(), 'wary-bare-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    'manifest.json',
    JSON.stringify({
      manifest_version: 3,
      name: 'Bare',
      version: '1',
      background: { service_worker: 'worker.js' },
      permissions: ['webNavigation', 'tabs'],
      host_permissions: ['<all_urls>'],
    }),
  );
  write(
    'worker.js',
    `const page = chrome.runtime.getURL('warning.html');
chrome.webNavigation.onBeforeNavigate.addListener(({ tabId, frameId, url }) => {
  if (frameId === 0 && new URL(url).hostname.endsWith('.${LISTED_DOMAIN}')) chrome.tabs.update(tabId, { url: page + '#' + url });
});`,
  );
  write(
    'warning.html',
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Stopped</title><style>body{font:16px sans-serif;margin:4rem}</style><h1>Stopped</h1><p>This site is listed.</p>',
  );
  return { folder, id: idOfFolder(folder), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The id that Chromium gives an unpacked extension without a key: from the SHA-256 of its path. */
export function idOfFolder(folder: string): string {
  const hex = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  return [...hex].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
}
