import { HOST, OTHER, serve } from '../e2e/harness/page/qr-code.ts';
import { test } from './test.ts';

test('a QR code that a person points at is read from its page, even inside a closed root, and looked up', async ({
  rig,
}) => {
  const { browser: firefox, site } = rig;
  serve(
    site,
    `<img src="/listed-address.png"><img src="http://${OTHER}/listed-address.png"><div id="host"></div>
     <script>
       document.querySelector('#host').attachShadow({ mode: 'closed' }).innerHTML = '<img src="/white-on-nothing.png">';
     </script>`,
  );
  const page = await firefox.open(`http://${HOST}/`);
  await page.reads(['complete']);
  const tabId = await firefox.tabId(`http://${HOST}/`);
  /** What a click in the menu of a picture passes to the panel; the driver cannot click there. */
  const panelOf = async (source: string) => {
    const windowId = await firefox.inside(async () => {
      type Windows = { getLastFocused(): Promise<{ id: number }> };
      const { windows } = (globalThis as unknown as { browser: { windows: Windows } }).browser;
      return (await windows.getLastFocused()).id;
    }, null);
    const subject = { url: null, text: '', picture: { tabId, frameId: 0, source } };
    await firefox.send('reportHandOver', { windowId, subject });
    return firefox.open(firefox.url('sidepanel.html'));
  };
  for (const [source, said] of [
    [`http://${HOST}/listed-address.png`, ['Wallet address, Ethereum', 'This address empties wallets']],
    [`http://${HOST}/white-on-nothing.png`, ['Wallet address, Bitcoin', 'No known scam']],
    // Firefox lets an extension read a picture that a page loaded from another site.
    [`http://${OTHER}/listed-address.png`, ['Wallet address, Ethereum', 'This address empties wallets']],
  ] as const) {
    const panel = await panelOf(source);
    for (const words of said) await panel.shows(words);
    await panel.close();
  }
  await page.close();
});
