import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeList, FakeService, protectionParts } from '../../../test/fixtures/protection.ts';
import { downloadGuard } from './downloads.ts';

const EVIL = 'http://evil.test/kit.exe';
const GOOD = 'http://good.test/a.pdf';

/** A guard over the real protection; `isOpen` says that the person opened the listed site in tab 1. */
async function guarded({ isOpen = false } = {}) {
  const service = new FakeService('evil.test/');
  const { protection, allowances } = await protectionParts(new FakeList('evil.test/', 'collision.test/'), service);
  if (isOpen) await allowances.grant('evil.test/', 'tab', 1);
  const ends: string[] = [];
  const stopped: string[] = [];
  let refuse = () => {};
  const end = (name: string) => async (id: number) => {
    ends.push(`${name} ${id}`);
    if (name === 'cancel') throw new Error('The download has ended');
  };
  const guard = downloadGuard({
    judge: {
      loaded: true,
      ready: Promise.resolve(),
      verdict: (url, tabId) => protection.verdict(url, tabId),
      resolve: (url, tabId) => protection.resolve(url, tabId),
    },
    port: { cancel: end('cancel'), removeFile: end('removeFile'), erase: end('erase') },
    openTabs: () => (isOpen ? [1] : []),
    onStopped: (url) => {
      stopped.push(url);
      refuse();
    },
  });
  /** Whether the browser may write a file, by the answer to both of its events. */
  const mayWrite = (download: object) =>
    new Promise<boolean>((resolve) => {
      guard.onCreated({ id: 7, url: GOOD, ...download });
      guard.onDeterminingFilename({ id: 7, url: GOOD, ...download }, () => resolve(true));
      refuse = () => resolve(false);
    });
  return { mayWrite, ends, stopped, service };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('a file', () => {
  test.each([
    ['of a listed site', { url: EVIL }, EVIL],
    ['to which a clean site leads', { finalUrl: EVIL }, EVIL],
    ['that a listed page asks for elsewhere', { referrer: EVIL }, EVIL],
    ['that a listed page has made itself', { url: `blob:${EVIL}` }, EVIL],
  ])(
    '%s is cancelled, deleted and taken off the list, and the person is notified once',
    async (_, download, listed) => {
      const { mayWrite, ends, stopped } = await guarded();
      expect(await mayWrite(download)).toBe(false);
      expect(ends).toEqual(['cancel 7', 'removeFile 7', 'erase 7']);
      expect(stopped).toEqual([listed]);
    },
  );

  test.each([
    ['without a hit', { referrer: 'http://good.test/' }, false],
    ['whose hit is false', { url: 'http://collision.test/' }, false],
    ['that has no address of the web', { url: 'data:text/plain,a', referrer: '' }, false],
    ['of a listed site that the person opened in a tab', { url: EVIL }, true],
  ])('%s is written', async (_, download, isOpen) => {
    const { mayWrite, ends, stopped } = await guarded({ isOpen });
    expect(await mayWrite(download)).toBe(true);
    expect([ends, stopped]).toEqual([[], []]);
  });
});
