import type { Browser } from '../harness/browser.ts';
import type { ExtensionApi } from '../harness/extension-api.ts';
import { document, HOST, LISTED, Marks, marked, openCard } from '../harness/page/marks.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

declare const chrome: ExtensionApi;
const LISTED_TOO = '0xbad0000000000000000000000000000000000002';
const CLEAN = '0xc1ea000000000000000000000000000000000001';

type Told = { readonly name: string; readonly request: { readonly assets?: readonly { content: string }[] } };

/** The messages from content scripts to the background from now on. */
async function overhear(wary: Browser): Promise<() => Promise<Told[]>> {
  const worker = await wary.worker();
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { sent?: unknown[] };
    const listening = scope.sent !== undefined;
    scope.sent = [];
    if (!listening) chrome.runtime.onMessage.addListener((message: unknown) => void scope.sent?.push(message));
  });
  return async () => {
    const sent = await worker.evaluate(() => (globalThis as unknown as { sent: Told[] }).sent);
    return sent.filter(({ name }) => name === 'assetsCheck' || name === 'pageFindings');
  };
}

test('a listed name in any script is found in a sentence without spaces, and its twin in another script is not marked', async ({
  wary,
  site,
  service,
}) => {
  await service.command('block', 'Aïrdrop.eth', '--reason', 'Drainer');
  try {
    const contents = ['aïrdrop.eth'];
    await expect(async () => {
      await wary.send('listSync');
      expect(await wary.send('contentsLookup', { contents })).toEqual({ listed: contents });
    }).toPass({ timeout: 20_000 });
    const body = '<p>请转到aïrdrop.eth，谢谢</p><p>AI\u0308RDROP.eth airdrop.eth aïrdrоp.eth</p>';
    const { marks } = await marked(wary, site, body, 2);
    expect((await marks.underlined()).sort()).toEqual(['AI\u0308RDROP.eth', 'aïrdrop.eth']);
  } finally {
    await service.command('unblock', 'aïrdrop.eth');
    await wary.send('listSync');
  }
});

test('a listed address is found in open and closed shadow roots and in frames', async ({ wary, site }) => {
  const body = `<open-one></open-one><closed-one></closed-one><iframe width="700" height="120" srcdoc="<p>${LISTED}</p>"></iframe>
    <script>for (const mode of ['open', 'closed']) customElements.define(mode + '-one', class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode }).innerHTML = '<p>pay ${LISTED}</p>'; } });</script>`;
  await marked(wary, site, body, 3);
});

test('a badge is hidden with its address: scrolled away, clipped, covered or hidden', async ({ wary, site }) => {
  const body = `<header style="position:fixed;inset:0 0 auto;height:50px;background:#eee"></header>
    <div id=box style="height:120px;overflow:auto;margin-top:60px"><p>${LISTED}</p><div style="height:900px"></div></div>
    <div style="height:3000px"></div>`;
  const { tab, marks } = await marked(wary, site, body);
  const scroll = (selector: string, top: number) =>
    tab.evaluate(
      ([selector, top]) => globalThis.document.querySelector(selector)!.scrollTo({ top, behavior: 'instant' }),
      [selector, top] as const,
    );
  await scroll('#box', 200);
  await expect.poll(() => marks.shown()).toBe(0);
  await scroll('#box', 0);
  await expect.poll(() => marks.shown()).toBe(1);
  await scroll('html', 105);
  await expect.poll(() => marks.shown()).toBe(0);
  await scroll('html', 1500);
  await expect.poll(() => marks.shown()).toBe(0);
  await scroll('html', 0);
  await expect.poll(() => marks.shown()).toBe(1);
  await tab.addStyleTag({ content: '#box { visibility: hidden; }' });
  await expect.poll(() => marks.shown()).toBe(0);
});

test('a field in a closed shadow root is read when it loses the focus', async ({ wary, site }) => {
  const { tab, marks } = await marked(
    wary,
    site,
    `<div id=h></div><input id=next><p>${LISTED_TOO}</p><script>h.attachShadow({ mode: 'closed' }).innerHTML = '<input size=60>';</script>`,
  );
  const { x, y } = (await tab.locator('#h').boundingBox())!;
  await tab.mouse.click(x + 20, y + 10);
  await tab.keyboard.type(LISTED);
  await tab.locator('#next').focus();
  await expect.poll(() => marks.shown()).toBe(2);
});

test('a page without addresses sends no message; a page with many sends one, one more about the listed, and then its counts', async ({
  wary,
  site,
}) => {
  const sent = await overhear(wary);
  await marked(wary, site, `<p>${'nothing to see here '.repeat(300)}</p>`, 0);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(await sent()).toEqual([]);
  await marked(wary, site, `<p>${CLEAN}</p><p>${LISTED}</p><p>${CLEAN}</p>`);
  await expect.poll(async () => (await sent()).at(-1)?.request).toEqual({ found: 2, blocked: 1 });
  const asked = (await sent())
    .filter(({ name }) => name === 'assetsCheck')
    .map(({ request }) => request.assets?.length);
  expect(asked).toEqual([2, 1]);
});

test('the keyboard reaches the badge, opens the card with everything about the address, and Escape goes back', {
  tag: '@smoke',
}, async ({ wary, site }) => {
  const { tab, marks } = await marked(wary, site, `<p>Send to ${LISTED}</p><button>page</button>`);
  // On a busy machine the first answer may come too late; the address is then asked about again.
  await expect.poll(() => marks.underlined(), { timeout: 60_000 }).toEqual([LISTED]);
  await tab.locator('button').focus();
  await tab.keyboard.press('Tab');
  expect((await marks.see()).badges[0]?.focused).toBe(true);
  await tab.keyboard.press('Enter');
  await expect.poll(async () => (await marks.see()).card?.role).toBe('dialog');
  const text = (await marks.see()).card?.text ?? '';
  expect(text).toContain(LISTED);
  expect(text).toContain('This address empties wallets');
  expect(text).toContain('Acme Security');
  expect(text).toContain('Ethereum');
  await tab.keyboard.press('Escape');
  await expect.poll(async () => (await marks.see()).card).toBeNull();
  expect((await marks.see()).badges[0]?.focused).toBe(true);
});

test('the address in a card is not marked itself', async ({ wary, site }) => {
  // A page with a shadow root is searched for more at every change.
  const root = '<div><template shadowrootmode=open>Transfers</template></div>';
  const { tab, marks } = await marked(wary, site, `${root}<p>Send to ${LISTED}</p><p id=later></p>`);
  await openCard(tab, marks);
  // An address added later is marked only after everything before it has been read again.
  await tab.locator('#later').evaluate((later, listed) => later.append(`and to ${listed}`), LISTED);
  await expect.poll(() => marks.shown()).toBe(2);
  expect(await marks.underlined()).toEqual([LISTED, LISTED]);
});

test('the card leads to the dispute of this address', async ({ wary, site }) => {
  const { tab, marks } = await marked(wary, site, `<p>Send to ${LISTED}</p>`);
  await openCard(tab, marks);
  const opened = wary.context.waitForEvent('page');
  await marks.pressInCard('More');
  await marks.pressInCard('Report a false alarm');
  const dispute = await opened;
  await expect.poll(() => dispute.url()).toContain(`chrome-extension://${wary.extensionId}/`);
  await expect(dispute.getByRole('textbox').first()).toHaveValue(LISTED.toLowerCase());
});

test('a site with marks switched off gets none, until they are switched on again', { tag: '@smoke' }, async ({
  wary,
  site,
}) => {
  const { tab, marks } = await marked(wary, site, `<p>${LISTED}</p><p>${LISTED_TOO}</p>`, 2);
  await openCard(tab, marks);
  await marks.pressInCard('More');
  await marks.pressInCard('Turn off marks on this site');
  await expect.poll(() => marks.underlined()).toEqual([]);
  expect((await marks.see()).card).toBeNull();
  await tab.reload();
  const popup = await wary.popup(tab);
  await expect(popup.getByText('You turned marks off on this site')).toBeVisible();
  expect(await marks.underlined()).toEqual([]);
  await popup.getByRole('button', { name: 'Turn marks on again' }).click();
  await expect(popup.getByText('You turned marks off on this site')).toBeHidden();
  await tab.reload();
  await expect.poll(() => marks.shown()).toBe(2);
});

test('the popup does not count the addresses of a frame that is gone', async ({ wary, site }) => {
  site.on(
    HOST,
    '/',
    document(`<p>${LISTED.replace('1', '2')}</p><iframe width="700" height="120" src="/frame"></iframe>`),
  );
  site.on(HOST, '/frame', document(`<p>${LISTED}</p>`));
  const tab = await wary.open(`http://${HOST}/`);
  await expect.poll(() => new Marks(tab).shown()).toBe(2);
  const says = (words: string) =>
    expect(async () => {
      const popup = await wary.popup(tab);
      await expect(popup.getByRole('heading', { name: words })).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 10_000 });
  await says('2 of 2 addresses here are on the blocklist');
  await tab.evaluate(() => globalThis.document.querySelector('iframe')!.remove());
  await says('The address here is on the blocklist');
});
