import type { Page } from '@playwright/test';
import { type Browser, visit } from '../harness/browser.ts';
import type { Relay } from '../harness/relay.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

const CLEAN = Array.from({ length: 25 }, (_, index) => `quiet-${index}.example`);
const LISTED = 'drainer.wary.test';

/** Everything of a crossing in one text, to look for names in. */
const wholeText = (relay: Relay) => relay.crossings.map((crossing) => JSON.stringify(crossing)).join('\n');

test('browsing clean sites sends nothing but list polls; a listed one is asked about once, by a bucket of 16 bits', {
  tag: '@smoke',
}, async ({ wary, site, relay }) => {
  site.on('quiet-0.example', '/', '<title>a</title><a href="http://quiet-1.example/secret-path?token=abc">next</a>');
  relay.crossings.length = 0;
  const page = await wary.open('http://quiet-0.example/');
  for (const host of CLEAN) await page.goto(`http://${host}/secret-path?token=abc#part`);
  await page.goBack({ waitUntil: 'commit' });
  await wary.send('listSync');
  expect(relay.crossings.length).toBeGreaterThan(0);
  for (const crossing of relay.crossings) {
    expect(`${crossing.method} ${crossing.path}`).toMatch(
      /^GET (\/api\/v2\/asset\/blocklist\/(version|update\/[\w.-]+|organization\/[0-9a-f]{32})|\/api\/v2\/user\/orgs\/acme|\/lists\/[\w.-]+)$/,
    );
    expect(crossing.body).toBe('');
    expect(crossing.headers.cookie).toBeUndefined();
    expect(crossing.headers.referer).toBeUndefined();
  }
  expect(wholeText(relay)).not.toMatch(/quiet-|secret-path|token=abc/);

  for (const path of ['connect?wallet=me#x', 'other']) {
    await visit(page, `http://${LISTED}/${path}`);
    await expect(page).toHaveURL(/warning\.html/);
    await expect(page.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible();
  }
  const confirms = relay.to('/asset/blocklist/confirm');
  expect(confirms).toHaveLength(1);
  expect(JSON.parse(confirms[0]!.body)).toEqual({
    algoVersion: '2',
    prefixes: [expect.stringMatching(/^[0-9a-f]{4}$/)],
  });
  expect(wholeText(relay)).not.toMatch(/drainer|wallet=me/);
});

test('the settings record every request as it was sent, to the byte', { tag: '@smoke' }, async ({ wary, relay }) => {
  const page = await wary.open(`http://${LISTED}/connect`);
  await expect(page).toHaveURL(/warning\.html/);
  await wary.send('reportSubmit', { contents: ['http://a.example/'], title: '', description: 'ü', contactInfo: '' });
  await expect.poll(() => relay.to('/report/create').length).toBe(1);
  type Row = { method: string; url: string; body: string | null; times: number[]; about: string[] };
  const recorded = async () => {
    const { requests } = await wary.send<{ requests: Row[] }>('trafficRead');
    return requests.flatMap(({ method, url, body, times }) => {
      const { pathname, search } = new URL(url);
      return times.map(() => `${method} ${pathname}${search} ${body ?? ''}`);
    });
  };
  const crossed = () => relay.crossings.map(({ method, path, body }) => `${method} ${path} ${body}`);
  // A current request may be in one of them before it is in the other.
  await expect
    .poll(async () => {
      const [before, held] = [crossed().sort(), (await recorded()).sort()];
      return JSON.stringify(held) === JSON.stringify(before) ? 'the same' : { held, crossed: before };
    })
    .toBe('the same');
  const settings = await wary.open(wary.url('settings.html#traffic'));
  const section = settings.locator('#traffic');
  await section.getByRole('button', { name: 'Check of a match' }).click();
  await expect(section).toContainText(/"prefixes":\["[0-9a-f]{4}"\]/);
  await expect(section).toContainText(`${LISTED}/`);
  await section.getByRole('button', { name: 'Erase this record' }).click();
  await settings.getByRole('dialog').getByRole('button', { name: 'Erase this record' }).click();
  await expect(section.getByRole('button', { name: 'Check of a match' })).toBeHidden();
});

test('no key reaches a page, and no page reaches the extension', async ({ wary, site, service }) => {
  const page = await wary.open('http://curious.example/');
  const reachable = await page.evaluate(
    (id) =>
      new Promise<string>((resolve) => {
        const runtime = (
          globalThis as {
            chrome?: {
              runtime?: { sendMessage?: (id: string, message: object, reply: (answer: unknown) => void) => void };
            };
          }
        ).chrome?.runtime;
        if (!runtime?.sendMessage) return resolve('no runtime');
        runtime.sendMessage(id, { name: 'settingsRead', request: {} }, (answer) =>
          resolve(JSON.stringify(answer ?? null)),
        );
      }),
    wary.extensionId,
  );
  expect(['no runtime', 'null']).toContain(reachable);
  await page.evaluate(() => fetch('/post', { method: 'POST', body: document.documentElement.outerHTML }));
  const key = service.keys.publishable;
  expect(JSON.stringify(site.seen)).not.toContain(key);
  expect(JSON.stringify(await wary.send('settingsRead'))).not.toContain(key);
});

test('a compromised renderer finds no key and no service address, and changes no setting', async ({
  wary,
  service,
}) => {
  await wary.configure({ failurePolicy: 'closed', apiKey: service.keys.publishable });
  const page = await wary.open('http://curious.example/');
  const inGuard = await guardOf(wary, page);
  const found = await inGuard<string>(`Promise.all(['local', 'session'].map(async (area) => {
    try {
      return JSON.stringify(await chrome.storage[area].get(null));
    } catch (error) {
      return String(error);
    }
  })).then((all) => all.join())`);
  expect(found).toContain('"shards"');
  expect(found).not.toContain(service.keys.publishable);
  expect(found).not.toMatch(/closed|https?:/);

  await inGuard("chrome.storage.local.set({ settings: { protectSites: false, apiKey: 'forged' } })");
  const opened = await wary.open('http://drainer.wary.test/');
  await expect(opened).toHaveURL(/warning\.html/);
  await wary.killWorker();
  const { protectSites, failurePolicy } = await wary.send('settingsRead');
  expect([protectSites, failurePolicy]).toMatchObject([{ value: true }, { value: 'closed', origin: 'person' }]);
});

/** Evaluates text where the content scripts of a page run. */
async function guardOf(wary: Browser, page: Page): Promise<<Value = void>(expression: string) => Promise<Value>> {
  const session = await wary.context.newCDPSession(page);
  const origin = wary.url('').slice(0, -1);
  const found = new Promise<number>((resolve) => {
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.origin === origin) resolve(context.id);
    });
  });
  await session.send('Runtime.enable');
  const contextId = await found;
  return async <Value>(expression: string) => {
    const { result } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    return result.value as Value;
  };
}
