import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Browser } from './harness/browser.ts';
import { document } from './harness/page/marked.ts';
import type { Site } from './harness/site.ts';
import { expect, sharingTest as test } from './harness/test.ts';

/** A person asks what a QR code on a page says. The pictures were made by the package `qrcode` 1.5.4. */

const HOST = 'codes.example';
const OTHER = 'pictures.example';
const PICTURES = ['listed-address', 'web-address', 'white-on-nothing', 'wrong-checksum'];

function serve(site: Site, body: string): void {
  site.on(HOST, '/', document(body));
  for (const host of [HOST, OTHER])
    for (const name of PICTURES)
      site.on(host, `/${name}.png`, (_, response) => {
        response.writeHead(200, { 'content-type': 'image/png' });
        response.end(readFileSync(`test/fixtures/qr-code/${name}.png`));
      });
}

/** What the browser tells of a press on "Check this QR code" over a picture. No person made it, so the panel stands in a tab. */
async function press(wary: Browser, source: string): Promise<void> {
  const worker = await wary.worker();
  await worker.evaluate(
    async ({ source, page }) => {
      type Event = { dispatch(info: object, tab: object): void };
      const { contextMenus, tabs } = (
        globalThis as unknown as {
          chrome: { contextMenus: { onClicked: Event }; tabs: { query(query: object): Promise<{ url: string }[]> } };
        }
      ).chrome;
      const tab = (await tabs.query({})).find(({ url }) => url.startsWith(page));
      contextMenus.onClicked.dispatch({ menuItemId: 'qrCode', mediaType: 'image', srcUrl: source, frameId: 0 }, tab!);
    },
    { source, page: `http://${HOST}/` },
  );
}

/** The panel that such a press opens. Of two panels in one window either may take up the next press, so there is one at a time. */
async function pressed(wary: Browser, source: string, before?: Page): Promise<Page> {
  await before?.close();
  const opened = wary.context.waitForEvent('page');
  await press(wary, source);
  return opened;
}

test('a QR code is read where the person asks, names family and list, asks nobody, and can be reported', async ({
  wary,
  site,
  relay,
}) => {
  serve(
    site,
    `<img src="/listed-address.png"><img src="http://${OTHER}/listed-address.png"><div id="host"></div>
     <img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'/>">
     <script>
       const inner = document.querySelector('#host').attachShadow({ mode: 'closed' });
       inner.innerHTML = '<img src="/white-on-nothing.png"><img src="/wrong-checksum.png"><img src="/web-address.png">';
     </script>`,
  );
  const page = await wary.open(`http://${HOST}/`);
  await page.waitForLoadState('load');
  const seen = () => [HOST, OTHER].flatMap((host) => site.requestsTo(host).map(({ path }) => host + path));
  const loaded = seen();
  const asked = () => relay.crossings.filter(({ path }) => !/blocklist\/(?!confirm)|organization/.test(path)).length;
  const before = asked();

  let panel = await pressed(wary, `http://${HOST}/listed-address.png`);
  await expect(panel.getByRole('heading', { name: 'QR code' })).toBeVisible();
  await expect(panel.getByText('ethereum:0xBaD0000000000000000000000000000000000001@1?value=1e18')).toBeVisible();
  await expect(panel.getByText('Wallet address, Ethereum')).toBeVisible();
  await expect(panel.getByText('Already blocked')).toBeVisible();

  panel = await pressed(wary, `http://${HOST}/white-on-nothing.png`, panel);
  await expect(panel.getByText('Wallet address, Bitcoin')).toBeVisible();
  await expect(panel.getByText('Not on the blocklist')).toBeVisible();

  panel = await pressed(wary, `http://${HOST}/wrong-checksum.png`, panel);
  await expect(panel.getByText(/TRON.*its checksum is wrong/)).toBeVisible();

  panel = await pressed(wary, `http://${OTHER}/listed-address.png`, panel);
  await expect(panel.getByText('This picture is from another site than the page')).toBeVisible();
  panel = await pressed(
    wary,
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'/>",
    panel,
  );
  await expect(panel.getByText('No QR code was found in this picture.')).toBeVisible();
  panel = await pressed(wary, `http://${HOST}/not-there.png`, panel);
  await expect(panel.getByText('The page does not show this picture any more')).toBeVisible();

  panel = await pressed(wary, `http://${HOST}/web-address.png`, panel);
  await expect(panel.getByText('https://quiet.example/pay?x=1')).toBeVisible();
  expect(seen()).toEqual(loaded);
  expect(asked()).toBe(before);
  await panel.getByRole('button', { name: 'Report it' }).click();
  await expect(panel.getByRole('heading', { name: 'Report a scam' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Remove quiet.example' })).toBeVisible();
  await page.close();
});
