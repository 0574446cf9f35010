import { expect, test } from 'vitest';
import { FakeSession, WARNING } from '../../../test/fixtures/protection.ts';
import { Tabs } from './tabs.ts';

const EVIL = 'https://evil.test/';

/** A tab that shows a listed page; what the extension does to it is in `done`. */
function shown({ isMuted = false, extensionId = undefined as string | undefined } = {}) {
  const done: unknown[] = [];
  const tab = { url: EVIL, mutedInfo: { muted: isMuted, extensionId } };
  const port = {
    extensionId: 'wary',
    get: async () => tab,
    discard: async () => undefined,
    update: async (_: number, change: { url?: string; muted?: boolean }) => {
      done.push(change.url ?? change.muted);
      // The page takes a moment to leave.
      if (change.url) setTimeout(() => Object.assign(tab, { url: change.url }), 20);
    },
  };
  const tabs = new Tabs({
    session: new FakeSession(),
    port,
    warningPage: WARNING,
    mustLeave: () => true,
    onStopped: () => {},
  });
  return { tabs, done, port };
}

test('a page that waits is silent until its tab has left it, also where it was being stopped already', async () => {
  const { tabs, done } = shown();
  await tabs.load();
  const first = tabs.stop(1, EVIL);
  await tabs.muteDuring(1, tabs.stop(1, EVIL));
  await first;
  expect(done.filter((change) => typeof change === 'boolean')).toEqual([true, false]);
  expect(done.at(-1)).toBe(false);
  expect(done.filter((change) => typeof change === 'string')).toEqual([`${WARNING}#${EVIL}`]);
});

test('a tab that the person has muted stays so', async () => {
  const { tabs, done } = shown({ isMuted: true });
  await tabs.muteDuring(1, Promise.resolve());
  expect(done).toEqual([]);
});

test('a tab that was muted by a worker which ended is heard again', async () => {
  const { tabs, done } = shown({ isMuted: true, extensionId: 'wary' });
  await tabs.muteDuring(1, Promise.resolve());
  expect(done.at(-1)).toBe(false);
});

test('nothing is noted of a tab that is closed when its verdict comes', async () => {
  const { tabs, port } = shown();
  port.get = async () => Promise.reject(new Error('No tab with id: 1'));
  await tabs.load();
  await tabs.stop(1, EVIL);
  expect(tabs.stopIn(1, EVIL)).toBeNull();
  expect(tabs.noteFile(EVIL)).toBe(false);
});
