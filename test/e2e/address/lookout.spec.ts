import type { Page } from '@playwright/test';
import { HOST, LISTED, Marks, document as written } from '../harness/page/marks.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

/** Whether the scanner is in the top document of a page: it marks its isolated world. */
async function hasScanner(tab: Page): Promise<boolean> {
  const session = await tab.context().newCDPSession(tab);
  try {
    const worlds: number[] = [];
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { isDefault, frameId } = context.auxData as unknown as { isDefault: boolean; frameId: string };
      if (!isDefault && frameId === frameTree.frame.id) worlds.push(context.id);
    });
    const { frameTree } = await session.send('Page.getFrameTree');
    await session.send('Runtime.enable');
    const expression = "globalThis[Symbol.for('wary')]?.started?.has('addresses') === true";
    const found = await Promise.all(
      worlds.map((contextId) => session.send('Runtime.evaluate', { expression, contextId, returnByValue: true })),
    );
    return found.some(({ result }) => result.value === true);
  } finally {
    await session.detach();
  }
}

test('a page without addresses gets no scanner; it gets one when an address is added, even if the worker died', async ({
  wary,
  site,
}) => {
  site.on(HOST, '/', written(`<main><p>${'nothing to see here '.repeat(20)}</p></main><div id=later></div>`));
  const tab = await wary.open(`http://${HOST}/`);
  await tab.waitForLoadState();
  await tab.evaluate(() => {
    document.querySelector('main')!.append('changed');
    document.title = 'changed';
  });
  await expect(async () => {
    await wary.killWorker();
  }).toPass();
  await tab.bringToFront();
  expect(await hasScanner(tab)).toBe(false);
  await tab.evaluate((listed) => {
    history.pushState({}, '', '/another');
    document.querySelector('#later')!.attachShadow({ mode: 'closed' }).innerHTML = `<p>pay ${listed}</p>`;
  }, LISTED);
  await expect.poll(() => new Marks(tab).shown()).toBe(1);
  expect(await hasScanner(tab)).toBe(true);
});

test('an address that is added to a link, an empty frame, or a rewritten document is found', async ({ wary, site }) => {
  site.on(HOST, '/', written('<a href="/a">pay</a><p><iframe width="700" height="120"></iframe></p>'));
  const tab = await wary.open(`http://${HOST}/`);
  await tab.waitForLoadState();
  await tab.evaluate((listed) => {
    document.querySelector('a')!.href = `https://x.example/address/${listed}`;
  }, LISTED);
  await expect.poll(() => new Marks(tab).shown()).toBe(1);
  await tab.evaluate((listed) => {
    document.querySelector('iframe')!.contentDocument!.body.innerHTML = `<p>${listed}</p>`;
  }, LISTED);
  await expect.poll(() => new Marks(tab).shown()).toBe(2);
  await tab.evaluate((listed) => {
    const frame = document.querySelector('iframe')!;
    frame.src = URL.createObjectURL(new Blob([`<p>blob ${listed}</p>`], { type: 'text/html' }));
  }, LISTED);
  await expect.poll(() => tab.frames().some((frame) => frame.url().startsWith('blob:'))).toBe(true);
  await expect.poll(() => new Marks(tab).shown()).toBe(2);
  const written2 = await wary.open(`http://${HOST}/`);
  await written2.waitForLoadState();
  await written2.evaluate((listed) => {
    document.open();
    document.write(`<!doctype html><p>${'nothing '.repeat(10)}</p><p>${listed}</p>`);
    document.close();
  }, LISTED);
  await expect.poll(() => new Marks(written2).shown()).toBe(1);
});

test('an address in a frame that was too small to read is marked once the frame grows', async ({ wary, site }) => {
  site.on(HOST, '/', written('<iframe width="8" height="8" src="/inner"></iframe>'));
  site.on(HOST, '/inner', written(`<p>${LISTED}</p>`));
  const tab = await wary.open(`http://${HOST}/`);
  await tab.waitForLoadState();
  await tab.evaluate(() => {
    const frame = document.querySelector('iframe')!;
    frame.width = '700';
    frame.height = '120';
  });
  await expect.poll(() => new Marks(tab).shown()).toBe(1);
});
