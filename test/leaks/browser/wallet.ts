import { writeExtension } from './extension.ts';

/** Where the stand-in wallet tells of every call; no page of a way lies there. */
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
