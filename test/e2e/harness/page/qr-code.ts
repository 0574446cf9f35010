import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Browser } from '../browser.ts';
import type { ExtensionApi } from '../extension-api.ts';
import type { Site } from '../site.ts';
import { document } from './marks.ts';

declare const chrome: ExtensionApi;

export const HOST = 'codes.example';
export const OTHER = 'pictures.example';
const PICTURES = ['listed-address', 'web-address', 'white-on-nothing', 'wrong-checksum'];

/** Serves a page at {@link HOST}, and the pictures of codes beside it and at {@link OTHER}. */
export function serve(site: Site, body: string): void {
  site.on(HOST, '/', document(body));
  for (const host of [HOST, OTHER])
    for (const name of PICTURES)
      site.on(host, `/${name}.png`, (_, response) => {
        response.writeHead(200, { 'content-type': 'image/png' });
        response.end(readFileSync(`test/fixtures/qr-code/${name}.png`));
      });
}

/** The browser's event for a click on "Check this QR code" over a picture. No person clicked, so the panel opens in a tab. */
async function press(wary: Browser, source: string): Promise<void> {
  const worker = await wary.worker();
  await worker.evaluate(
    async ({ source, page }) => {
      const tab = (await chrome.tabs.query({})).find(({ url }) => url?.startsWith(page));
      const info = { menuItemId: 'qrCode', mediaType: 'image', srcUrl: source, frameId: 0 };
      chrome.contextMenus.onClicked.dispatch(info, tab);
    },
    { source, page: `http://${HOST}/` },
  );
}

/** The panel opened by such a click. Of two panels in one window either may take the next click, so only one is open at a time. */
export async function pressed(wary: Browser, source: string, before?: Page): Promise<Page> {
  await before?.close();
  const opened = wary.context.waitForEvent('page');
  await press(wary, source);
  return opened;
}
