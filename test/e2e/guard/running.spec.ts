import type { Page } from '@playwright/test';
import {
  asked,
  BUSY,
  BUSY_ONCE_COVERED,
  beats,
  ended,
  list,
  SHARED,
  SLOW_MS,
  shown,
  typing,
  warnings,
} from '../harness/page/hostile.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

/** Pages that run already when they become listed: they take a listed address, or their site is listed meanwhile. */

const CLAIM = `${SHARED}/claim`;

/** Takes the listed address, and keeps itself busy once it is covered. */
const BUSY_PAGE = `<!doctype html><h1>calm</h1><input><script>
  onbeforeunload = (event) => event.preventDefault();
  ${BUSY_ONCE_COVERED}
  const go = () => {
    history.pushState(null, '', '/claim');
    beat();
  };
</script>`;

const INSIDE = {
  'without an address': `<iframe srcdoc="<input><script>onkeydown = () => navigator.sendBeacon('/key')</script>"></iframe>`,
  'of another site, but for a stray one,': '<iframe src="http://inside.example/"></iframe>',
};
for (const [which, frame] of Object.entries(INSIDE))
  test(`no key press reaches a frame ${which} inside a page that became listed`, async ({
    wary,
    site,
    relay,
    service,
  }) => {
    await list(wary, service, CLAIM);
    site.on(
      'inside.example',
      '/',
      `<!doctype html><input><script>onkeydown = () => navigator.sendBeacon('/key')</script>`,
    );
    site.on(
      SHARED,
      '/',
      `<!doctype html><h1>calm</h1>${frame}<script>
        const go = () => {
          history.pushState(null, '', '/claim');
          setInterval(() => frames[0].focus(), 20);
        };
      </script>`,
    );
    const isForeign = frame.includes('inside.example');
    const host = isForeign ? 'inside.example' : SHARED;
    const keys = () => asked(site, host).filter((path) => path === '/key').length;
    const tab = await wary.open(`http://${SHARED}/`);
    await tab.frameLocator('iframe').locator('input').click();
    await tab.keyboard.press('a');
    await expect.poll(keys).toBe(1);
    relay.delay = SLOW_MS;
    await tab.evaluate('void setTimeout(go)');
    await expect.poll(() => tab.evaluate(() => document.documentElement.style.display)).toBe('none');
    await typing(tab);
    // The focus of another process's frame can only be taken back: of some 25 keys, one or two may fall between.
    expect(keys()).toBeLessThanOrEqual(isForeign ? 3 : 1);
    await service.command('unblock', CLAIM);
  });

test('no key press reaches a page that opened its document again, and then became listed', async ({
  wary,
  site,
  relay,
  service,
}) => {
  await list(wary, service, CLAIM);
  site.on(
    SHARED,
    '/',
    `<!doctype html><h1>calm</h1><script>
      onload = () => setTimeout(() => {
        document.open();
        addEventListener('keydown', () => navigator.sendBeacon('/key'), true);
        document.write('<!doctype html><input>');
        document.close();
      });
    </script>`,
  );
  const keys = () => asked(site).filter((path) => path === '/key').length;
  const tab = await wary.open(`http://${SHARED}/`);
  await tab.locator('input').click();
  await tab.keyboard.press('a');
  await expect.poll(keys).toBe(1);
  relay.delay = SLOW_MS;
  await tab.evaluate(`void setTimeout(() => history.pushState(null, '', '/claim'))`);
  await expect.poll(() => tab.evaluate(() => document.documentElement?.style.display ?? 'none')).toBe('none');
  await typing(tab);
  expect(keys()).toBe(1);
  await service.command('unblock', CLAIM);
});

test('a frame ends when its site is listed while its page is open', async ({ wary, site, service }) => {
  const host = 'framed-since.example';
  const running = `<script>setInterval(() => navigator.sendBeacon('/beat'), 20)</script>`;
  site.on(host, '/', `<!doctype html><input>${running}`);
  site.on('framing.example', '/', `<!doctype html><title>framing</title><iframe src="http://${host}/"></iframe>`);
  const beating = () => asked(site, host).length;
  const tab = await wary.open('http://framing.example/');
  await expect.poll(beating).toBeGreaterThan(2);
  await list(wary, service, host);
  await expect.poll(() => warnings(tab).length).toBe(1);
  const before = beating();
  await wary.send('healthRead');
  expect(beating()).toBe(before);
  await service.command('unblock', host);
});

test('a tab that keeps itself busy once it is covered ends, and shows the warning', async ({
  wary,
  site,
  relay,
  service,
}) => {
  await list(wary, service, CLAIM);
  site.on(SHARED, '/', BUSY_PAGE);
  const tab = await wary.open(`http://${SHARED}/`);
  tab.on('dialog', (dialog) => dialog.dismiss());
  await tab.locator('input').click();
  await tab.keyboard.type('a word');
  relay.delay = SLOW_MS;
  await tab.evaluate('void setTimeout(go)');
  await expect.poll(() => beats(site)).toBeGreaterThan(0);
  await expect.poll(() => shown(wary)).toContain(`${wary.url('warning.html')}#http://${CLAIM}`);
  await ended(wary, site);
  await service.command('unblock', CLAIM);
});

test('a window that a page filled closes when the page becomes listed in its tab', async ({ wary, site, service }) => {
  const host = 'fills.example';
  site.on(host, '/', `<!doctype html><button onclick="window.open().document.body.append('filled')">go</button>`);
  site.on(
    'calm.example',
    '/',
    `<!doctype html><button onclick="window.open().document.body.append('own')">go</button>`,
  );
  const filledBy = async (tab: Page) => {
    const opened = wary.context.waitForEvent('page');
    await tab.getByRole('button').click();
    return opened;
  };
  const tab = await wary.open('http://calm.example/');
  const own = await filledBy(tab);
  await tab.goto(`http://${host}/`);
  const filled = await filledBy(tab);
  await list(wary, service, host);
  await expect.poll(() => shown(wary)).toContain(`${wary.url('warning.html')}#http://${host}/`);
  await expect.poll(() => filled.isClosed()).toBe(true);
  expect(own.isClosed()).toBe(false);
  await service.command('unblock', host);
});

test('a listed frame whose own page takes it out of its hold, and which keeps itself busy, ends with its verdict', async ({
  wary,
  site,
  relay,
  service,
}) => {
  await list(wary, service, CLAIM);
  site.on(SHARED, '/claim', `<!doctype html><html lang="en"><script>${BUSY}</script>`);
  site.on(
    SHARED,
    '/',
    `<!doctype html><h1>calm</h1><iframe src="/claim"></iframe><script>
      setInterval(() => {
        for (const element of frames[0].document.querySelectorAll('div')) element.remove();
      }, 1);
    </script>`,
  );
  relay.delay = SLOW_MS;
  const tab = await wary.context.newPage();
  // It never finishes loading.
  await tab.goto(`http://${SHARED}/`, { waitUntil: 'commit' });
  await expect.poll(() => beats(site)).toBeGreaterThan(0);
  // In its place, or in that of its tab if both are busy.
  const warned = () => wary.context.pages().flatMap(warnings).length;
  await expect.poll(warned, { timeout: 10_000 }).toBe(1);
  await ended(wary, site);
  await service.command('unblock', CLAIM);
});

test('a page that sets out for elsewhere again and again ends with its verdict', async ({ wary, site, service }) => {
  await list(wary, service, CLAIM);
  site.on('never.example', '*', () => undefined);
  site.on(
    SHARED,
    '/',
    `<!doctype html><h1>calm</h1><script>
      setInterval(() => navigator.sendBeacon('/beat'), 20);
      const go = () => {
        history.pushState(null, '', '/claim');
        // Chromium allows a page twenty navigations a second.
        setInterval(() => { location.href = 'http://never.example/?' + Math.random(); }, 60);
      };
    </script>`,
  );
  const tab = await wary.open(`http://${SHARED}/`);
  await expect.poll(() => beats(site)).toBeGreaterThan(2);
  await tab.evaluate('void setTimeout(go)');
  await expect.poll(() => shown(wary)).toContain(`${wary.url('warning.html')}#http://${CLAIM}`);
  await ended(wary, site);
  await service.command('unblock', CLAIM);
});

/** Says that it runs every 20 ms. */
const BEATING = (host: string) =>
  `<!doctype html><input><script>setInterval(() => navigator.sendBeacon('http://${host}/beat'), 20)</script>`;
const literal = (text: string) => JSON.stringify(text).replaceAll('</', '<\\/');
const blobOf = (host: string) => `URL.createObjectURL(new Blob([${literal(BEATING(host))}], { type: 'text/html' }))`;
const fill = (host: string, url = '') => `const filled = open('${url}').document;
  filled.write(${literal(BEATING(host))});
  filled.close();`;

/** What a page does with its button, and what the person does after it. */
const OUTLIVING: Record<string, [act: (host: string) => string, then?: (tab: Page) => Promise<unknown>]> = {
  'a tab that went to a blob': [(host) => `location.href = ${blobOf(host)};`],
  'a window with a blob whose opener has left': [
    (host) => `open(${blobOf(host)}, '_blank', 'noopener');`,
    (tab) => tab.goto('http://calm.example/'),
  ],
  'a filled window whose opener has left': [fill, (tab) => tab.goto('http://calm.example/')],
  'a filled window whose opener is closed': [fill, (tab) => tab.close()],
  'a filled window that is on its way to an address for good': [(host) => fill(host, 'http://never.example/')],
};
for (const [at, [which, [act, then]]] of Object.entries(OUTLIVING).entries())
  test(`${which} ends when the site of its origin is listed`, async ({ wary, site, service }) => {
    const host = `outlives-${at}.example`;
    site.on('never.example', '*', () => undefined);
    site.on(host, '/', `<!doctype html><button>go</button><script>onclick = () => { ${act(host)} };</script>`);
    const tab = await wary.open(`http://${host}/`);
    await tab.getByRole('button').click({ noWaitAfter: true });
    await expect.poll(() => beats(site, host)).toBeGreaterThan(2);
    await then?.(tab);
    await list(wary, service, host);
    await ended(wary, site, host);
    await service.command('unblock', host);
  });

const FRAMES: Record<string, (host: string) => string> = {
  'that went to a blob': (host) => `if (parent[0] === self) location.href = ${blobOf(host)};`,
  'that another frame of its site filled': (host) => `if (parent[0] === self) {
    const other = parent[1];
    other.location.href = 'about:blank';
    setTimeout(() => other.document.write(${literal(BEATING(host))}), 500);
  }`,
};
for (const [which, script] of Object.entries(FRAMES))
  test(`a frame ${which} ends when its site is listed`, async ({ wary, site, service }) => {
    const host = 'framed-since.example';
    const frame = `<iframe src="http://${host}/"></iframe>`;
    site.on(host, '/', `<!doctype html><script>onload = () => { ${script(host)} };</script>`);
    site.on('framing.example', '/', `<!doctype html><title>framing</title>${frame}${frame}`);
    await wary.open('http://framing.example/');
    await expect.poll(() => beats(site, host)).toBeGreaterThan(2);
    await list(wary, service, host);
    await ended(wary, site, host);
    await service.command('unblock', host);
  });

test('a busy page that is on its way elsewhere for good ends with its verdict', async ({
  wary,
  site,
  relay,
  service,
}) => {
  await list(wary, service, CLAIM);
  site.on('never.example', '*', () => undefined);
  site.on(
    SHARED,
    '/',
    BUSY_PAGE.replace('history', `location.href = 'http://never.example/'; history`).replace(
      'onbeforeunload',
      'let no',
    ),
  );
  const tab = await wary.open(`http://${SHARED}/`);
  await expect(tab.locator('h1')).toBeVisible();
  relay.delay = SLOW_MS;
  await tab.evaluate('void setTimeout(go)');
  await expect.poll(() => beats(site)).toBeGreaterThan(0);
  await expect.poll(() => shown(wary)).toContain(`${wary.url('warning.html')}#http://${CLAIM}`);
  await ended(wary, site);
  await service.command('unblock', CLAIM);
});
