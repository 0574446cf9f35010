import { HOST, OTHER, pressed, serve } from '../harness/page/qr-code.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

/** A person asks what a QR code on a page says. The pictures were made by the package `qrcode` 1.5.4. */

test('a QR code is read on request, shows its address family and listing, asks about a match alone, and can be reported', {
  tag: '@smoke',
}, async ({ wary, site, relay }) => {
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
  await expect(panel.getByText(/^This address/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Report it' })).toBeHidden();

  panel = await pressed(wary, `http://${HOST}/white-on-nothing.png`, panel);
  await expect(panel.getByText('Wallet address, Bitcoin')).toBeVisible();
  await expect(panel.getByText('No known scam')).toBeVisible();

  panel = await pressed(wary, `http://${HOST}/wrong-checksum.png`, panel);
  await expect(panel.getByText(/TRON.*with a typo/)).toBeVisible();

  panel = await pressed(wary, `http://${OTHER}/listed-address.png`, panel);
  await expect(panel.getByText('it comes from another site')).toBeVisible();
  panel = await pressed(
    wary,
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'/>",
    panel,
  );
  await expect(panel.getByText('No QR code was found in this picture.')).toBeVisible();
  panel = await pressed(wary, `http://${HOST}/not-there.png`, panel);
  await expect(panel.getByText('This QR code couldn’t be checked')).toBeVisible();

  panel = await pressed(wary, `http://${HOST}/web-address.png`, panel);
  await expect(panel.getByText('https://quiet.example/pay?x=1')).toBeVisible();
  expect(seen()).toEqual(loaded);
  // About the listed address alone.
  expect(asked()).toBe(before + 1);
  await panel.getByRole('button', { name: 'Report it' }).click();
  await expect(panel.getByRole('heading', { name: 'Report a scam' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Remove quiet.example' })).toBeVisible();
  await page.close();
});
