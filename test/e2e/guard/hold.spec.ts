import { visit } from '../harness/browser.ts';
import { sharded } from '../harness/page/hostile.ts';
import { stopped } from '../harness/page/stopped.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

const LISTED = 'drainer.wary.test';
/** Records what the first script of a page finds. */
const LOOK = `document.currentScript.dataset.found = JSON.stringify({
  root: [...document.documentElement.childNodes].map((node) => node.nodeName),
  head: [...document.head.childNodes].map((node) => node.nodeName),
  sheets: document.styleSheets.length,
  style: document.documentElement.getAttribute('style'),
})`;
const ORDER = `window.order = (window.order ?? '') + `;

test('no script of a listed page runs, in its tab or in a frame, and the warning says what it is, who listed it and when', {
  tag: '@smoke',
}, async ({ wary, site }) => {
  site.on('start.example', '/', '<!doctype html><title>start</title><h1>start</h1>');
  site.on(
    'framing.example',
    '/',
    `<!doctype html><title>framing</title><iframe src="http://${LISTED}/framed"></iframe>`,
  );
  await sharded(wary);
  const tab = await wary.open('http://start.example/');
  await wary.killWorker();
  await visit(tab, `http://${LISTED}/`);
  await stopped(tab, LISTED);
  const framing = await wary.open('http://start.example/');
  await wary.killWorker();
  await visit(framing, 'http://framing.example/');
  await expect.poll(() => framing.frames().some((frame) => frame.url().includes('/warning.html'))).toBe(true);
  expect(site.ran(LISTED)).toBe(false);
  // A worker that starts on a busy machine may ask too late, and leave the match unconfirmed.
  await expect(async () => {
    await visit(tab, `http://${LISTED}/`);
    await expect(tab.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible({ timeout: 2_000 });
    await expect(tab.getByText(/^Listed .* by \S*Acme Security/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('a clean page is unchanged, and its scripts run in order', async ({ wary, site }) => {
  const headers = {
    'content-type': 'text/html',
    'content-security-policy':
      "default-src 'none'; script-src 'self' 'unsafe-inline'; require-trusted-types-for 'script'",
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
  };
  site.on(
    'clean.example',
    '/',
    (_, response) =>
      void response
        .writeHead(200, headers)
        .end(
          `<!doctype html><html><head><script id="first">${LOOK};${ORDER}1</script><script src="/2.js"></script>` +
            `<script defer src="/4.js"></script><script>${ORDER}3</script></head><body><h1>clean</h1></body></html>`,
        ),
  );
  for (const number of [2, 4])
    site.on(
      'clean.example',
      `/${number}.js`,
      (_, response) => void response.writeHead(200, { 'content-type': 'text/javascript' }).end(`${ORDER}${number}`),
    );
  await sharded(wary);
  for (const kill of [false, true]) {
    if (kill) await wary.killWorker();
    const tab = await wary.open('http://clean.example/');
    await expect.poll(() => tab.evaluate('window.order')).toBe('1234');
    const found = JSON.parse((await tab.locator('#first').getAttribute('data-found')) ?? '{}');
    expect(found).toEqual({ root: ['HEAD'], head: ['SCRIPT'], sheets: 0, style: null });
    expect(await tab.evaluate('document.documentElement.childElementCount')).toBe(2);
  }
});

test('without its shards a profile stays protected, and the next worker writes them again', async ({ wary, site }) => {
  site.on('start.example', '/', '<!doctype html><title>start</title><h1>start</h1>');
  await sharded(wary);
  await wary.loseShards();
  const tab = await wary.open('http://start.example/');
  await expect(tab.locator('h1')).toBeVisible();
  await visit(tab, `http://${LISTED}/`);
  await stopped(tab, LISTED);
  await wary.killWorker();
  await wary.send('listSync');
  await sharded(wary);
});
