import type { Page } from '@playwright/test';
import type { ExtensionApi } from '../harness/extension-api.ts';
import { document, LISTED, Marks } from '../harness/page/marks.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

declare const chrome: ExtensionApi;
const OWN = '0xd8da5ac1f2e98b7d34c60a1b9e8f7d2c4b5a6045';
const TWIN = '0xd8da9be2d17c04fa6583e1d0c9b8a7f6e5d46045';
const OTHER = '0x1111aaaabbbbccccddddeeeeffff000022223333';
const HOST = 'wallet.example';

/** Selects an element's text and copies it as a person does. */
async function copy(tab: Page, selector: string): Promise<void> {
  await tab.bringToFront();
  await tab.locator(selector).selectText();
  await tab.keyboard.press('ControlOrMeta+c');
}

test('two addresses on one page that begin and end the same are shown one above the other', { tag: '@smoke' }, async ({
  wary,
  site,
}) => {
  site.on(HOST, '/', document(`<p>${OWN}</p><p>${OTHER}</p><p>${TWIN}</p>`));
  const tab = await wary.open(`http://${HOST}/`);
  const marks = new Marks(tab);
  await expect.poll(() => marks.notice()).toContain('Two addresses here look alike');
  const text = await marks.notice();
  expect(text?.indexOf(OWN)).toBeLessThan(text!.indexOf(TWIN));
  expect(text).not.toContain(OTHER);
  await marks.pressInCard('Close');
  expect(await marks.notice()).toBeNull();
});

test('an address that a page adds later is compared with those before, although the worker ended in between', async ({
  wary,
  site,
}) => {
  site.on(HOST, '/', document(`<p>${OWN}</p><p>${OTHER}</p><p>${LISTED}</p>`));
  const tab = await wary.open(`http://${HOST}/`);
  const marks = new Marks(tab);
  await expect.poll(() => marks.shown()).toBe(1);
  await wary.killWorker();
  await tab.bringToFront();
  await tab.evaluate((twin) => globalThis.document.body.append(twin), TWIN);
  await expect.poll(() => marks.notice()).toContain('Two addresses here look alike');
  const text = await marks.notice();
  expect(text?.indexOf(OWN)).toBeLessThan(text!.indexOf(TWIN));
});

test('what was pasted is compared with what was copied, without any permission for the clipboard', {
  tag: '@smoke',
}, async ({ wary, site }) => {
  site.on(HOST, '/', document(`<p id=own>${OWN}</p><p>and some words</p>`));
  site.on(HOST, '/pay', document('<input id=to aria-label=To>'));
  const source = await wary.open(`http://${HOST}/`);
  await copy(source, '#own');
  const pay = await wary.open(`http://${HOST}/pay`);
  const marks = new Marks(pay);
  const paste = async () => {
    await pay.bringToFront();
    await pay.locator('#to').fill('');
    await pay.locator('#to').focus();
    await pay.keyboard.press('ControlOrMeta+v');
  };
  await paste();
  await expect(pay.locator('#to')).toHaveValue(OWN);

  // A page of the extension has no content script, so copying there is unseen, as in another program.
  const elsewhere = await wary.open(wary.url('manifest.json'));
  await elsewhere.setContent(`<p id=other>${TWIN}</p>`);
  await copy(elsewhere, '#other');
  await paste();
  await expect(pay.locator('#to')).toHaveValue(TWIN);
  await expect.poll(() => marks.notice()).toContain('What you pasted isn’t what you copied');
  const text = await marks.notice();
  expect(text?.indexOf(OWN)).toBeLessThan(text!.indexOf(TWIN));
});

test('a page that puts a different address on the clipboard than the selected one gets a notice', async ({
  wary,
  site,
}) => {
  const swap = `<script>addEventListener('copy', (event) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', '${OTHER}');
  })</script>`;
  site.on(HOST, '/', document(`<p id=own>${OWN}</p>${swap}`));
  const tab = await wary.open(`http://${HOST}/`);
  await copy(tab, '#own');
  await expect
    .poll(() => new Marks(tab).notice())
    .toContain('This page copied a different address from the one it shows');
});

/** A page that shows an address beside a copy button, and elsewhere a listed one, by whose mark one sees that it was read. */
const thief = (copying: string) =>
  document(`<div id=row><code>${OWN}</code> <button id=copy class="btn-copy">Copy</button></div><p>${LISTED}</p>
    <script>document.getElementById('copy').onclick = () => { ${copying} };</script>`);

test('a copy button that puts a different address on the clipboard than the one beside it causes a notice', async ({
  wary,
  site,
}) => {
  const hidden = `const field = document.createElement('textarea'); field.value = '${OTHER}'; document.body.append(field);
    field.select(); document.execCommand('copy'); field.remove();`;
  site.on(HOST, '/', thief(hidden));
  site.on(HOST, '/honest', thief(hidden.replace(OTHER, OWN)));
  const honest = await wary.open(`http://${HOST}/honest`);
  const tab = await wary.open(`http://${HOST}/`);
  for (const each of [honest, tab]) {
    await each.bringToFront();
    await expect.poll(() => new Marks(each).shown()).toBe(1);
    await each.locator('#copy').click();
  }
  await expect
    .poll(() => new Marks(tab).notice())
    .toContain('This page copied a different address from the one it shows');
  expect(await new Marks(honest).notice()).toBeNull();
});

test('what a page put on the clipboard unseen is compared when it is pasted, though the page ends every timer', async ({
  wary,
  site,
}) => {
  const unseen = `<script>addEventListener('copy', (event) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', '${OTHER}');
    event.stopImmediatePropagation();
    for (let id = 0; id < 1_000; id += 1) clearTimeout(id);
  }, true)</script>`;
  site.on(HOST, '/', document(`<p id=own>${OWN}</p>${unseen}`));
  site.on(HOST, '/pay', document('<input id=to aria-label=To>'));
  await copy(await wary.open(`http://${HOST}/`), '#own');
  const pay = await wary.open(`http://${HOST}/pay`);
  await pay.bringToFront();
  await pay.locator('#to').focus();
  await pay.keyboard.press('ControlOrMeta+v');
  await expect(pay.locator('#to')).toHaveValue(OTHER);
  await expect.poll(() => new Marks(pay).notice()).toContain('What you pasted isn’t what you copied');
});

test('what a copy button wrote without an event is compared when it is pasted', async ({ wary, site }) => {
  const host = 'wallet.localhost';
  site.on(host, '/', thief(`navigator.clipboard.writeText('${OTHER}')`));
  site.on(host, '/honest', thief(`navigator.clipboard.writeText('${OWN}')`));
  site.on(HOST, '/pay', document('<input id=to aria-label=To>'));
  for (const [path, put] of [
    ['/honest', OWN],
    ['/', OTHER],
  ] as const) {
    const tab = await wary.open(`http://${host}${path}`);
    await tab.bringToFront();
    await expect.poll(() => new Marks(tab).shown()).toBe(1);
    await tab.locator('#copy').click();
    const pay = await wary.open(`http://${HOST}/pay`);
    await pay.bringToFront();
    await pay.locator('#to').focus();
    await pay.keyboard.press('ControlOrMeta+v');
    await expect(pay.locator('#to')).toHaveValue(put);
    if (put === OTHER)
      await expect.poll(() => new Marks(pay).notice()).toContain('What you pasted isn’t what the page showed');
    else expect(await new Marks(pay).notice()).toBeNull();
  }
});

test('with the notices switched off nothing is remembered and no notice is shown', { tag: '@smoke' }, async ({
  wary,
  site,
  service,
}) => {
  await wary.configure({ apiKey: service.keys.publishable, noticeSwappedAddresses: false });
  site.on(HOST, '/', document(`<p id=own>${OWN}</p><p>${TWIN}</p>`));
  const tab = await wary.open(`http://${HOST}/`);
  const popup = await wary.popup(tab);
  await expect(popup.getByText('None of the 2 wallet addresses on this page')).toBeVisible();
  expect(await new Marks(tab).notice()).toBeNull();
  await copy(tab, '#own');
  // A worker that the copying wakes reads its settings first.
  await wary.killWorker();
  await copy(tab, '#own');
  await wary.send('healthRead');
  const worker = await wary.worker();
  const held = await worker.evaluate(() => chrome.storage.session.get('copiedAddresses'));
  expect(held).toEqual({});
});
