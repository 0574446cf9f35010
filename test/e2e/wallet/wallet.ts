import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { chromeIdOf } from '../../../src/organization/identity.ts';
import type { Browser } from '../harness/browser.ts';
import type { ExtensionApi } from '../harness/extension-api.ts';

declare const chrome: ExtensionApi;

/** Switches the check on, as the settings do, and waits until new pages carry its scripts. */
export async function switchOn(wary: Browser): Promise<void> {
  await wary.send('settingsWrite', { checkWallets: true });
  const registered = async () =>
    (await wary.worker()).evaluate(async () => (await chrome.scripting.getRegisteredContentScripts()).length);
  await expect.poll(registered).toBe(2);
}

/** Source text of a wallet that notes what reaches it in `reached`, and announces itself (EIP-6963). */
const SCRIPT = `
  globalThis.reached = [];
  const provider = { request: async ({ method, params }) => (reached.push([method, params]), 'done by ' + method) };
  window.ethereum = provider;
  const detail = Object.freeze({ info: { uuid: '1', name: 'Stub', icon: 'data:,', rdns: 'example.stub' }, provider });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();`;

/** The same as a part of a page. */
export const WALLET = `<script>${SCRIPT}</script>`;

/**
 * A wallet as an extension of its own, in a new folder.
 * @param id of the extension before or after which the browser runs its script
 */
export function walletExtension(order: 'before' | 'after', id: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'wary-wallet-'));
  for (;;) {
    // The browser makes an id of any bytes where no signature is checked.
    const key = createHash('sha512').update(randomBytes(32)).digest('base64');
    if (chromeIdOf(key) < id !== (order === 'before')) continue;
    const everywhere = { matches: ['<all_urls>'], all_frames: true, match_origin_as_fallback: true };
    const content_scripts = [{ ...everywhere, js: ['wallet.js'], world: 'MAIN', run_at: 'document_start' }];
    const manifest = { manifest_version: 3, name: 'Stub wallet', version: '1', key, content_scripts };
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'wallet.js'), `(() => {${SCRIPT}})();`);
    return folder;
  }
}
