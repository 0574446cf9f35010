import type { Frame, Page } from '@playwright/test';
import type { Browser } from '../harness/browser.ts';
import {
  asked,
  BUSY,
  BUSY_ONCE_COVERED,
  ended,
  INTERCEPTING,
  list,
  SHARED,
  SLOW_MS,
  sharded,
  shown,
  typing,
  warnings,
} from '../harness/page/hostile.ts';
import { watchPixels } from '../harness/page/pixels.ts';
import { stopped } from '../harness/page/stopped.ts';
import type { Site } from '../harness/site.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

/**
 * Pages that attack the guard with techniques from the issues of other blockers, from specifications of browsers, and from attacks on wallets.
 */

const LISTED = 'drainer.wary.test';
/** A site with one listed page. */
const PAGES = 'pages.wary.test';

const framing = (url: string) =>
  `<!doctype html><title>framing</title><iframe src="${url}" width="400" height="300"></iframe>`;

const applicationIn = (tab: Page, host: string) => tab.frames().find((frame) => frame.url() === `http://${host}/`);

async function openApplication(wary: Browser, site: Site, host: string, url: string) {
  site.on(host, '/', INTERCEPTING);
  site.on('framing.example', '/', framing(`http://${host}/`));
  const tab = await wary.open(url);
  await expect.poll(() => applicationIn(tab, host)?.locator('h1').isVisible()).toBe(true);
  return { tab, application: applicationIn(tab, host)! };
}

/** Whether a document is covered, or already gone. */
const hidden = (frame: Frame) =>
  frame.evaluate(() => document.documentElement.style.display === 'none').catch(() => true);

const PLACES = { 'in its tab': (host: string) => `http://${host}/`, 'in a frame': () => 'http://framing.example/' };
for (const [place, begin] of Object.entries(PLACES)) {
  test(`an application that shows a listed page in its own document is stopped ${place}`, async ({
    wary,
    site,
    relay,
  }) => {
    await sharded(wary);
    const { application, tab } = await openApplication(wary, site, PAGES, begin(PAGES));
    relay.delay = SLOW_MS;
    await application.evaluate(() => void setTimeout(() => document.querySelector('a')?.click()));
    await expect.poll(() => hidden(application)).toBe(true);
    await typing(tab);
  });

  test(`an application on a host of many people's pages is stopped ${place} before it shows a pixel or gets a key`, async ({
    wary,
    site,
    relay,
    service,
  }) => {
    await list(wary, service, `${SHARED}/claim`);
    const { application, tab } = await openApplication(wary, site, SHARED, begin(SHARED));
    relay.delay = SLOW_MS;
    const painted = await watchPixels(wary.context, tab);
    await application.locator('a').focus();
    await application.evaluate(() => void setTimeout(() => document.querySelector('a')?.click()));
    await typing(tab);
    expect(painted().red).toBe(0);
    expect(asked(site, SHARED)).not.toContain('/ran?key');
    await service.command('unblock', `${SHARED}/claim`);
  });
}

for (const [name, answer] of Object.entries({
  refuses: 'Response.error()',
  answers: `new Response('', { headers: { 'content-type': 'text/css' } })`,
}))
  test(`a listed page runs nothing although its site's service worker ${name} the style sheets that hold the parser`, async ({
    wary,
    site,
    relay,
  }) => {
    const listed = `<!doctype html><script>navigator.sendBeacon('/ran?script')</script><img src="x:" onerror="navigator.sendBeacon('/ran?image')">`;
    site.on(PAGES, '/worker.js', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(`
        onfetch = (event) => {
          const headers = {
            'content-type': 'text/html',
            'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'; connect-src 'self'",
          };
          if (event.request.url.endsWith('/claim'))
            event.respondWith(new Response(${JSON.stringify(listed)}, { headers }));
          else if (!event.request.url.startsWith('http')) event.respondWith(${answer});
        };
        oninstall = () => skipWaiting();
        onactivate = (event) => event.waitUntil(clients.claim());`);
    });
    site.on(PAGES, '/', '<!doctype html><h1>calm</h1>');
    site.on(PAGES, '/outer', framing('/claim'));
    await sharded(wary);
    const tab = await wary.open(`http://${PAGES}/`);
    await tab.evaluate(async () => {
      const claimed = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
      await navigator.serviceWorker.register('/worker.js');
      await claimed;
    });
    relay.delay = SLOW_MS;
    await tab.goto(`http://${PAGES}/outer`);
    await expect.poll(() => warnings(tab).length).toBe(1);
    expect(asked(site, PAGES).filter((path) => path.startsWith('/ran'))).toEqual([]);
    await tab.evaluate(async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    });
  });

test('a service worker that takes control of a held page sees no address of the extension, and the page runs nothing', async ({
  wary,
  site,
  relay,
}) => {
  site.on(PAGES, '/worker.js', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(`
      onfetch = (event) => {
        if (event.request.url.startsWith('chrome-extension://')) fetch('/saw?' + encodeURIComponent(event.request.url));
      };
      oninstall = () => skipWaiting();
      onactivate = (event) => event.waitUntil(clients.claim().then(() => fetch('/claimed')));`);
  });
  site.on(PAGES, '/claim', `<!doctype html><script>navigator.sendBeacon('/ran?script')</script><h1>claim</h1>`);
  site.on(PAGES, '/outer', framing('/claim'));
  await sharded(wary);
  relay.delay = SLOW_MS;
  const tab = await wary.open(`http://${PAGES}/outer`);
  await tab.evaluate(() => void navigator.serviceWorker.register('/worker.js'));
  await expect.poll(() => asked(site, PAGES)).toContain('/claimed');
  expect(warnings(tab)).toHaveLength(0);
  await expect.poll(() => warnings(tab).length).toBe(1);
  const seen = asked(site, PAGES).filter((path) => /^\/(saw|ran)/.test(path));
  expect(seen.filter((path) => !path.endsWith('invalid%2F'))).toEqual([]);
  await tab.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  });
});

test('a document without its own origin runs nothing before its verdict', async ({ wary, site, relay }) => {
  site.on(PAGES, '/claim', (_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': 'sandbox allow-scripts' })
      .end(`<!doctype html><script>navigator.sendBeacon('/ran?script')</script><h1>claim</h1>`);
  });
  site.on(PAGES, '/', framing('/claim'));
  await sharded(wary);
  relay.delay = SLOW_MS;
  const tab = await wary.open(`http://${PAGES}/`);
  await expect.poll(() => warnings(tab).length).toBe(1);
  expect(asked(site, PAGES)).toEqual(['/', '/claim']);
});

test('an open page that asks the user to stay ends when its site is listed', async ({ wary, site, service }) => {
  const host = 'open-since.example';
  site.on(
    host,
    '/',
    `<!doctype html><input><script>
      onbeforeunload = (event) => event.preventDefault();
      setInterval(() => navigator.sendBeacon('/beat'), 50);
    </script>`,
  );
  await sharded(wary);
  const tab = await wary.open(`http://${host}/`);
  tab.on('dialog', (dialog) => dialog.dismiss());
  await tab.locator('input').click();
  await tab.keyboard.type('a word');
  await list(wary, service, host);
  // On a busy machine the first answer may come too late; the page is then checked again within half a minute.
  await expect.poll(() => shown(wary), { timeout: 45_000 }).toContain(`${wary.url('warning.html')}#http://${host}/`);
  const beats = asked(site, host).length;
  await wary.send('healthRead');
  expect(asked(site, host)).toHaveLength(beats);
  await service.command('unblock', host);
});

test('an open page and an open frame that are listed while the service is down end once it answers', async ({
  wary,
  site,
  service,
  relay,
}) => {
  const host = 'open-meanwhile.example';
  const beating = `<!doctype html><script>setInterval(() => navigator.sendBeacon('/beat'), 50)</script>`;
  site.on(host, '/', beating);
  site.on('framing.example', '/', framing(`http://${host}/`));
  await sharded(wary);
  await wary.open(`http://${host}/`);
  await wary.open('http://framing.example/');
  await expect.poll(() => asked(site, host).length).toBeGreaterThan(20);
  relay.fault = ({ path }, response) => {
    if (!path.endsWith('/confirm')) return false;
    response.writeHead(503).end();
    return true;
  };
  await list(wary, service, host);
  await expect.poll(() => relay.to('/asset/blocklist/confirm').length).toBeGreaterThan(0);
  expect(await shown(wary)).toContain(`http://${host}/`);
  relay.fault = undefined;
  await expect.poll(() => shown(wary), { timeout: 60_000 }).toContain(`${wary.url('warning.html')}#http://${host}/`);
  await ended(wary, site, host);
  await service.command('unblock', host);
});

test('a running frame that refuses to navigate ends, whatever its parent page does', async ({
  wary,
  site,
  service,
}) => {
  await list(wary, service, `${SHARED}/claim`);
  site.on(
    SHARED,
    '/',
    `<!doctype html><h1>calm</h1><script>
      navigation.addEventListener('navigate', (event) => {
        if (event.cancelable && !event.destination.sameDocument) event.preventDefault();
      }, true);
      addEventListener('beforeunload', (event) => event.preventDefault(), true);
      setTimeout(() => history.pushState(null, '', '/claim'), 500);
      setInterval(() => navigator.sendBeacon('/beat'), 20);
    </script>`,
  );
  site.on(
    'framing.example',
    '/',
    `${framing(`http://${SHARED}/`)}<script>
      addEventListener('message', (event) => event.stopImmediatePropagation(), true);
      setInterval(() => {
        const frame = document.createElement('iframe');
        document.body.append(frame);
        setTimeout(() => frame.remove(), 7);
      }, 3);
    </script>`,
  );
  await wary.open('http://framing.example/');
  await expect.poll(() => asked(site, SHARED).length).toBeGreaterThan(10);
  await ended(wary, site);
  await service.command('unblock', `${SHARED}/claim`);
});

test('a window that a listed frame filled closes with it; an empty tab of the user stays', async ({
  wary,
  site,
  service,
}) => {
  await list(wary, service, `${SHARED}/claim`);
  site.on(
    SHARED,
    '/',
    `<!doctype html><button onclick="window.open().document.body.append('filled'); history.pushState(null, '', '/claim')">go</button>`,
  );
  site.on('framing.example', '/', framing(`http://${SHARED}/`));
  const tab = await wary.open('http://framing.example/');
  const own = await wary.context.newPage();
  await tab.bringToFront();
  const opened = wary.context.waitForEvent('page');
  await tab.frameLocator('iframe').getByRole('button').click({ noWaitAfter: true });
  const filled = await opened;
  await expect.poll(() => warnings(tab).length).toBe(1);
  await expect.poll(() => filled.isClosed()).toBe(true);
  expect(own.isClosed()).toBe(false);
  await service.command('unblock', `${SHARED}/claim`);
});

/** Takes a listed address and, once it is covered, keeps itself busy; it first tells the page around it. */
const BUSY_FRAME = `<!doctype html><h1>calm</h1><script>
  ${BUSY_ONCE_COVERED}
  onload = () => {
    history.pushState(null, '', '/claim');
    beat();
  };
</script>`;

test('a frame that keeps itself busy once it is covered is removed from its page', async ({
  wary,
  site,
  relay,
  service,
}) => {
  await list(wary, service, `${SHARED}/claim`);
  site.on(SHARED, '/', BUSY_FRAME);
  site.on('framing.example', '/', framing(`http://${SHARED}/`));
  relay.delay = SLOW_MS;
  const tab = await wary.open('http://framing.example/');
  await expect.poll(() => asked(site, SHARED)).toContain('/beat');
  await expect.poll(() => warnings(tab).length).toBe(1);
  await expect(tab.frameLocator('iframe').getByText(SHARED)).toBeVisible();
  expect(await tab.locator('iframe').getAttribute('src')).toBeNull();
  const beats = asked(site, SHARED).length;
  await wary.send('healthRead');
  expect(asked(site, SHARED)).toHaveLength(beats);
  await service.command('unblock', `${SHARED}/claim`);
});

for (const [where, around] of Object.entries({ 'of another site': 'framing.example', 'of its own site': SHARED }))
  test(`a busy frame in a page ${where} that is busy too ends with its tab, whose warning names it`, async ({
    wary,
    site,
    relay,
    service,
  }) => {
    await list(wary, service, `${SHARED}/claim`);
    site.on(SHARED, '/', BUSY_FRAME);
    site.on(around, '/around', `${framing(`http://${SHARED}/`)}<script>onmessage = () => { ${BUSY} };</script>`);
    relay.delay = SLOW_MS;
    await wary.open(`http://${around}/around`);
    for (const host of [around, SHARED]) await expect.poll(() => asked(site, host)).toContain('/beat');
    await expect.poll(() => shown(wary)).toContain(`${wary.url('warning.html')}#http://${SHARED}/claim`);
    await ended(wary, site);
    await service.command('unblock', `${SHARED}/claim`);
  });

test('a page that reloads its listed frames again and again does not block the warnings of other tabs', async ({
  wary,
  site,
}) => {
  test.setTimeout(240_000);
  site.on(
    'framing.example',
    '/',
    `<!doctype html><title>framing</title>${`<iframe src="http://${LISTED}/"></iframe>`.repeat(4)}<script>
      loads = 0;
      for (const frame of document.querySelectorAll('iframe'))
        frame.onload = () => setTimeout(() => { frame.src = 'http://${LISTED}/?' + ++loads; });
    </script>`,
  );
  await sharded(wary);
  const tab = await wary.open('http://framing.example/');
  let notices = 0;
  tab.on('framenavigated', (frame) => {
    if (frame.url().includes('/warning.html#')) notices += 1;
  });
  const loads = () => tab.evaluate(() => (globalThis as unknown as { loads: number }).loads);
  await expect(async () => {
    const before = [notices, await loads()] as const;
    await wary.send('healthRead');
    await expect.poll(loads).toBeGreaterThan(before[1] + 4);
    expect(notices).toBe(before[0]);
  }).toPass({ timeout: 150_000 });
  await stopped(await wary.open(`http://${LISTED}/`), LISTED);
});

test('a page whose policy forbids every navigation is still replaced by the warning', async ({ wary, site, relay }) => {
  site.on(
    'start.example',
    '/',
    `<!doctype html><form method="post" action="http://${LISTED}/"><button>go</button></form>`,
  );
  site.on(LISTED, '/', (_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html', 'connection-allowlist': `("http://${LISTED}")` })
      .end('<!doctype html><h1>listed</h1>');
  });
  await sharded(wary);
  relay.delay = SLOW_MS;
  const tab = await wary.open('http://start.example/');
  await tab.getByRole('button').click({ noWaitAfter: true });
  await stopped(tab, LISTED);
});

test('a listed frame whose policy forbids every navigation ends with its verdict', async ({ wary, site, relay }) => {
  site.on('framing.example', '/', framing(`http://${LISTED}/`));
  site.on(LISTED, '/', (_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html', 'connection-allowlist': `("http://${LISTED}")` })
      .end('<!doctype html><h1>listed</h1>');
  });
  await sharded(wary);
  relay.delay = SLOW_MS;
  const tab = await wary.open('http://framing.example/');
  const framed = () => tab.frames()[1]?.url();
  await expect.poll(framed).toBe(`http://${LISTED}/`);
  // The browser refuses the navigation to the warning, but still ends the document.
  await expect.poll(framed).toBe('chrome-error://chromewebdata/');
});

test('text that is being composed with an input method does not reach a page that became listed', async ({
  wary,
  site,
  relay,
  service,
}) => {
  await list(wary, service, `${SHARED}/claim`);
  site.on(
    SHARED,
    '/',
    `<!doctype html><input><script>
      for (const type of ['compositionstart', 'compositionupdate', 'textInput', 'input'])
        addEventListener(type, () => location.pathname === '/claim' && navigator.sendBeacon('/ran?' + type), true);
    </script>`,
  );
  const tab = await wary.open(`http://${SHARED}/`);
  relay.delay = SLOW_MS;
  await tab.locator('input').click();
  const session = await wary.context.newCDPSession(tab);
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 });
  await compose('さ');
  await tab.evaluate(() => void setTimeout(() => history.pushState(null, '', '/claim')));
  await expect(async () => {
    await Promise.race([compose('し').catch(() => undefined), tab.waitForTimeout(100)]);
    expect(warnings(tab)).toHaveLength(1);
  }).toPass({ intervals: [30] });
  expect(asked(site, SHARED).filter((path) => path.startsWith('/ran'))).toEqual([]);
  await service.command('unblock', `${SHARED}/claim`);
});
