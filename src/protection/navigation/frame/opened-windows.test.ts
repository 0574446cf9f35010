import { expect, test } from 'vitest';
import { OpenedWindows } from './opened-windows.ts';

function session() {
  let held: Record<string, unknown> = {};
  return {
    get: async () => held,
    set: async (items: Record<string, unknown>) => {
      held = { ...held, ...items };
    },
  };
}
const OPENING = { tabId: 2, sourceTabId: 1, sourceFrameId: 7 };

test('windows that a page opened are known to the next worker of the session, until they are closed', async () => {
  const area = session();
  const first = new OpenedWindows(area as never);
  await first.load();
  first.opened({ ...OPENING, url: 'about:blank' } as never);
  first.opened({ ...OPENING, tabId: 3, sourceTabId: 9 });
  first.opened({ ...OPENING, tabId: 4 });
  first.forgetTab(4);
  const second = new OpenedWindows(area as never);
  await expect.poll(() => second.load().then(() => second.of(1))).toEqual([OPENING]);
});

test('what the session holds in another form is left out', async () => {
  const area = session();
  await area.set({ 'opened-windows': [{ tabId: 'two' }] });
  const windows = new OpenedWindows(area as never);
  await windows.load();
  expect(windows.of(1)).toEqual([]);
});
