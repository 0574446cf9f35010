import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { speak as browserSpeaks } from '../../test/fixtures/messages.ts';
import { packageMessages } from '../development/words.ts';
import { readLanguages } from './catalogue.ts';
import { i18n, speak } from './i18n.ts';
import { WorkerLanguage } from './worker-language.ts';

const loaded: string[] = [];
let chosen = 'browser';
let changes = 0;

/** A worker that has just started. */
const start = (noted: typeof fakeBrowser.storage.local | null = fakeBrowser.storage.local) =>
  new WorkerLanguage({
    inForce: async () => chosen,
    noted,
    onChanged: async () => {
      changes += 1;
    },
  });
const noted = async () => (await fakeBrowser.storage.local.get('language')).language;

beforeEach(() => {
  fakeBrowser.reset();
  browserSpeaks('en');
  speak(null);
  loaded.length = 0;
  chosen = 'browser';
  changes = 0;
  Object.assign(fakeBrowser.runtime, { getURL: (path: string) => path });
  vi.stubGlobal('fetch', async (path: string) => {
    loaded.push(path);
    const name = /_locales\/(\w+)\//.exec(path)![1];
    return Response.json(packageMessages(readLanguages().find((language) => language.name === name)!));
  });
});

test('nothing is loaded, noted or said again where nobody chose a language, or chose the browser’s', async () => {
  await start().follow();
  expect([loaded, await noted(), changes]).toEqual([[], undefined, 0]);
  chosen = 'en';
  await start().follow();
  expect(loaded).toEqual([]);
  expect(i18n.t('action.back')).toBe('Back');
});

test('what a worker says waits for the texts of the language in force, which are loaded once in its life', async () => {
  chosen = 'de';
  const worker = start();
  const back = worker.said(() => i18n.t('action.back'));
  expect(await Promise.all([back(), back()])).toEqual(['Zurück', 'Zurück']);
  await worker.follow();
  expect(loaded).toEqual(['/_locales/de/messages.json']);
});

test('pages learn of another language, and what is shown is worded again once in all the lives of the worker', async () => {
  chosen = 'de';
  await start().follow();
  await start().follow();
  expect([await noted(), changes]).toEqual(['de', 1]);
  const worker = start();
  await worker.follow();
  chosen = 'browser';
  await worker.follow();
  expect([await noted(), changes]).toEqual([undefined, 2]);
  expect(i18n.t('action.back')).toBe('Back');
});

test('the worker of private windows notes nothing, and says again what it said before', async () => {
  const worker = start(null);
  await worker.follow();
  chosen = 'ar';
  await worker.follow();
  expect([await noted(), changes]).toEqual([undefined, 1]);
  expect(i18n.t('direction')).toBe('rtl');
});

test('texts that cannot be loaded leave those of the browser', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  chosen = 'de';
  const worker = start();
  await worker.ready();
  expect(i18n.t('action.back')).toBe('Back');
  expect(warn).toHaveBeenCalledOnce();
});
