import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The host to which the stand-in wallet reports every call; no way leads to a page of it. */
export const WALLET_HOST = 'wallet.example';
/** Its id in Firefox. */
export const WALLET_ADDON = 'wallet@wary.example';

const PROVIDER = `window.ethereum = { isMetaMask: true, request: async ({ method }) => {
  fetch('http://${WALLET_HOST}/call?' + encodeURIComponent(method), { mode: 'no-cors', keepalive: true });
  return [];
} };`;

/** Writes a wallet's extension, which gives its provider to every frame before the first script of it; the caller removes the folder. */
export const writeWallet = (): string =>
  writeExtension(
    {
      name: 'Stand-in wallet',
      browser_specific_settings: { gecko: { id: WALLET_ADDON } },
      content_scripts: [
        {
          matches: ['<all_urls>'],
          js: ['provider.js'],
          run_at: 'document_start',
          all_frames: true,
          match_origin_as_fallback: true,
          world: 'MAIN',
        },
      ],
    },
    { 'provider.js': PROVIDER },
  );

/** What the peers hold as listed: the hosts of the visits (`way/hosts.ts`) and one page. */
const LISTED = `const listed = (url) => { const { hostname, pathname } = new URL(url);
  return /(^|\\.)[mn]\\d+\\.matrix\\.test\\.?$|^192\\.88\\.99\\./.test(hostname) || (hostname === 'pages.wary.test' && pathname === '/claim'); };`;
const WARNING = `const warning = (url) => chrome.runtime.getURL('warning.html') + '#' + url;`;

/** Sends a tab elsewhere when a navigation to a listed address begins, as most extensions of the kind do. */
const TABS_UPDATE = `${LISTED}${WARNING}
chrome.webNavigation.onBeforeNavigate.addListener(({ tabId, frameId, url }) => {
  if (frameId === 0 && url.startsWith('http') && listed(url)) chrome.tabs.update(tabId, { url: warning(url) });
});`;

/** Answers a script in each page that asks whether it is listed and then leaves. */
const ASKED = `${LISTED}
chrome.runtime.onMessage.addListener((url, sender, reply) => reply(listed(url)));`;
const ASKS = `${WARNING}
chrome.runtime.sendMessage(location.href).then((stop) => { if (stop) { window.stop(); location.replace(warning(location.href)); } });`;

/** Writes a peer's extension into a folder of its own; the caller removes it. */
export function writePeer(method: 'tabs.update' | 'script that asks'): string {
  const asks = method === 'script that asks';
  const page = { matches: ['<all_urls>'], run_at: 'document_start', all_frames: true, js: ['page.js'] };
  return writeExtension(
    {
      name: method,
      permissions: ['tabs', 'webNavigation'],
      background: { service_worker: 'worker.js' },
      web_accessible_resources: [{ resources: ['warning.html'], matches: ['<all_urls>'] }],
      content_scripts: asks ? [page] : [],
    },
    {
      'worker.js': asks ? ASKED : TABS_UPDATE,
      'page.js': asks ? ASKS : '',
      'warning.html': '<!doctype html><title>warning</title>',
    },
  );
}

/** Writes an extension of these files into a folder of its own, which the caller removes. */
function writeExtension(manifest: object, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'wary-extension-'));
  const whole = { manifest_version: 3, version: '1', host_permissions: ['<all_urls>'], ...manifest };
  for (const [name, text] of Object.entries({ ...files, 'manifest.json': JSON.stringify(whole) }))
    writeFileSync(join(folder, name), text);
  return folder;
}
